// SPDX-License-Identifier: GPL-3.0-or-later
// The way of a search from the seed to the test, image by image. Not there for tests without one.
#pragma once

#include "app/bridge/path_frames.h"

#include <QWidget>

class QLabel;

namespace mutascope::widgets {
class Filmstrip;
}

namespace mutascope::gui {

class PathStrip : public QWidget {
    Q_OBJECT

public:
    explicit PathStrip(QWidget *parent = nullptr);

    // Empty: the strip hides. The last station becomes current; no signal is emitted.
    void setStations(std::vector<bridge::PathStation> stations);
    const std::vector<bridge::PathStation> &stations() const { return m_stations; }

Q_SIGNALS:
    // By mouse or keys.
    void stationChosen(const QImage &image, const QString &caption);

private:
    void choose(int index);

    std::vector<bridge::PathStation> m_stations;
    QLabel *m_title = nullptr;
    widgets::Filmstrip *m_film = nullptr;
};

} // namespace mutascope::gui
