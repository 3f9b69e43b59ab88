// SPDX-License-Identifier: GPL-3.0-or-later
// The way of a search on the compare page.
#include "app/bridge/path_frames.h"
#include "app/gui/compare/path_strip.h"
#include "core/generators/generator.h"
#include "widgets/filmstrip.h"

#include <QSignalSpy>
#include <QTest>

using namespace mutascope;
using namespace mutascope::gui;

namespace {

std::vector<PathFrame> someFrames(int count)
{
    std::vector<PathFrame> frames;
    for (int i = 0; i < count; ++i)
        frames.push_back({{{2, 1, 1}, {std::uint8_t(10 * i), 255}},
                          "generation " + std::to_string(i) + ", margin " + std::to_string(5 - i),
                          double(5 - i)});
    return frames;
}

} // namespace

class TestPathStrip : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void framesBecomeStations();
    void showsTheWayAndItsEnd();
    void hidesWithoutAWay();
    void tellsWhatIsChosen();
};

void TestPathStrip::framesBecomeStations()
{
    const auto stations = bridge::toStations(someFrames(3));
    QCOMPARE(stations.size(), std::size_t(3));
    QCOMPARE(stations[1].caption, QStringLiteral("generation 1, margin 4"));
    QCOMPARE(stations[1].value, 4.0);
    QCOMPARE(stations[1].image.size(), QSize(1, 2));
    QCOMPARE(qGray(stations[2].image.pixel(0, 0)), 20);
    QVERIFY(bridge::toStations({}).empty());
}

void TestPathStrip::showsTheWayAndItsEnd()
{
    PathStrip strip;
    strip.setStations(bridge::toStations(someFrames(4)));
    QVERIFY(strip.isVisibleTo(nullptr));
    auto *film = strip.findChild<widgets::Filmstrip *>();
    QVERIFY(film);
    QCOMPARE(film->frames().size(), 4);
    QCOMPARE(film->frames().at(2).caption, QStringLiteral("generation 2, margin 3"));
    QCOMPARE(film->currentIndex(), 3);
    strip.setStations(bridge::toStations(someFrames(2)));
    QCOMPARE(film->frames().size(), 2);
    QCOMPARE(film->currentIndex(), 1);
}

void TestPathStrip::hidesWithoutAWay()
{
    PathStrip strip;
    QVERIFY(strip.isHidden());
    strip.setStations(bridge::toStations(someFrames(4)));
    QVERIFY(!strip.isHidden());
    strip.setStations({});
    QVERIFY(strip.isHidden());
}

void TestPathStrip::tellsWhatIsChosen()
{
    PathStrip strip;
    strip.resize(600, 160);
    strip.setStations(bridge::toStations(someFrames(4)));
    strip.show();
    auto *film = strip.findChild<widgets::Filmstrip *>();
    QSignalSpy chosen(&strip, &PathStrip::stationChosen);
    QTest::keyClick(film, Qt::Key_Left);
    QVERIFY(!chosen.isEmpty());
    QCOMPARE(chosen.last().at(1).toString(), QStringLiteral("generation 2, margin 3"));
    QCOMPARE(qGray(chosen.last().at(0).value<QImage>().pixel(0, 0)), 20);
}

QTEST_MAIN(TestPathStrip)
#include "tst_path_strip.moc"
