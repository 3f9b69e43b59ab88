// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bridge/convert.h"
#include "app/bridge/project_loader.h"
#include "app/bridge/run_controller.h"
#include "app/bridge/session_job.h"
#include "app/bridge/session_reader.h"
#include "tests/app/bridge_fixture.h"

#include <QDir>
#include <QFile>
#include <QSettings>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

using namespace mutascope;
using namespace mutascope::bridge;

class TestRunController : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();

    void loaderOpensTheSampleAndMeasuresIt();
    void loaderReportsMissingProjects();
    void runWritesASessionWhileItIsRead();
    void pauseStepAndStop();
    void resumeGoesOn();
    void stopBeforeTheSearchLeavesNoFile();
    void failuresAreReported();
    void destructorEndsARun();
    void exportAndVerifyRunInTheBackground();

private:
    QString path(const char *name) const { return m_folder->filePath(QLatin1String(name)); }
    std::unique_ptr<QTemporaryDir> m_folder;
    QTemporaryDir m_cache; // of criterion profiles: measured once
};

void TestRunController::initTestCase()
{
    QStandardPaths::setTestModeEnabled(true);
    QCoreApplication::setOrganizationName(QStringLiteral("mutascope-tests"));
    QCoreApplication::setApplicationName(QStringLiteral("tst_run_controller"));
    QSettings().clear();
}

void TestRunController::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(m_folder->isValid());
}

void TestRunController::loaderOpensTheSampleAndMeasuresIt()
{
    ProjectLoader loader;
    ProjectInfo info;
    double accuracy = -1;
    connect(&loader, &ProjectLoader::opened, this, [&](const ProjectInfo &project) { info = project; });
    connect(&loader, &ProjectLoader::accuracyMeasured, this,
            [&](const CleanAccuracy &measured) { accuracy = measured.share; });
    loader.open(sampleProject());
    QTRY_VERIFY_WITH_TIMEOUT(accuracy >= 0, longWait);
    QCOMPARE(info.classNames.size(), 10);
    QCOMPARE(info.inputText, QStringLiteral("28 × 28 × 1"));
    QCOMPARE(info.trainImages, 60000);
    QCOMPARE(info.testImages, 10000);
    QVERIFY(!info.model.layers.isEmpty());
    const Project project = openProject(sampleProject().toStdString());
    const auto model = project.openModel();
    QCOMPARE(accuracy, cleanAccuracy(*model, *project.openData("test")));
}

void TestRunController::loaderReportsMissingProjects()
{
    ProjectLoader loader;
    QSignalSpy failed(&loader, &ProjectLoader::failed);
    loader.open(path("none"));
    QTRY_COMPARE(failed.size(), 1);
    QVERIFY(failed.first()[1].toString().contains(QStringLiteral("no project")));
    QVERIFY(!failed.first()[2].toString().isEmpty());
}

void TestRunController::runWritesASessionWhileItIsRead()
{
    RunController controller;
    controller.setCacheFolder(m_cache.path());
    SessionReader reader;
    RunInfo result;
    int found = 0;
    connect(&controller, &RunController::runCreated, this, [&] { reader.open(controller.sessionFile()); });
    connect(&controller, &RunController::failingTestFound, this, [&](const FoundTest &test) {
        ++found;
        QCOMPARE(test.image.size(), QSize(28, 28));
        QCOMPARE(test.seedImage.size(), QSize(28, 28));
        QVERIFY(test.row.failing);
    });
    connect(&controller, &RunController::finished, this, [&](const RunInfo &run) { result = run; });
    QSignalSpy failed(&controller, &RunController::failed);
    QSignalSpy opened(&reader, &SessionReader::opened);
    QVERIFY(controller.start(sampleProject(), smallSetup(), path("new/run.mscope")));
    QVERIFY(!controller.start(sampleProject(), smallSetup(), path("other.mscope")));
    QTRY_VERIFY_WITH_TIMEOUT(result.id == 1 || failed.size() > 0, longWait);
    QVERIFY2(failed.isEmpty(), failed.isEmpty() ? "" : qPrintable(failed.first()[0].toString()));
    QCOMPARE(result.phase, RunPhase::Finished);
    QVERIFY(result.tests >= 400);
    QVERIFY(result.failing == 0 || found > 0);
    QTRY_COMPARE(opened.size(), 1);
    QSignalSpy refreshed(&reader, &SessionReader::runsChanged);
    reader.refreshRuns();
    QTRY_VERIFY(refreshed.size() > 0);
    QCOMPARE(reader.runs().first().phase, RunPhase::Finished);
    QCOMPARE(reader.runs().first().tests, result.tests);
}

void TestRunController::pauseStepAndStop()
{
    RunController controller;
    controller.setCacheFolder(m_cache.path());
    RunSetup setup = smallSetup();
    setup.budget.tests = 1'000'000'000;
    qint64 tests = -1;
    RunInfo result;
    connect(&controller, &RunController::statusChanged, this,
            [&](const widgets::RunStatusData &status) { tests = status.tests; });
    connect(&controller, &RunController::finished, this, [&](const RunInfo &run) { result = run; });
    QVERIFY(controller.start(sampleProject(), setup, path("a.mscope"), true));
    QCOMPARE(controller.state(), RunController::State::Paused);
    QTRY_VERIFY_WITH_TIMEOUT(tests >= 0, longWait); // ready before its first step
    QCOMPARE(tests, 0);
    controller.step();
    QCOMPARE(controller.state(), RunController::State::Paused);
    QTRY_VERIFY_WITH_TIMEOUT(tests > 0, longWait);
    const qint64 afterOne = tests;
    controller.resume();
    QCOMPARE(controller.state(), RunController::State::Running);
    QTRY_VERIFY_WITH_TIMEOUT(tests > afterOne, longWait);
    controller.pause();
    QCOMPARE(controller.state(), RunController::State::Paused);
    controller.stop();
    QCOMPARE(controller.state(), RunController::State::Stopping);
    QTRY_COMPARE_WITH_TIMEOUT(controller.state(), RunController::State::Idle, longWait);
    QCOMPARE(result.phase, RunPhase::Stopped);
    QVERIFY(result.tests > afterOne);
}

void TestRunController::resumeGoesOn()
{
    RunController controller;
    controller.setCacheFolder(m_cache.path());
    RunInfo result;
    connect(&controller, &RunController::finished, this, [&](const RunInfo &run) { result = run; });
    QVERIFY(controller.start(sampleProject(), smallSetup(), path("a.mscope")));
    QTRY_VERIFY_WITH_TIMEOUT(result.id == 1, longWait);
    const qint64 before = result.tests;
    const RunInfo first = result;
    result = {};
    BudgetValues more;
    more.tests = before + 300;
    QVERIFY(controller.resumeRun(path("a.mscope"), first, more));
    QTRY_VERIFY_WITH_TIMEOUT(result.id == 1, longWait);
    QVERIFY(result.tests >= before + 300);
}

void TestRunController::stopBeforeTheSearchLeavesNoFile()
{
    RunController controller;
    controller.setCacheFolder(m_cache.path());
    QSignalSpy cancelled(&controller, &RunController::cancelled);
    QVERIFY(controller.start(sampleProject(), smallSetup(), path("a.mscope")));
    controller.stop();
    QTRY_COMPARE_WITH_TIMEOUT(cancelled.size(), 1, longWait);
    QVERIFY(!QFile::exists(path("a.mscope")));
}

void TestRunController::failuresAreReported()
{
    RunController controller;
    QSignalSpy failed(&controller, &RunController::failed);
    QVERIFY(controller.start(path("none"), smallSetup(), path("a.mscope")));
    QTRY_COMPARE(failed.size(), 1);
    QCOMPARE(controller.state(), RunController::State::Idle);
    QVERIFY(!QFile::exists(path("a.mscope")));
    QVERIFY(controller.start(sampleProject(), smallSetup(), QStringLiteral("/proc/none/a.mscope")));
    QTRY_COMPARE(failed.size(), 2);
    QVERIFY(!failed.last()[1].toString().isEmpty());
}

void TestRunController::destructorEndsARun()
{
    {
        RunController controller;
        controller.setCacheFolder(m_cache.path());
        RunSetup setup = smallSetup();
        setup.budget.tests = 1'000'000'000;
        QSignalSpy created(&controller, &RunController::runCreated);
        QVERIFY(controller.start(sampleProject(), setup, path("a.mscope")));
        QTRY_COMPARE_WITH_TIMEOUT(created.size(), 1, longWait);
    }
    const SessionStore store(path("a.mscope").toStdString(), SessionStore::Mode::ReadOnly);
    QCOMPARE(store.run(1).state, RunState::Stopped);
}

void TestRunController::exportAndVerifyRunInTheBackground()
{
    RunController controller;
    controller.setCacheFolder(m_cache.path());
    RunInfo result;
    connect(&controller, &RunController::finished, this, [&](const RunInfo &run) { result = run; });
    QVERIFY(controller.start(sampleProject(), smallSetup(), path("a.mscope")));
    QTRY_VERIFY_WITH_TIMEOUT(result.id == 1, longWait);
    SessionJob job;
    QSignalSpy exported(&job, &SessionJob::exported);
    QSignalSpy verified(&job, &SessionJob::verified);
    QSignalSpy failed(&job, &SessionJob::failed);
    ExportOrder order;
    order.sessionFile = path("a.mscope");
    order.run = 1;
    order.folder = path("out");
    order.query.failing = true;
    QVERIFY(job.startExport(order));
    QVERIFY(job.isBusy());
    QVERIFY(!job.startVerify(path("a.mscope"), 1));
    QTRY_COMPARE_WITH_TIMEOUT(exported.size(), 1, longWait);
    QCOMPARE(exported.first()[1].toLongLong(), result.failing);
    QVERIFY(QFile::exists(path("out/manifest.csv")));
    QVERIFY(job.startVerify(path("a.mscope"), 1));
    QTRY_COMPARE_WITH_TIMEOUT(verified.size(), 1, longWait);
    QCOMPARE(verified.first()[1].toLongLong(), result.failing);
    QCOMPARE(verified.first()[2].toLongLong(), result.failing);
    QVERIFY(job.startExport(order)); // the folder is not empty now
    QTRY_COMPARE_WITH_TIMEOUT(failed.size(), 1, longWait);
}

QTEST_MAIN(TestRunController)
#include "tst_run_controller.moc"
