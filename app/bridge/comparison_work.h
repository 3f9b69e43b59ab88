// SPDX-License-Identifier: GPL-3.0-or-later
// The work of a comparison, in the thread of whoever calls. Only bridge sources include this.
#pragma once

#include "app/bridge/comparison_values.h"
#include "core/base/stop.h"

#include <functional>

namespace mutascope::bridge {

using ShareProgress = std::function<void(double)>;

ComparedFile readSessionFile(const QString &file); // what cannot be read says why
std::vector<BandCurve> readBands(const QList<RunGroup> &groups, bool failing);
// One after the other; what is measured so far where control asks to stop. Throws Error.
QList<MeasuredRun> measureRuns(const QList<ComparedRun> &runs, const QStringList &metrics, bool validator,
                               const QString &cacheFolder, const RunControl &control,
                               const ShareProgress &onProgress);
QList<RejudgedRun> rejudgeRuns(const QList<RunPlace> &runs, const QString &projectFolder,
                               const RunControl &control, const ShareProgress &onProgress);

} // namespace mutascope::bridge
