// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/labels/label_store.h"
#include <map>

namespace mutascope {

struct LabelStore::Impl {
    Impl(const std::filesystem::path &file, Mode mode);

    const LabelProtocol &protocol(const ProtocolKey &key); // version 0: the newest
    ProtocolKey key(const std::string &uuid, int version);
    // Throws where the item is none of the protocol, or the event's verdict no answer to its question.
    LabelItem itemOf(const ProtocolKey &key, const LabelEvent &event);
    std::int64_t &lastNumber(const ProtocolKey &key, const std::string &labeller);
    void updateVerdict(const LabelItem &item);

    LabelRows rows;
    std::function<std::string()> clock;
    // What is stored never changes, and there is one writer: read once.
    std::map<ProtocolKey, LabelProtocol> protocols;
    std::map<std::pair<ProtocolKey, std::string>, std::int64_t> lastNumbers;
};

} // namespace mutascope
