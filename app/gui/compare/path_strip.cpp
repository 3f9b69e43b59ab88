// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/compare/path_strip.h"

#include "widgets/filmstrip.h"

#include <QLabel>
#include <QVBoxLayout>

namespace mutascope::gui {

PathStrip::PathStrip(QWidget *parent) : QWidget(parent)
{
    m_title = new QLabel;
    m_title->setForegroundRole(QPalette::PlaceholderText);
    m_film = new widgets::Filmstrip;
    m_film->setObjectName(QStringLiteral("path"));
    m_film->setAccessibleName(tr("Way of the search from the seed to the test"));
    m_film->setFrameSize(84);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    layout->addWidget(m_title);
    layout->addWidget(m_film);
    connect(m_film, &widgets::Filmstrip::currentIndexChanged, this, &PathStrip::choose);
    connect(m_film, &widgets::Filmstrip::frameClicked, this, &PathStrip::choose);
    hide();
}

void PathStrip::setStations(std::vector<bridge::PathStation> stations)
{
    m_stations = std::move(stations);
    QList<widgets::FilmstripFrame> frames;
    for (std::size_t i = 0; i < m_stations.size(); ++i) {
        const QString &caption = m_stations[i].caption; // below the first frame there is room for a word
        frames.append({qint64(i), m_stations[i].image, i == 0 ? caption.section(u',', 0, 0) : caption});
    }
    m_film->setFrames(frames);
    m_title->setText(m_stations.size() == 1 ? tr("The search’s way, in one image")
                                            : tr("The search’s way, in %1 images").arg(m_stations.size()));
    setVisible(!m_stations.empty());
}

void PathStrip::choose(int index)
{
    if (index < 0 || std::size_t(index) >= m_stations.size())
        return;
    const bridge::PathStation &station = m_stations[std::size_t(index)];
    Q_EMIT stationChosen(station.image, station.caption);
}

} // namespace mutascope::gui
