// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/neuron_legend.h"
#include "widgets/neuron_map.h"

#include <QHelpEvent>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <QToolTip>
#include <QWheelEvent>

using namespace mutascope::widgets;

namespace {

// Two layers of 3 and 4 neurons, 10 items each.
NeuronMapData smallData()
{
    return {{{QStringLiteral("conv1"), 3}, {QStringLiteral("fc"), 4}}, {0, 5, 10, 0, 0, 1, 10}, 10};
}

NeuronMapData largeData(int layers, int neurons)
{
    NeuronMapData data;
    for (int i = 0; i < layers; ++i)
        data.layers.push_back({QStringLiteral("layer%1").arg(i), neurons});
    data.covered.resize(std::size_t(layers) * std::size_t(neurons));
    for (std::size_t i = 0; i < data.covered.size(); ++i)
        data.covered[i] = quint32(i % 2);
    return data;
}

void showMap(NeuronMap &map)
{
    map.resize(700, 400);
    map.show();
    QVERIFY(QTest::qWaitForWindowExposed(&map));
    map.setFocus();
}

} // namespace

class TestNeuronMap : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void layoutPutsEachNeuronInOnePlace();
    void layoutMovesByRowsAndAcrossLayers();
    void fittingCellIsTheLargestThatFits();
    void statesAndCounts();
    void sharesAndStatesHaveTheirColours();
    void dataThatDoesNotFitIsRefused();
    void keyboardReachesEveryNeuron();
    void clickAndToolTip();
    void zoomKeepsTheCurrentNeuronVisible();
    void aMapOf100000NeuronsScrolls();
    void legendCounts();
};

void TestNeuronMap::layoutPutsEachNeuronInOnePlace()
{
    NeuronMapLayout layout;
    layout.arrange({{QStringLiteral("a"), 7}, {QStringLiteral("none"), 0}, {QStringLiteral("b"), 2}},
                   {140, 100, 15}, 10); // 4 columns
    QCOMPARE(layout.columns(), 4);
    QCOMPARE(layout.neurons(), 9);
    for (int neuron = 0; neuron < 9; ++neuron) {
        const QRect cell = layout.cellRect(neuron);
        QCOMPARE(layout.neuronAt(cell.topLeft()), neuron);
        QCOMPARE(layout.neuronAt(cell.bottomRight()), neuron);
    }
    QCOMPARE(layout.cellRect(5).topLeft() - layout.cellRect(0).topLeft(), QPoint(10, 10));
    QCOMPARE(layout.blockOf(6), 0);
    QCOMPARE(layout.blockOf(7), 2);
    QCOMPARE(layout.blockOf(9), -1);
    QCOMPARE(layout.neuronAt({99, layout.cellRect(0).top()}), -1); // the gutter
    QCOMPARE(layout.neuronAt(layout.cellRect(6).topLeft() + QPoint(10, 0)), -1); // behind the last one
    QCOMPARE(layout.neuronAt({110, -3}), -1);
    QCOMPARE(layout.neuronAt({110, 10000}), -1);
}

void TestNeuronMap::layoutMovesByRowsAndAcrossLayers()
{
    NeuronMapLayout layout;
    layout.arrange({{QStringLiteral("a"), 7}, {QStringLiteral("none"), 0}, {QStringLiteral("b"), 2}},
                   {140, 100, 15}, 10);
    QCOMPARE(layout.below(1), 5);
    QCOMPARE(layout.below(3), 6); // the last row is a short one
    QCOMPARE(layout.below(5), 8);
    QCOMPARE(layout.below(8), 8);
    QCOMPARE(layout.above(5), 1);
    QCOMPARE(layout.above(8), 5);
    QCOMPARE(layout.above(2), 2);
}

void TestNeuronMap::fittingCellIsTheLargestThatFits()
{
    const std::vector<NeuronMapLayer> layers{{QStringLiteral("a"), 500}, {QStringLiteral("b"), 120}};
    const NeuronMapLayout::Room room{500, 100, 15};
    const int cell = NeuronMapLayout::fittingCell(layers, room, 300);
    NeuronMapLayout layout;
    layout.arrange(layers, room, cell);
    QVERIFY(layout.height() <= 300);
    layout.arrange(layers, room, cell + 1);
    QVERIFY(layout.height() > 300);
    QCOMPARE(NeuronMapLayout::fittingCell(layers, room, 10), NeuronMapLayout::kSmallestCell);
}

void TestNeuronMap::statesAndCounts()
{
    NeuronMap map;
    QVERIFY(map.setData(smallData()));
    QCOMPARE(map.counts().neurons, 7);
    QCOMPARE(map.counts().covered, 4);
    QCOMPARE(map.counts().fresh, 0);
    map.setBefore({0, 5, 4, 0, 0, 0, 10});
    QCOMPARE(map.counts().covered, 4);
    QCOMPARE(map.counts().fresh, 2); // 10 > 4, 1 > 0
    QCOMPARE(map.state(0), NeuronMap::State::Never);
    QCOMPARE(map.state(1), NeuronMap::State::Covered);
    QCOMPARE(map.state(2), NeuronMap::State::Fresh);
    QCOMPARE(map.description(0), QStringLiteral("conv1, neuron 0: never covered"));
    QCOMPARE(map.description(1), QStringLiteral("conv1, neuron 1: 5 of 10 items covered (50.0 %)"));
    QCOMPARE(map.description(2),
             QStringLiteral("conv1, neuron 2: 10 of 10 items covered (100.0 %), 6 of them new"));
    QCOMPARE(map.description(6), QStringLiteral("fc, neuron 3: 10 of 10 items covered (100.0 %)"));
    QCOMPARE(map.description(7), QString());
    NeuronMapData single = smallData();
    single.itemsPerNeuron = 1;
    single.covered = {0, 1, 1, 0, 0, 1, 1};
    QVERIFY(map.setData(single)); // the same layers: what was before stays
    QCOMPARE(map.description(5), QStringLiteral("fc, neuron 2: newly covered"));
    QCOMPARE(map.description(1), QStringLiteral("conv1, neuron 1: covered"));
}

void TestNeuronMap::sharesAndStatesHaveTheirColours()
{
    NeuronMap map;
    map.setData(smallData());
    map.setBefore({0, 5, 4, 0, 0, 1, 10});
    showMap(map);
    const QImage picture = map.viewport()->grab().toImage();
    const auto at = [&](int neuron) { return picture.pixel(map.cellRect(neuron).center()); };
    const auto color = [&](NeuronMap::State state, double share) {
        return NeuronMap::colorOf(state, share, map.palette()).rgb();
    };
    QCOMPARE(at(0), color(NeuronMap::State::Never, 0));
    QCOMPARE(at(1), color(NeuronMap::State::Covered, 0.5));
    QCOMPARE(at(2), color(NeuronMap::State::Fresh, 1));
    QCOMPARE(at(6), color(NeuronMap::State::Covered, 1));
    QVERIFY(at(1) != at(6)); // shaded by share
    NeuronMapData later = smallData();
    later.covered[0] = 10;
    map.setData(later); // drawn anew
    QCOMPARE(map.viewport()->grab().toImage().pixel(map.cellRect(0).center()),
             color(NeuronMap::State::Fresh, 1));
}

void TestNeuronMap::dataThatDoesNotFitIsRefused()
{
    NeuronMap map;
    QVERIFY(map.setData(smallData()));
    NeuronMapData broken = smallData();
    broken.covered.pop_back();
    QVERIFY(!map.setData(broken));
    QCOMPARE(map.counts().neurons, 7);
    map.setBefore({1}); // shorter: the rest is as it was
    QCOMPARE(map.state(1), NeuronMap::State::Covered);
    NeuronMapData more = smallData();
    more.covered[0] = 1000; // more than there can be
    QVERIFY(map.setData(more));
    showMap(map);
    map.viewport()->grab();
    map.clear();
    QCOMPARE(map.counts().neurons, 0);
    QCOMPARE(map.currentNeuron(), -1);
    map.viewport()->grab();
}

void TestNeuronMap::keyboardReachesEveryNeuron()
{
    NeuronMap map;
    map.setData(smallData());
    showMap(map);
    QSignalSpy changed(&map, &NeuronMap::currentChanged);
    QSignalSpy activated(&map, &NeuronMap::activated);
    QTest::keyClick(&map, Qt::Key_Right);
    QCOMPARE(map.currentNeuron(), 0);
    for (int neuron = 1; neuron < 7; ++neuron) {
        QTest::keyClick(&map, Qt::Key_Right);
        QCOMPARE(map.currentNeuron(), neuron);
    }
    QTest::keyClick(&map, Qt::Key_Right);
    QCOMPARE(map.currentNeuron(), 6);
    QTest::keyClick(&map, Qt::Key_Up);
    QCOMPARE(map.currentNeuron(), 2); // fc has one more neuron than conv1
    QTest::keyClick(&map, Qt::Key_Down);
    QCOMPARE(map.currentNeuron(), 5);
    QTest::keyClick(&map, Qt::Key_Home);
    QCOMPARE(map.currentNeuron(), 0);
    QTest::keyClick(&map, Qt::Key_PageDown);
    QCOMPARE(map.currentNeuron(), 3);
    QTest::keyClick(&map, Qt::Key_PageUp);
    QCOMPARE(map.currentNeuron(), 0);
    QTest::keyClick(&map, Qt::Key_End);
    QCOMPARE(map.currentNeuron(), 6);
    QCOMPARE(map.accessibleDescription(), map.description(6));
    QVERIFY(changed.size() > 10);
    QTest::keyClick(&map, Qt::Key_Return);
    QCOMPARE(activated.size(), 1);
    QCOMPARE(activated.first().first().toInt(), 6);
}

void TestNeuronMap::clickAndToolTip()
{
    NeuronMap map;
    map.setData(smallData());
    showMap(map);
    QTest::mouseClick(map.viewport(), Qt::LeftButton, {}, map.cellRect(4).center());
    QCOMPARE(map.currentNeuron(), 4);
    const QPoint at = map.cellRect(1).center();
    QHelpEvent help(QEvent::ToolTip, at, map.viewport()->mapToGlobal(at));
    QCoreApplication::sendEvent(map.viewport(), &help);
    QCOMPARE(QToolTip::text(), map.description(1));
    const QPoint name(12, map.cellRect(3).center().y());
    QHelpEvent helpOfLayer(QEvent::ToolTip, name, map.viewport()->mapToGlobal(name));
    QCoreApplication::sendEvent(map.viewport(), &helpOfLayer);
    QCOMPARE(QToolTip::text(), QStringLiteral("fc: 2 of 4 neurons covered"));
    QToolTip::hideText();
}

void TestNeuronMap::zoomKeepsTheCurrentNeuronVisible()
{
    NeuronMap map;
    map.setData(largeData(20, 400));
    showMap(map);
    QVERIFY(map.fits());
    const int fitting = map.cellSize();
    map.setCurrentNeuron(20 * 400 - 1);
    for (int i = 0; i < 8; ++i)
        QTest::keyClick(&map, Qt::Key_Plus);
    QVERIFY(map.cellSize() > fitting);
    QVERIFY(!map.fits());
    QVERIFY(map.verticalScrollBar()->maximum() > 0);
    QVERIFY(map.viewport()->rect().contains(map.cellRect(map.currentNeuron())));
    QTest::keyClick(&map, Qt::Key_Home);
    QVERIFY(map.viewport()->rect().contains(map.cellRect(0)));
    QTest::keyClick(&map, Qt::Key_Minus);
    QTest::keyClick(&map, Qt::Key_0);
    QVERIFY(map.fits());
    QCOMPARE(map.cellSize(), fitting);
    QWheelEvent zoom({300, 200}, map.viewport()->mapToGlobal(QPointF(300, 200)), {}, {0, 120}, Qt::NoButton,
                     Qt::ControlModifier, Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(map.viewport(), &zoom);
    QVERIFY(map.cellSize() > fitting);
}

void TestNeuronMap::aMapOf100000NeuronsScrolls()
{
    NeuronMap map;
    map.setData(largeData(100, 1000));
    showMap(map);
    QCOMPARE(map.counts().covered, 50'000);
    QVERIFY(map.verticalScrollBar()->maximum() > 0); // 100 names need more than the height
    for (int step = 0; step < 40; ++step) {
        map.verticalScrollBar()->setValue(step * map.verticalScrollBar()->maximum() / 39);
        map.viewport()->grab();
    }
    const QRect last = map.cellRect(99'999);
    QVERIFY(map.viewport()->rect().contains(last.center()));
    QCOMPARE(map.viewport()->grab().toImage().pixel(last.topLeft()),
             NeuronMap::colorOf(NeuronMap::State::Covered, 1, map.palette()).rgb());
    QCOMPARE(map.neuronAt(last.center()), 99'999);
}

void TestNeuronMap::legendCounts()
{
    NeuronLegend legend;
    legend.setCounts({100, 60, 20}, true);
    QCOMPARE(legend.text(), QStringLiteral("covered before 40, newly covered 20, never 40"));
    QVERIFY(!legend.toolTip().isEmpty());
    QVERIFY(legend.sizeHint().width() > 100);
    legend.resize(legend.sizeHint());
    legend.grab();
}

QTEST_MAIN(TestNeuronMap)
#include "tst_neuron_map.moc"
