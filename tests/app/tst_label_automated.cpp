// SPDX-License-Identifier: GPL-3.0-or-later
// Automated judgements of validity in the window, on a real run, from the button to figures and curves.
#include "tests/app/label_page_fixture.h"

#include "app/gui/label/automated_panel.h"
#include "core/labels/label_files.h"
#include "widgets/roc_plot.h"

#include <QRegularExpression>
#include <QScrollArea>
#include <QTabWidget>
#include <QTableWidget>
#include <QToolButton>
#include <algorithm>

using namespace mutascope;
using namespace mutascope::gui;

class TestLabelAutomated : public QObject, protected LabelPageFixture {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { useOwnSettings(QStringLiteral("tst_label_automated")); }
    void init()
    {
        QTest::failOnWarning(QRegularExpression(QStringLiteral("QObject::connect")));
        makeWindow();
    }
    void cleanup() { closeWindow(); }

    void scoresAreHeldAgainstPeople();

private:
    // Calls the most changed third of the failing tests invalid. Their number.
    int labelFailing(int most);
};

int TestLabelAutomated::labelFailing(int most)
{
    const auto file = bridge::toPath(path("a.mscope"));
    const LabelProtocol protocol = storeProtocol(path("a.mscope"), plainProtocol());
    TestFilter filter;
    filter.failing = true;
    std::vector<TestRecord> tests = SessionStore(file, SessionStore::Mode::ReadOnly).tests(1, filter);
    tests.resize(std::min(tests.size(), std::size_t(most)));
    std::ranges::sort(tests, {}, &TestRecord::l2);
    std::string text = "run,test,labeller,verdict,class\n";
    for (std::size_t i = 0; i < tests.size(); ++i) {
        const bool invalid = 3 * i >= 2 * tests.size();
        text += "1," + std::to_string(tests[i].id) + ",Ann," + (invalid ? "invalid," : "seen,")
            + (invalid ? "" : std::to_string(tests[i].label)) + "\n";
    }
    LabelStore store(file, LabelStore::Mode::ReadWrite);
    return int(
        importLabels(store, protocol.uuid, protocol.version, LabelFormat::Csv, text, "labels", {}).labels);
}

void TestLabelAutomated::scoresAreHeldAgainstPeople()
{
    runSample(1500);
    const int labelled = labelFailing(90);
    QVERIFY2(labelled >= 60, qPrintable(QString::number(labelled)));
    open(path("a.mscope"));
    page()->overview()->tabs()->setCurrentIndex(2);
    auto *panel = m_window->findChild<AutomatedPanel *>();
    panel->work().setEpochs(1);
    panel->work().setTrainingImages(512);
    QTest::mouseClick(find<QPushButton>("automatedStart"), Qt::LeftButton);
    auto *roc = find<widgets::RocPlot>("automatedRoc");
    QVERIFY(QTest::qWaitFor([&] { return roc->isVisible(); }, 5 * longWait));
    QCOMPARE(roc->curves().size(), std::size_t(3));
    const auto *table = find<QTableWidget>("automatedTable");
    QCOMPARE(table->rowCount(), 3);
    for (int row = 0; row < 3; ++row)
        for (int column = 0; column < table->columnCount(); ++column)
            QVERIFY(table->item(row, column)->text() != QStringLiteral("–"));
    for (const widgets::RocCurve &curve : roc->curves()) {
        QVERIFY(curve.chosen);
        QVERIFY(std::ranges::count(curve.points, *curve.chosen) > 0);
        QCOMPARE(curve.points.front(), QPointF(0, 0));
        QCOMPARE(curve.points.back(), QPointF(1, 1));
    }
    QVERIFY(find<QLabel>("automatedNote")->text().contains(QString::number(labelled)));
    QVERIFY(roc->parentWidget()->findChild<QToolButton *>()->isVisible());
    const QWidget *seen = page()->overview()->findChild<QScrollArea *>()->viewport();
    const auto place = [&] { return QRect(roc->mapTo(seen, QPoint()), roc->size()); };
    QTRY_VERIFY(seen->rect().contains(place())); // what came of the waiting is scrolled to
}

int main(int argc, char **argv)
{
    Application application(argc, argv);
    TestLabelAutomated test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_label_automated.moc"
