// SPDX-License-Identifier: GPL-3.0-or-later
// The way of a search from a seed to a test, as Qt values.
#pragma once

#include <QImage>
#include <QString>
#include <vector>

namespace mutascope {
struct PathFrame;
class SessionStore;
} // namespace mutascope

namespace mutascope::bridge {

struct PathStation {
    QImage image;
    QString caption; // "generation 12, margin 1.3"
    double value = 0; // what the search minimised, where it stood then
};

std::vector<PathStation> toStations(const std::vector<PathFrame> &frames);
// Empty where the test has none. Called in the reader's thread.
std::vector<PathStation> queryPath(const SessionStore &store, qint64 run, qint64 test);

} // namespace mutascope::bridge
