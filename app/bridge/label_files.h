// SPDX-License-Identifier: GPL-3.0-or-later
// Labels into files for other programs, and back; used in the thread of the store.
#pragma once

#include "app/bridge/label_values.h"

#include <string>

namespace mutascope {
class LabelProblems;
class LabelStore;
} // namespace mutascope

namespace mutascope::bridge {

qint64 writeLabels(const LabelStore &store, const std::string &protocol, int version, LabelFile format,
                   const QString &file);
LabelImportValues readLabels(LabelStore &store, const std::string &protocol, int version, LabelFile format,
                             const QString &file, const QString &labeller);
// Counts them, and appends what they are.
void addProblems(const LabelProblems &problems, qint64 &count, QString &text);

} // namespace mutascope::bridge
