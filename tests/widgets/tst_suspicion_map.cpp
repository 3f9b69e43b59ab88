// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/suspicion_legend.h"
#include "widgets/suspicion_map.h"

#include <QHelpEvent>
#include <QSignalSpy>
#include <QTest>
#include <QToolTip>
#include <cmath>

using namespace mutascope::widgets;

namespace {

// Neurons 1 and 5 lead.
SuspicionMapData smallData()
{
    return {
        {{QStringLiteral("conv1"), 3}, {QStringLiteral("fc"), 4}}, {0, 0.8, 0.2, 0, 0.0001, 0.4, 0}, {1, 5}};
}

QColor colorAt(NeuronMap &map, int neuron)
{
    const QImage image = map.viewport()->grab().toImage();
    return image.pixelColor(map.cellRect(neuron).center() * image.devicePixelRatio());
}

} // namespace

class TestSuspicionMap : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void coloursFollowScoresAndTop();
    void wordsOfANeuron();
    void dataThatDoesNotFitIsRefused();
    void toolTipAndAccessibleText();
    void emptyAgain();
    void legend();
};

void TestSuspicionMap::coloursFollowScoresAndTop()
{
    SuspicionMap map;
    QVERIFY(map.setSuspicion(smallData()));
    map.resize(500, 300);
    map.show();
    QVERIFY(QTest::qWaitForWindowExposed(&map));
    using State = NeuronMap::State;
    QCOMPARE(map.state(0), State::Never);
    QCOMPARE(map.state(1), State::Fresh);
    QCOMPARE(map.state(2), State::Covered);
    QCOMPARE(map.state(4), State::Covered); // however small its score
    QCOMPARE(map.state(5), State::Fresh);
    QCOMPARE(colorAt(map, 1).rgb(), NeuronMap::colorOf(State::Fresh, 1, map.palette()).rgb());
    QCOMPARE(colorAt(map, 5).rgb(), NeuronMap::colorOf(State::Fresh, 0.5, map.palette()).rgb());
    QCOMPARE(colorAt(map, 2).rgb(), NeuronMap::colorOf(State::Covered, 0.25, map.palette()).rgb());
    QCOMPARE(colorAt(map, 6).rgb(), NeuronMap::colorOf(State::Never, 0, map.palette()).rgb());
}

void TestSuspicionMap::wordsOfANeuron()
{
    SuspicionMap map;
    map.setLocale(QLocale::c());
    QVERIFY(map.setSuspicion(smallData()));
    map.resize(500, 300);
    map.show();
    QCOMPARE(map.describe(1), QStringLiteral("conv1, neuron 1: score 0.8, rank 1"));
    QCOMPARE(map.describe(5), QStringLiteral("fc, neuron 2: score 0.4, rank 2"));
    QCOMPARE(map.describe(2), QStringLiteral("conv1, neuron 2: score 0.2"));
    QCOMPARE(map.describe(6), QStringLiteral("fc, neuron 3: not suspicious"));
    QCOMPARE(map.describe(-1), QString());
    QCOMPARE(map.describe(7), QString());
}

void TestSuspicionMap::dataThatDoesNotFitIsRefused()
{
    SuspicionMap map;
    QVERIFY(map.setSuspicion(smallData()));
    SuspicionMapData tooFew = smallData();
    tooFew.scores.pop_back();
    QVERIFY(!map.setSuspicion(tooFew));
    SuspicionMapData unknown = smallData();
    unknown.top.push_back(7);
    QVERIFY(!map.setSuspicion(unknown));
    SuspicionMapData noNumber = smallData();
    noNumber.scores[0] = std::nan("");
    QVERIFY(!map.setSuspicion(noNumber));
    QCOMPARE(map.suspicion().scores, smallData().scores);
}

void TestSuspicionMap::toolTipAndAccessibleText()
{
    SuspicionMap map;
    map.setLocale(QLocale::c());
    QVERIFY(map.setSuspicion(smallData()));
    map.resize(500, 300);
    map.show();
    QVERIFY(QTest::qWaitForWindowExposed(&map));
    const QPoint place = map.cellRect(1).center();
    QHelpEvent help(QEvent::ToolTip, place, map.viewport()->mapToGlobal(place));
    QCoreApplication::sendEvent(map.viewport(), &help);
    QCOMPARE(QToolTip::text(), map.describe(1));
    QSignalSpy chosen(&map, &NeuronMap::currentChanged);
    QTest::mouseClick(map.viewport(), Qt::LeftButton, {}, map.cellRect(5).center());
    QCOMPARE(chosen.size(), 1);
    QCOMPARE(map.accessibleDescription(), map.describe(5));
    map.resize(400, 200); // a new layout keeps the words
    QCOMPARE(map.accessibleDescription(), map.describe(5));
}

void TestSuspicionMap::emptyAgain()
{
    SuspicionMap map;
    QVERIFY(map.setSuspicion(smallData()));
    QVERIFY(map.setSuspicion({}));
    map.resize(300, 200);
    QCOMPARE(map.currentNeuron(), -1);
    QVERIFY(!map.grab().isNull());
}

void TestSuspicionMap::legend()
{
    SuspicionLegend legend;
    legend.setLocale(QLocale::c());
    legend.setScale(0.8312, 10);
    QCOMPARE(legend.text(), QStringLiteral("top 10, score up to 0.831, not suspicious"));
    QCOMPARE(legend.accessibleDescription(), legend.text());
    legend.resize(legend.sizeHint());
    const QImage image = legend.grab().toImage();
    QVERIFY(image.pixelColor(legend.fontMetrics().ascent() * 3 - 2, image.height() / 2)
            != image.pixelColor(1, image.height() / 2)); // a gradient
}

QTEST_MAIN(TestSuspicionMap)
#include "tst_suspicion_map.moc"
