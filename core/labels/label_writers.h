// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/labels/label_files.h"

namespace mutascope {

// What the writers of all formats need of a protocol's labels.
struct LabelExport {
    LabelExport(const LabelStore &from, const std::string &protocol, int version);
    std::string className(int number) const;

    const LabelStore &store;
    LabelProtocol protocol;
    std::vector<ItemLabels> labels;
    std::map<std::string, LabelOrigin> origins;
    std::map<std::string, std::string> names; // of labellers
};

std::int64_t writeLabelStudio(const LabelExport &data, const TextSink &write);
std::int64_t writeCoco(const LabelExport &data, const TextSink &write);

} // namespace mutascope
