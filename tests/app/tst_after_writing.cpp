// SPDX-License-Identifier: GPL-3.0-or-later
// Work on the tests of a run that is stopped, or finds its session written by something else.
#include "tests/app/after_fixture.h"

using namespace mutascope;
using namespace mutascope::gui;

namespace {

QString s(const char *text)
{
    return QString::fromLatin1(text);
}

} // namespace

class TestAfterWriting : public QObject, protected AfterFixture {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        useOwnSettings(QStringLiteral("tst_after_writing"));
        makeSession();
    }
    void init()
    {
        makeWindow();
        openCopy();
    }
    void cleanup() { closeWindow(); }

    void saysWhyItCannotStart();
    void stoppedInTheMiddleKeepsWhatWasReached();
    void stoppedBeforeThereIsAnythingWritesNothing();
    void anotherProgramHasTheSession();
    void waitsWhileTheSessionIsWritten();
    void stoppedWhileItWaits();
    void labellingGoesOnBesideIt();
    void badTargets();

private:
    std::unique_ptr<SessionStore> takeLock() const
    {
        return std::make_unique<SessionStore>(bridge::toPath(m_file), SessionStore::Mode::ReadWrite);
    }
    // A job that has read the tests, and waits at the first of its steps.
    void beginPaused(const QVariantMap &settings)
    {
        begin(Kind::Deduplicate, settings);
        press("jobPause");
        QCOMPARE(jobs().state(), bridge::ModelJobs::State::Paused);
        QTRY_VERIFY_WITH_TIMEOUT(m_phase.contains(s("looking")), longWait);
    }
};

void TestAfterWriting::saysWhyItCannotStart()
{
    const auto why = [this] { return find<QLabel>("startAfterProblem")->text(); };
    choose(Kind::Cluster, {{s("min-size"), 100000LL}});
    QVERIFY(!find<QPushButton>("startAfter")->isEnabled());
    QVERIFY(why().contains(s("100000 failing tests")));
    choose(Kind::Reduce, {{s("criterion"), s("kmnk")}});
    QVERIFY(why().contains(s("kmnk")));
    choose(Kind::Minimize, {}, path("small.png"));
    QVERIFY(why().contains(s(".mscope")));
    choose(Kind::Minimize, {});
    QVERIFY(find<QPushButton>("startAfter")->isEnabled());
    workspace().reader().close();
    QTRY_VERIFY(why().contains(s("session")));
}

void TestAfterWriting::stoppedInTheMiddleKeepsWhatWasReached()
{
    begin(Kind::Minimize, {});
    QVERIFY(waitForTitle("Minimising"));
    press("jobStop");
    QVERIFY(waitForEnd());
    QTRY_VERIFY(m_outcome.has_value());
    QVERIFY(m_outcome->stopped);
    QVERIFY(jobTitle().contains(s("Stopped")));
    const auto &found = values<bridge::MinimizeValues>();
    QVERIFY(found.unfinished > 0);
    const SessionStore store(bridge::toPath(m_file), SessionStore::Mode::ReadOnly);
    QCOMPARE(store.run(2).state, RunState::Stopped);
    QCOMPARE(store.run(2).counters.tests, found.minimal + found.unfinished + found.notVerified);
    QCOMPARE(m_outcome->verified, m_outcome->failing);
}

void TestAfterWriting::stoppedBeforeThereIsAnythingWritesNothing()
{
    for (const Kind kind : {Kind::Reduce, Kind::Cluster, Kind::Deduplicate}) {
        begin(kind, {});
        press("jobPause");
        press("jobStop");
        QVERIFY(waitForEnd());
        QTRY_COMPARE(jobTitle(), s("Stopped"));
        QVERIFY(!m_outcome.has_value());
        QCOMPARE(runsOf(m_file), 1);
        const SessionStore store(bridge::toPath(m_file), SessionStore::Mode::ReadOnly);
        QVERIFY(store.documents(1).empty());
    }
}

// A search of the command line writes to the file.
void TestAfterWriting::anotherProgramHasTheSession()
{
    QProcess other;
    other.start(cli(),
                {s("run"), sampleProject(), s("--generator"), s("random"), s("--criterion"), s("none"),
                 s("--budget-time"), s("300"), s("--out"), m_file, s("--quiet")});
    QTRY_VERIFY_WITH_TIMEOUT(runsOf(m_file) == 2, longWait);
    begin(Kind::Minimize, {});
    QVERIFY(waitForEnd());
    QTRY_VERIFY(m_window->messageBar()->isVisible());
    const QString text = find<QLabel>("jobNote")->text();
    QVERIFY2(text.contains(s("another program (process %1)").arg(other.processId())), qPrintable(text));
    QVERIFY(!m_outcome.has_value());
    other.terminate(); // a clean checkpoint
    QVERIFY(other.waitForFinished(longWait));
    work(Kind::Deduplicate, {{s("distance"), 0.0}}); // now it can
    QCOMPARE(m_outcome->newRun, 3);
}

void TestAfterWriting::waitsWhileTheSessionIsWritten()
{
    beginPaused({{s("distance"), 0.2}});
    std::unique_ptr<SessionStore> writer = takeLock();
    press("jobPause");
    QVERIFY(waitForTitle("Waiting until nothing else writes"));
    QVERIFY(jobs().isBusy());
    writer.reset();
    QVERIFY(waitForEnd());
    QTRY_VERIFY(m_outcome.has_value());
    QCOMPARE(m_outcome->newRun, 2);
    QCOMPARE(runsOf(m_file), 2);
}

void TestAfterWriting::stoppedWhileItWaits()
{
    beginPaused({{s("distance"), 0.2}});
    const std::unique_ptr<SessionStore> writer = takeLock();
    press("jobPause");
    QVERIFY(waitForTitle("Waiting until nothing else writes"));
    press("jobStop");
    QVERIFY(waitForEnd());
    QTRY_VERIFY2(find<QLabel>("jobNote")->text().contains(s("by something else in this program")),
                 qPrintable(find<QLabel>("jobNote")->text()));
    QVERIFY(!m_outcome.has_value());
}

// Verdicts that are given while a job is at work are there in the end, and so is the job's run.
void TestAfterWriting::labellingGoesOnBesideIt()
{
    storeProtocol(m_file, plainProtocol());
    beginPaused({{s("distance"), 0.2}});
    m_window->setPage(MainWindow::Label);
    QVERIFY(waitReading());
    QTRY_VERIFY(!page()->overview()->protocols().isEmpty());
    LabelPageFixture::begin(s("Ada"));
    QVERIFY(answer(Qt::Key_X));
    jobs().resume();
    QVERIFY(waitForTitle("Waiting until nothing else writes"));
    QVERIFY(answer(Qt::Key_X));
    QVERIFY(jobs().isBusy()); // still
    m_window->setPage(MainWindow::Retrain); // leaves the labelling
    QVERIFY(waitForEnd());
    QTRY_VERIFY(m_outcome.has_value());
    QCOMPARE(runsOf(m_file), 2);
    QCOMPARE(stored("Ada").size(), 2);
}

void TestAfterWriting::badTargets()
{
    QFile text(path("text.mscope"));
    QVERIFY(text.open(QIODevice::WriteOnly));
    text.write("no session");
    text.close();
    for (const QString &target : {path("text.mscope"), s("/nowhere/at/all.mscope")}) {
        begin(Kind::Minimize, {}, target);
        QVERIFY(waitForEnd());
        QTRY_VERIFY2(find<QLabel>("jobNote")->text().contains(target.section(QLatin1Char('/'), 0, -2)),
                     qPrintable(find<QLabel>("jobNote")->text()));
        QVERIFY(!m_outcome.has_value());
    }
    QVERIFY(text.open(QIODevice::ReadOnly));
    QCOMPARE(text.readAll(), QByteArray("no session")); // left alone
}

int main(int argc, char **argv)
{
    Application application(argc, argv);
    TestAfterWriting test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_after_writing.moc"
