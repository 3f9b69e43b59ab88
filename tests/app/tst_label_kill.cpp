// SPDX-License-Identifier: GPL-3.0-or-later
// The program is killed while somebody labels, again and again; what it had shown as stored is there.
#include "tests/app/label_page_fixture.h"

#include <QProcess>
#include <cstdio>

using namespace mutascope;
using namespace mutascope::gui;

namespace {

const char *const fileVariable = "MUTASCOPE_TEST_LABEL_FILE";

} // namespace

// The program that is killed: labels by keyboard and says how many answers are stored.
class LabellingProgram : public QObject, protected LabelPageFixture {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { useOwnSettings(QStringLiteral("tst_label_kill_program")); }
    void init() { makeWindow(); }
    void cleanup() { closeWindow(); }
    void labelsUntilItIsKilled()
    {
        open(qEnvironmentVariable(fileVariable));
        begin(QStringLiteral("Ann"));
        const Qt::Key keys[] = {Qt::Key_3, Qt::Key_X, Qt::Key_U};
        while (view()->state() == LabelView::State::Judging) {
            QVERIFY(answer(keys[view()->shown().progress.done % 3]));
            std::printf("\nstored %lld\n", view()->shown().progress.done);
            std::fflush(stdout);
        }
    }
};

class TestLabelKill : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void noStoredAnswerIsLost();

private:
    // Starts it on the file and kills it when it has stored count more; how many it said are stored.
    static qint64 labelAndKill(const QString &file, int count);
};

qint64 TestLabelKill::labelAndKill(const QString &file, int count)
{
    QProcess program;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QLatin1String(fileVariable), file);
    program.setProcessEnvironment(environment);
    program.setReadChannel(QProcess::StandardOutput);
    program.start(QCoreApplication::applicationFilePath(), {});
    qint64 stored = 0;
    while (count > 0 && (program.canReadLine() || program.waitForReadyRead(60'000)))
        while (count > 0 && program.canReadLine())
            if (const QByteArray line = program.readLine().trimmed(); line.startsWith("stored ")) {
                stored = line.mid(7).toLongLong();
                --count;
            }
    program.kill();
    program.waitForFinished();
    return program.exitStatus() == QProcess::CrashExit && count == 0 ? stored : -1;
}

void TestLabelKill::noStoredAnswerIsLost()
{
    QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("a.mscope"));
    addDrawnRun(file, 60, "deephunter");
    const LabelProtocol protocol = storeProtocol(file, plainProtocol());
    qint64 before = 0;
    for (const int count : {1, 1, 2, 3, 5}) {
        const qint64 said = labelAndKill(file, count);
        QCOMPARE(said, before + count); // it went on where it was killed
        LabelStore store(bridge::toPath(file), LabelStore::Mode::ReadWrite); // nobody holds it any more
        const LabellingQueue queue(store, protocol.uuid, 0, store.labellerNamed("Ann").uuid);
        const auto stored = qint64(queue.progress().done);
        QVERIFY2(stored == said || stored == said + 1, qPrintable(QString::number(stored))); // one on its way
        for (qint64 i = 0; i < stored; ++i) {
            const auto verdict = queue.at(std::size_t(i)).verdict;
            QVERIFY(verdict);
            const LabelAnswer answers[] = {LabelAnswer::Seen, LabelAnswer::Invalid, LabelAnswer::Unsure};
            QCOMPARE(verdict->answer, answers[i % 3]);
        }
        before = stored;
    }
    QVERIFY(before >= 12);
}

int main(int argc, char *argv[])
{
    QApplication program(argc, argv);
    if (qEnvironmentVariableIsSet(fileVariable)) {
        LabellingProgram labelling;
        return QTest::qExec(&labelling);
    }
    TestLabelKill test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_label_kill.moc"
