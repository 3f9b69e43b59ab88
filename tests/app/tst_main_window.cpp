// SPDX-License-Identifier: GPL-3.0-or-later
// Drives the real window: the sample project, a run, its tests, export, sessions.
#include "tests/app/window_fixture.h"

using namespace mutascope;
using namespace mutascope::gui;

namespace {

constexpr qint64 endless = 1'000'000'000;

class SilentObserver : public RunObserver {
public:
    void onEvent(const RunEvent &) override { }
};

} // namespace

class TestMainWindow : public QObject, protected WindowFixture {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { useOwnSettings(QStringLiteral("tst_main_window")); }
    void init() { makeWindow(); }
    void cleanup() { closeWindow(); }

    void startNeedsAProjectAndABudget();
    void sampleRunSelectCompareExport();
    void filtersCountAsTheStoreDoes();
    void sameTestsAsWithoutTheWindow();
    void actionsFollowTheRun();
    void secondRunGoesIntoTheSession();
    void runsAreDeletedAfterAQuestion();
    void closingDuringARunStopsIt();
};

void TestMainWindow::startNeedsAProjectAndABudget()
{
    const QAction *start = m_window->runActions()->start();
    QVERIFY(!start->isEnabled());
    QCOMPARE(find<QLabel>("startProblem")->text(), QStringLiteral("Open a project first."));
    openSample();
    QVERIFY(start->isEnabled());
    QVERIFY(find<QLabel>("accuracy")->text().contains(QLatin1Char('%')));
    find<QCheckBox>("budgetCallsTick")->setChecked(false);
    QVERIFY(!start->isEnabled());
    QVERIFY(find<QLabel>("startProblem")->isVisible());
    find<QCheckBox>("budgetTestsTick")->setChecked(true);
    QVERIFY(start->isEnabled());
}

void TestMainWindow::sampleRunSelectCompareExport()
{
    openSample();
    setUp(2000, path("a.mscope"));
    QVERIFY(runToEnd());
    const bridge::RunInfo run = *workspace().currentRunInfo();
    QVERIFY(run.tests >= 2000);
    QVERIFY(run.failing > 0);
    QVERIFY(find<widgets::CoveragePlot>("coveragePlot")->hasSeries(QStringLiteral("coverage-1")));

    m_window->setPage(MainWindow::Tests);
    find<QComboBox>("stateFilter")->setCurrentIndex(1);
    QTRY_COMPARE(qint64(m_window->tests().rows().size()), run.failing);
    auto *grid = find<widgets::ThumbnailGrid>("testGrid");
    QCOMPARE(qint64(grid->count()), run.failing);
    const qint64 id = m_window->tests().rows().back().id;
    grid->setCurrentId(id);
    QTRY_VERIFY(grid->hasThumbnail(id));
    QTest::mouseClick(find<QPushButton>("compareButton"), Qt::LeftButton);
    QTRY_COMPARE(m_window->comparePage()->test(), id);
    QCOMPARE(m_window->page(), MainWindow::Compare);
    const bridge::TestDetails &details = m_window->comparePage()->details();
    QVERIFY(details.row.failing);
    QVERIFY(details.row.label != details.row.predicted);
    QCOMPARE(details.after.size(), std::size_t(10));
    QVERIFY(find<QLabel>("compareTitle")->text().contains(QString::number(id)));

    QSignalSpy exported(&workspace().job(), &bridge::SessionJob::exported);
    m_window->exportTests(path("out"), {id});
    QTRY_COMPARE_WITH_TIMEOUT(exported.size(), 1, longWait);
    QCOMPARE(exported.first()[1].toLongLong(), 1);
    QCOMPARE(exported.first()[2].toLongLong(), 1); // still failing when read back
    QVERIFY(QFile::exists(path("out/manifest.csv")));
    QVERIFY(QFile::exists(path("out/manifest.jsonl")));
    QDirIterator files(path("out/tests"), {QStringLiteral("*.png")}, QDir::Files,
                       QDirIterator::Subdirectories);
    QVERIFY(files.hasNext());
    QCOMPARE(QImage(files.next()).convertToFormat(QImage::Format_Grayscale8), details.image);
    QVERIFY(!files.hasNext());
}

void TestMainWindow::filtersCountAsTheStoreDoes()
{
    runSample(1000);
    const SessionStore store(path("a.mscope").toStdString(), SessionStore::Mode::ReadOnly);
    QCOMPARE(m_window->tests().total(), qint64(store.testCount(1)));
    const auto matches = [&](const TestFilter &filter) {
        const qint64 wanted = store.testCount(1, filter);
        return QTest::qWaitFor([&] {
            return !m_window->tests().isLoading() && qint64(m_window->tests().rows().size()) == wanted;
        });
    };
    TestFilter filter;
    filter.failing = false;
    find<QComboBox>("stateFilter")->setCurrentIndex(4);
    QVERIFY(matches(filter));
    filter.failing = true;
    find<QComboBox>("stateFilter")->setCurrentIndex(1);
    QVERIFY(matches(filter));
    filter.label = 6;
    find<QComboBox>("labelFilter")->setCurrentText(QStringLiteral("Shirt"));
    QVERIFY(matches(filter));
    auto *mutator = find<QComboBox>("mutatorFilter");
    QTRY_VERIFY(mutator->findText(QStringLiteral("rotate")) > 0);
    filter.mutator = "rotate";
    mutator->setCurrentText(QStringLiteral("rotate"));
    QVERIFY(matches(filter));
    QVERIFY(find<QLabel>("testCount")->text().startsWith(QString::number(store.testCount(1, filter))));
    QTest::mouseClick(find<QPushButton>("clearFilters"), Qt::LeftButton);
    QVERIFY(matches({}));
    filter = {};
    filter.predicted = 0;
    find<QComboBox>("predictedFilter")->setCurrentIndex(1);
    QVERIFY(matches(filter));
    find<QCheckBox>("newestFirst")->setChecked(true);
    const auto *grid = find<widgets::ThumbnailGrid>("testGrid");
    QCOMPARE(grid->itemAt(0)->id, m_window->tests().rows().back().id);
}

void TestMainWindow::sameTestsAsWithoutTheWindow()
{
    openSample();
    setUp(600, path("a.mscope"));
    const bridge::RunSetup setup = m_window->runPage()->setupPanel()->setup();
    QVERIFY(runToEnd());
    SessionStore direct(":memory:", SessionStore::Mode::Create);
    RunControl control;
    SilentObserver observer;
    RunOptions options;
    options.cacheFolder = m_cache.path().toStdString();
    executeRun(openProject(sampleProject().toStdString()), bridge::toConfig(setup), direct, control, observer,
               options);
    const SessionStore store(path("a.mscope").toStdString(), SessionStore::Mode::ReadOnly);
    const auto ours = store.tests(1);
    const auto theirs = direct.tests(1);
    QCOMPARE(ours.size(), theirs.size());
    QVERIFY(!ours.empty());
    for (std::size_t i = 0; i < ours.size(); ++i) {
        QCOMPARE(ours[i].id, theirs[i].id);
        QCOMPARE(ours[i].imageSha256, theirs[i].imageSha256);
        QCOMPARE(ours[i].predicted, theirs[i].predicted);
    }
}

void TestMainWindow::actionsFollowTheRun()
{
    openSample();
    setUp(endless, path("a.mscope"));
    const RunActions *actions = m_window->runActions();
    const auto enabled = [actions] {
        QString text;
        for (const QAction *action : actions->all())
            text += action->isEnabled() ? QLatin1Char('1') : QLatin1Char('0');
        return text; // start pause step stop abort
    };
    QCOMPARE(enabled(), QStringLiteral("10100"));
    actions->step()->trigger(); // of an idle window: starts, makes one step, waits
    QCOMPARE(enabled(), QStringLiteral("10111"));
    QCOMPARE(actions->start()->text().remove(QLatin1Char('&')), QStringLiteral("Continue"));
    QVERIFY(!m_window->runPage()->setupPanel()->isEnabled());
    QTRY_VERIFY_WITH_TIMEOUT(workspace().controller().run() == 1, longWait);
    QTRY_VERIFY_WITH_TIMEOUT(m_window->tests().total() > 0, longWait);
    actions->start()->trigger();
    QCOMPARE(enabled(), QStringLiteral("01111"));
    actions->pause()->trigger();
    QCOMPARE(enabled(), QStringLiteral("10111"));
    actions->stop()->trigger();
    QCOMPARE(enabled(), QStringLiteral("00001"));
    QTRY_VERIFY_WITH_TIMEOUT(!workspace().controller().isBusy(), longWait);
    QCOMPARE(enabled(), QStringLiteral("10100"));
    QTRY_COMPARE(workspace().currentRunInfo()->phase, bridge::RunPhase::Stopped);
    QVERIFY(m_window->messageBar()->text().contains(QStringLiteral("stopped")));
}

void TestMainWindow::secondRunGoesIntoTheSession()
{
    runSample(300);
    QCOMPARE(find<QLineEdit>("sessionFile")->text(), path("a.mscope"));
    find<QComboBox>("criterion")
        ->setCurrentIndex(find<QComboBox>("criterion")->findData(QStringLiteral("nc")));
    QVERIFY(runToEnd());
    QTRY_COMPARE(workspace().currentRun(), 2);
    QCOMPARE(workspace().reader().runs().size(), 2);
    const auto *plot = find<widgets::CoveragePlot>("coveragePlot");
    QTRY_VERIFY(plot->points(QStringLiteral("coverage-1")).size() > 1);
    QTRY_VERIFY(plot->points(QStringLiteral("coverage-2")).size() > 1);
    QVERIFY(plot->hasSeries(QStringLiteral("failing-2")));
    QVERIFY(!plot->hasSeries(QStringLiteral("failing-1")));
    QCOMPARE(m_window->sessionsPage()->selectedRun(), 2);
}

void TestMainWindow::runsAreDeletedAfterAQuestion()
{
    runSample(300);
    m_window->setPage(MainWindow::Sessions);
    auto *table = find<QTableView>("runTable");
    const QAbstractItemModelTester tester(table->model(),
                                          QAbstractItemModelTester::FailureReportingMode::QtTest);
    QCOMPARE(table->model()->rowCount(), 1);
    QCOMPARE(m_window->sessionsPage()->selectedRun(), 1);
    const auto answer = [this](QMessageBox::ButtonRole role) {
        QTest::mouseClick(find<QPushButton>("deleteRun"), Qt::LeftButton);
        auto *box = m_window->findChild<QMessageBox *>();
        QVERIFY(box);
        for (QAbstractButton *button : box->buttons())
            if (box->buttonRole(button) == role)
                QTest::mouseClick(button, Qt::LeftButton);
        QTRY_VERIFY(!m_window->findChild<QMessageBox *>());
    };
    answer(QMessageBox::RejectRole);
    QCOMPARE(table->model()->rowCount(), 1);
    answer(QMessageBox::DestructiveRole);
    QTRY_COMPARE(table->model()->rowCount(), 0);
    QCOMPARE(workspace().currentRun(), 0);
    QTRY_COMPARE(find<widgets::ThumbnailGrid>("testGrid")->count(), qsizetype(0));
    QVERIFY(!find<widgets::CoveragePlot>("coveragePlot")->hasSeries(QStringLiteral("coverage-1")));
    QVERIFY(SessionStore(path("a.mscope").toStdString(), SessionStore::Mode::ReadOnly).runs().empty());
}

void TestMainWindow::closingDuringARunStopsIt()
{
    openSample();
    setUp(endless, path("a.mscope"));
    m_window->runActions()->start()->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(workspace().controller().run() == 1, longWait);
    QVERIFY(!m_window->close()); // asks first
    QVERIFY(m_window->isVisible());
    auto *stop = m_window->findChild<QPushButton *>(QStringLiteral("stopAndClose"));
    QVERIFY(stop);
    QTest::mouseClick(stop, Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(!m_window->isVisible(), longWait);
    QCOMPARE(SessionStore(path("a.mscope").toStdString(), SessionStore::Mode::ReadOnly).run(1).state,
             RunState::Stopped);
}

int main(int argc, char **argv)
{
    Application application(argc, argv);
    TestMainWindow test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_main_window.moc"
