// SPDX-License-Identifier: GPL-3.0-or-later
// What the session reader asks a store, in Qt values. Called in the reader's thread.
#pragma once

#include "app/bridge/convert.h"

namespace mutascope::bridge {

QList<RunInfo> queryRuns(const SessionStore &store);
std::vector<TestRow> queryTests(const SessionStore &store, qint64 run, const TestQuery &query, qint64 offset);
QStringList queryMutators(const SessionStore &store, qint64 run);
QList<Thumbnail> queryThumbnails(const SessionStore &store, qint64 run, const QList<qint64> &ids);
TestDetails queryDetails(const SessionStore &store, qint64 run, qint64 test);
RunCurves queryCurves(const SessionStore &store, qint64 run);
widgets::RunStatusData queryStatus(const SessionStore &store, qint64 run);
QList<LogLine> queryLog(const SessionStore &store, qint64 run);

// Whether some program, this one included, is writing the session now.
bool hasWriter(const std::filesystem::path &file);

} // namespace mutascope::bridge
