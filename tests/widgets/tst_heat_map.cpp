// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/heat_map.h"

#include <QHelpEvent>
#include <QTest>
#include <QToolTip>
#include <cmath>
#include <limits>

using namespace mutascope::widgets;

namespace {

HeatMapData smallData()
{
    QImage image(3, 2, QImage::Format_Grayscale8);
    image.fill(128);
    return {image, {2, -0.5F, 0, 0, 0, -2}};
}

} // namespace

class TestHeatMap : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void signsHaveTheirColours();
    void strengthFollowsTheValue();
    void brokenValuesAreLeftOut();
    void valuesThatDoNotFitAreRefused();
    void imageKeepsItsShape();
    void toolTipSaysTheValue();
    void emptySaysWhy();
    void allZero();
};

void TestHeatMap::signsHaveTheirColours()
{
    const HeatMapData data = smallData();
    const QImage overlay = HeatMap::overlay({3, 2}, data.values, 2, QPalette());
    QCOMPARE(overlay.pixelColor(0, 0).rgb(), HeatMap::colorOf(true, QPalette()).rgb());
    QCOMPARE(overlay.pixelColor(2, 1).rgb(), HeatMap::colorOf(false, QPalette()).rgb());
    QVERIFY(HeatMap::colorOf(true, QPalette()) != HeatMap::colorOf(false, QPalette()));
    QCOMPARE(overlay.pixelColor(2, 0).alpha(), 0);
}

void TestHeatMap::strengthFollowsTheValue()
{
    const QImage overlay = HeatMap::overlay({3, 2}, smallData().values, 2, QPalette());
    QCOMPARE(overlay.pixelColor(0, 0).alpha(), 255);
    QVERIFY(std::abs(overlay.pixelColor(1, 0).alphaF() - 0.5F) < 0.01F); // the root of a quarter
}

void TestHeatMap::brokenValuesAreLeftOut()
{
    HeatMapData data = smallData();
    data.values[0] = std::nanf("");
    data.values[1] = std::numeric_limits<float>::infinity();
    HeatMap map;
    QVERIFY(map.setData(data));
    QCOMPARE(map.largest(), 2.0F);
    const QImage overlay = HeatMap::overlay({3, 2}, data.values, 2, QPalette());
    QCOMPARE(overlay.pixelColor(0, 0).alpha(), 0);
    QCOMPARE(overlay.pixelColor(1, 0).alpha(), 0);
}

void TestHeatMap::valuesThatDoNotFitAreRefused()
{
    HeatMap map;
    QVERIFY(map.setData(smallData()));
    HeatMapData tooFew = smallData();
    tooFew.values.pop_back();
    QVERIFY(!map.setData(tooFew));
    QVERIFY(!map.setData({}));
    QCOMPARE(map.data().values, smallData().values);
}

void TestHeatMap::imageKeepsItsShape()
{
    HeatMap map;
    QVERIFY(map.setData(smallData()));
    map.resize(400, 200);
    QCOMPARE(map.imageRect(), QRect(50, 0, 300, 200));
    map.show();
    QVERIFY(QTest::qWaitForWindowExposed(&map));
    const QImage shown = map.grab().toImage();
    const QColor positive = shown.pixelColor(QPoint(60, 10) * shown.devicePixelRatio());
    QCOMPARE(positive.rgb(), HeatMap::colorOf(true, map.palette()).rgb());
}

void TestHeatMap::toolTipSaysTheValue()
{
    HeatMap map;
    map.setLocale(QLocale::c());
    QVERIFY(map.setData(smallData()));
    map.resize(300, 200);
    map.show();
    QVERIFY(QTest::qWaitForWindowExposed(&map));
    const QPoint place(150, 50);
    QHelpEvent help(QEvent::ToolTip, place, map.mapToGlobal(place));
    QCoreApplication::sendEvent(&map, &help);
    QCOMPARE(QToolTip::text(), QStringLiteral("Pixel 1, 0: -0.5"));
}

void TestHeatMap::emptySaysWhy()
{
    HeatMap map;
    map.clear(QStringLiteral("No image."));
    QCOMPARE(map.emptyText(), QStringLiteral("No image."));
    QVERIFY(map.imageRect().isNull());
    QVERIFY(!map.grab().isNull());
}

void TestHeatMap::allZero()
{
    HeatMapData data = smallData();
    data.values.assign(6, 0);
    HeatMap map;
    QVERIFY(map.setData(data));
    QCOMPARE(map.largest(), 0.0F);
    QVERIFY(!map.grab().isNull());
    QVERIFY(!map.accessibleDescription().isEmpty());
}

QTEST_MAIN(TestHeatMap)
#include "tst_heat_map.moc"
