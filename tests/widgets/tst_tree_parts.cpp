// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/widgets/tree_samples.h"
#include "widgets/activation_plot.h"
#include "widgets/tree_model.h"
#include "widgets/tree_transport.h"

#include <QAbstractItemModelTester>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QSlider>
#include <QSpinBox>
#include <QTest>
#include <QTreeView>

using namespace mutascope::widgets;

namespace {

QAction *actionOf(const TreeTransport &bar, const char *name)
{
    return bar.findChild<QAction *>(QLatin1String(name));
}

} // namespace

class TestTreeParts : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void modelIsAValidModel();
    void modelKeepsRowsThatStay();
    void tableShowsTheSameFigures();
    void transportAsksForSteps();
    void transportKnowsItsEnds();
    void transportPlays();
    void plainTransportHasOnlySteps();
    void positionHasRoomForTheLast();
    void barsOfRewardsAreThereAtOnce();
};

void TestTreeParts::modelIsAValidModel()
{
    TreeModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setItems(small());
    QCOMPARE(model.rowCount(), 1);
    QCOMPARE(model.rowCount(model.index(0, 0)), 3);
    model.setItems(large(300));
    model.setItems(large(420)); // rows come
    QCOMPARE(model.rowCount(model.indexOf(0)), int(large(420)->children(0).size()));
    model.setItems(large(310)); // rows go
    model.setItems(large(5000)); // too many: anew
    model.setItems(nullptr);
    QCOMPARE(model.rowCount(), 0);
    QVERIFY(!model.indexOf(3).isValid());
}

void TestTreeParts::modelKeepsRowsThatStay()
{
    TreeModel model;
    QTreeView table;
    table.setModel(&model);
    std::vector<TreeItem> items = smallTree();
    model.setItems(TreeItems::make(items));
    table.expandAll();
    const QPersistentModelIndex kept(model.indexOf(7));
    QSignalSpy resets(&model, &QAbstractItemModel::modelReset);
    QSignalSpy inserted(&model, &QAbstractItemModel::rowsInserted);
    QSignalSpy removed(&model, &QAbstractItemModel::rowsRemoved);
    items.push_back(item(8, 3, QStringLiteral("new"), 1));
    items.back().order = 0; // before w
    items[7].visits = 77;
    model.setItems(TreeItems::make(items));
    QCOMPARE(inserted.size(), 1);
    QVERIFY(kept.isValid());
    QCOMPARE(kept.row(), 1);
    QCOMPARE(kept.sibling(kept.row(), TreeModel::Visits).data().toString(), QStringLiteral("77"));
    QVERIFY(table.isExpanded(model.indexOf(3)));
    items.pop_back();
    model.setItems(TreeItems::make(items));
    QCOMPARE(removed.size(), 1);
    QCOMPARE(kept.row(), 0);
    QCOMPARE(resets.size(), 0);
}

void TestTreeParts::tableShowsTheSameFigures()
{
    TreeModel model;
    model.setItems(small());
    const QModelIndex a = model.indexOf(1);
    QCOMPARE(a.data().toString(), QStringLiteral("a"));
    QCOMPARE(a.siblingAtColumn(TreeModel::Visits).data().toString(), QStringLiteral("12"));
    QCOMPARE(a.siblingAtColumn(TreeModel::Mean).data().toString(), QStringLiteral("0.12"));
    QCOMPARE(a.siblingAtColumn(TreeModel::Potential).data().toString(), QString());
    QCOMPARE(model.idOf(a), 1);
    QCOMPARE(model.idOf({}), -1);
    QCOMPARE(model.headerData(TreeModel::Visits, Qt::Horizontal).toString(), QStringLiteral("Visits"));
}

void TestTreeParts::transportAsksForSteps()
{
    TreeTransport bar;
    bar.setPosition(5, 100);
    QSignalSpy phase(&bar, &TreeTransport::stepPhase);
    QSignalSpy iteration(&bar, &TreeTransport::stepIteration);
    QSignalSpy move(&bar, &TreeTransport::stepRootMove);
    QSignalSpy back(&bar, &TreeTransport::stepBack);
    QSignalSpy seek(&bar, &TreeTransport::seek);
    QSignalSpy run(&bar, &TreeTransport::runIterations);
    QSignalSpy runTo(&bar, &TreeTransport::runToCondition);
    actionOf(bar, "treePhase")->trigger();
    actionOf(bar, "treeIteration")->trigger();
    actionOf(bar, "treeRootMove")->trigger();
    actionOf(bar, "treeBack")->trigger();
    QCOMPARE(phase.size() + iteration.size() + move.size() + back.size(), 4);
    actionOf(bar, "treeLast")->trigger();
    actionOf(bar, "treeFirst")->trigger();
    bar.findChild<QSlider *>()->setValue(42);
    QCOMPARE(seek.size(), 3);
    QCOMPARE(seek[0][0].toLongLong(), 100);
    QCOMPARE(seek[1][0].toLongLong(), 0);
    QCOMPARE(seek[2][0].toLongLong(), 42);
    bar.findChild<QSpinBox *>(QStringLiteral("treeCount"))->setValue(12);
    bar.findChild<QPushButton *>(QStringLiteral("treeRun"))->click();
    QCOMPARE(run.first().first().toInt(), 12);
    bar.findChild<QDoubleSpinBox *>()->setValue(0.25);
    bar.findChild<QPushButton *>(QStringLiteral("treeRunTo"))->click();
    QCOMPARE(runTo.first()[0].value<TreeTransport::Condition>(), TreeTransport::Condition::Reward);
    QCOMPARE(runTo.first()[1].toDouble(), 0.25);
    bar.findChild<QComboBox *>(QStringLiteral("treeCondition"))->setCurrentIndex(2);
    QVERIFY(!bar.findChild<QDoubleSpinBox *>()->isEnabled());
    bar.findChild<QPushButton *>(QStringLiteral("treeRunTo"))->click();
    QCOMPARE(runTo.last()[0].value<TreeTransport::Condition>(), TreeTransport::Condition::Commit);
    QCOMPARE(bar.stepAction()->shortcut(), QKeySequence(Qt::Key_Space));
    QCOMPARE(bar.backAction()->shortcut(), QKeySequence(Qt::Key_Backspace));
}

void TestTreeParts::transportKnowsItsEnds()
{
    TreeTransport bar;
    const auto enabled = [&](const char *name) { return actionOf(bar, name)->isEnabled(); };
    const auto *run = bar.findChild<QPushButton *>(QStringLiteral("treeRun"));
    QVERIFY(!enabled("treePhase") && !enabled("treeBack") && !enabled("treePlay") && !run->isEnabled());
    QVERIFY(!bar.findChild<QSlider *>()->isEnabled());
    QSignalSpy seek(&bar, &TreeTransport::seek);
    bar.setPosition(0, 10);
    QVERIFY(enabled("treePhase") && enabled("treeLast") && enabled("treePlay") && run->isEnabled());
    QVERIFY(!enabled("treeBack") && !enabled("treeFirst"));
    bar.setPosition(5, 10);
    QVERIFY(enabled("treePhase") && enabled("treeBack"));
    bar.setPosition(10, 10);
    QVERIFY(!enabled("treePhase") && !enabled("treePlay") && !run->isEnabled());
    QVERIFY(enabled("treeBack") && enabled("treeFirst"));
    QCOMPARE(bar.findChild<QLabel *>(QStringLiteral("treePosition"))->text(), QStringLiteral("10 of 10"));
    QCOMPARE(seek.size(), 0); // being told is no asking
}

void TestTreeParts::transportPlays()
{
    TreeTransport bar;
    bar.setPosition(0, 3);
    bar.findChild<QComboBox *>(QStringLiteral("treeSpeed"))->setCurrentIndex(4); // 30 a second
    int steps = 0;
    connect(&bar, &TreeTransport::stepPhase, &bar, [&] { bar.setPosition(++steps, 3); });
    actionOf(bar, "treePlay")->trigger();
    QVERIFY(bar.isPlaying());
    QTRY_COMPARE(steps, 3);
    QVERIFY(!bar.isPlaying()); // at the end
    bar.setPosition(0, 3);
    QSignalSpy iteration(&bar, &TreeTransport::stepIteration);
    bar.findChild<QComboBox *>(QStringLiteral("treeUnit"))->setCurrentIndex(1);
    bar.setBusy(true);
    actionOf(bar, "treePlay")->trigger();
    QTest::qWait(100);
    QCOMPARE(iteration.size(), 0); // waits for the answer
    bar.setBusy(false);
    QTRY_VERIFY(iteration.size() > 0);
    bar.findChild<QSlider *>()->setValue(2);
    QVERIFY(!bar.isPlaying());
}

void TestTreeParts::plainTransportHasOnlySteps()
{
    TreeTransport bar;
    bar.setPosition(2, 10);
    bar.setPlain(true);
    QVERIFY(!actionOf(bar, "treeIteration")->isVisible());
    QVERIFY(!actionOf(bar, "treeRootMove")->isVisible());
    QVERIFY(bar.findChild<QPushButton *>(QStringLiteral("treeRun"))->parentWidget()->isHidden());
    QVERIFY(actionOf(bar, "treePhase")->isVisible());
    bar.setPlain(false);
    QVERIFY(actionOf(bar, "treeIteration")->isVisible());
}

// Else the slider would move away under the mouse, or the figures be cut off.
void TestTreeParts::positionHasRoomForTheLast()
{
    TreeTransport bar;
    bar.show();
    bar.setPosition(0, 123'456);
    const auto *label = bar.findChild<QLabel *>(QStringLiteral("treePosition"));
    const int room = label->minimumWidth();
    bar.setPosition(123'456, 123'456);
    QCOMPARE(label->minimumWidth(), room);
    QVERIFY(room >= label->fontMetrics().horizontalAdvance(label->text()));
    QVERIFY(bar.sizeHint().width() <= 720); // its share of a window of 1280
}

void TestTreeParts::barsOfRewardsAreThereAtOnce()
{
    ActivationPlot plot;
    plot.resize(400, 200);
    plot.show();
    QVERIFY(QTest::qWaitForWindowExposed(&plot));
    QTest::qWait(50); // drawn empty
    plot.setSeries({{QStringLiteral("children"), {0.1F, 0.2F, 0.2F, 0.9F}, false}},
                   QStringLiteral("mean reward of a child"), QStringLiteral("children"));
    const QImage picture = plot.grab().toImage(); // without going back to the event loop
    int coloured = 0;
    for (int y = 0; y < picture.height(); ++y)
        for (int x = 0; x < picture.width(); ++x)
            coloured += picture.pixelColor(x, y).hslSaturation() > 100;
    QVERIFY2(coloured > 100, qPrintable(QString::number(coloured)));
}

QTEST_MAIN(TestTreeParts)
#include "tst_tree_parts.moc"
