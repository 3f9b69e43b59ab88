// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bridge/path_frames.h"

#include "app/bridge/convert.h"
#include "core/store/session_store.h"

namespace mutascope::bridge {

std::vector<PathStation> toStations(const std::vector<PathFrame> &frames)
{
    std::vector<PathStation> stations;
    stations.reserve(frames.size());
    for (const PathFrame &frame : frames)
        stations.push_back({toQImage(frame.image), QString::fromStdString(frame.caption), frame.value});
    return stations;
}

std::vector<PathStation> queryPath(const SessionStore &store, qint64 run, qint64 test)
{
    return toStations(store.path(run, test));
}

} // namespace mutascope::bridge
