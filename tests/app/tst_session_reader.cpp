// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bridge/convert.h"
#include "app/bridge/session_reader.h"
#include "core/base/hash.h"

#include <QDir>
#include <QFile>
#include <QSettings>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

using namespace mutascope;
using namespace mutascope::bridge;

namespace {

Image image(int value)
{
    Image out{{4, 4, 1}, std::vector<std::uint8_t>(16, std::uint8_t(value))};
    out.pixels[0] = std::uint8_t(255 - value);
    return out;
}

TestRecord someTest(std::int64_t id)
{
    TestRecord test;
    test.id = id;
    test.seed = 0;
    test.parent = id == 3 ? 1 : 0;
    test.mutation.mutator = id % 2 == 0 ? "rotate" : "blur";
    test.mutation.values = {{"degrees", -7}};
    test.label = 0;
    test.predicted = id % 3 == 0 ? 1 : 0;
    test.failing = id % 3 == 0;
    test.verified = id % 6 == 0;
    test.probabilities = {0.25f, 0.75f};
    test.l0 = 5;
    test.linf = 9;
    test.imageSha256 = sha256(image(int(id)).pixels);
    return test;
}

// A session of one finished run with 12 tests, without any model.
void writeSession(const QString &file)
{
    SessionStore store(file.toStdString(), SessionStore::Mode::Create);
    RunRecord run;
    run.generator = "deephunter";
    run.criterion = "kmnc:k=1000";
    run.seed = 7;
    run.config = run.versions = "{}";
    run.project = "{}";
    const std::int64_t id = store.createRun(run, {{0, 41, 0, {0.9f, 0.1f}, image(0)}});
    Checkpoint checkpoint;
    for (std::int64_t test = 1; test <= 12; ++test) {
        checkpoint.tests.push_back(someTest(test));
        checkpoint.pngs.push_back(encodePng(image(int(test))));
    }
    checkpoint.coverage = {{0, 0, 0, 0, 0.25}, {1, 100, 12, 4, 0.5}};
    checkpoint.yields = {{"blur", {10, 8, 2, 1}}, {"rotate", {9, 6, 2, 0}}};
    checkpoint.log = {{0.5, "info", "hello"}};
    store.writeCheckpoint(id, checkpoint);
    Counters counters;
    counters.tests = 12;
    counters.failing = 4;
    store.finishRun(id, RunState::Finished, "", counters, 0.25, 0.5);
}

} // namespace

class TestSessionReader : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();

    void readerShowsWhatTheStoreHolds();
    void readerFiltersAndPages();
    void readerReportsBadFiles();
    void readerKeepsItsSessionWhenAnotherCannotBeOpened();
    void readerDropsAnswersOfAClosedSession();
    void readerDeletesRuns();

private:
    QString path(const char *name) const { return m_folder->filePath(QLatin1String(name)); }
    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestSessionReader::initTestCase()
{
    QStandardPaths::setTestModeEnabled(true);
    QCoreApplication::setOrganizationName(QStringLiteral("mutascope-tests"));
    QCoreApplication::setApplicationName(QStringLiteral("tst_session_reader"));
    QSettings().clear();
}

void TestSessionReader::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(m_folder->isValid());
}

void TestSessionReader::readerShowsWhatTheStoreHolds()
{
    writeSession(path("a.mscope"));
    SessionReader reader;
    QSignalSpy opened(&reader, &SessionReader::opened);
    reader.open(path("a.mscope"));
    QTRY_COMPARE(opened.size(), 1);
    QCOMPARE(reader.runs().size(), 1);
    const RunInfo run = reader.runs().first();
    QCOMPARE(run.generator, QStringLiteral("deephunter"));
    QCOMPARE(run.phase, RunPhase::Finished);
    QCOMPARE(run.seed, quint64(7));
    QCOMPARE(run.failing, 4);
    QCOMPARE(run.coverageEnd, 0.5);
    QVERIFY(run.startedAt.isValid());

    TestDetails details;
    reader.fetchDetails(1, 3, this, [&](const TestDetails &answer) { details = answer; });
    QTRY_COMPARE(details.row.id, 3);
    QVERIFY(fromQImage(details.image) == image(3));
    QVERIFY(fromQImage(details.seedImage) == image(0));
    QCOMPARE(details.lineage.size(), std::size_t(3)); // seed, test 1, test 3
    QCOMPARE(details.lineage[1].id, 1);
    QCOMPARE(details.lineage[2].caption, QStringLiteral("blur (degrees -7)"));
    QCOMPARE(details.before, std::vector<float>({0.9f, 0.1f}));
    QCOMPARE(details.after, std::vector<float>({0.25f, 0.75f}));
    QCOMPARE(details.datasetIndex, 41);
    QCOMPARE(details.l0, 5);
    QCOMPARE(details.pixelValues, 16);

    RunCurves curves;
    reader.fetchCurves(1, this, [&](const RunCurves &answer) { curves = answer; });
    QTRY_COMPARE(curves.coverage.size(), std::size_t(2));
    QCOMPARE(curves.coverage[1].value, 0.5);
    QCOMPARE(curves.failing[1].value, 4.0);
    widgets::RunStatusData status;
    reader.fetchStatus(1, this, [&](const widgets::RunStatusData &answer) { status = answer; });
    QTRY_COMPARE(status.yields.size(), 2);
    QCOMPARE(status.yields[0].accepted, 8);
    QList<LogLine> log;
    reader.fetchLog(1, this, [&](const QList<LogLine> &answer) { log = answer; });
    QTRY_COMPARE(log.size(), 1);
    QCOMPARE(log.first().text, QStringLiteral("hello"));
}

void TestSessionReader::readerFiltersAndPages()
{
    writeSession(path("a.mscope"));
    const SessionStore store(path("a.mscope").toStdString(), SessionStore::Mode::ReadOnly);
    SessionReader reader;
    QSignalSpy opened(&reader, &SessionReader::opened);
    reader.open(path("a.mscope"));
    QTRY_COMPARE(opened.size(), 1);
    TestQuery query;
    query.failing = true;
    query.mutator = QStringLiteral("rotate");
    std::vector<TestRow> rows;
    reader.fetchTests(1, query, 0, this, [&](const std::vector<TestRow> &answer) { rows = answer; });
    QTRY_COMPARE(rows.size(), std::size_t(2)); // 6 and 12: failing every third, rotated every second
    QCOMPARE(rows[0].id, 6);
    QCOMPARE(rows[1].id, 12);
    QVERIFY(rows[0].verified);
    QCOMPARE(qint64(rows.size()), qint64(store.testCount(1, toFilter(query))));
    bool answered = false;
    reader.fetchTests(1, {}, 10, this, [&](const std::vector<TestRow> &answer) {
        rows = answer;
        answered = true;
    });
    QTRY_VERIFY(answered);
    QCOMPARE(rows.size(), std::size_t(2));
    QCOMPARE(rows[0].id, 11);
    QList<Thumbnail> thumbnails;
    reader.fetchThumbnails(1, {2, 999}, this, [&](const QList<Thumbnail> &answer) { thumbnails = answer; });
    QTRY_COMPARE(thumbnails.size(), 2);
    QVERIFY(fromQImage(thumbnails[0].image) == image(2));
    QVERIFY(thumbnails[1].image.isNull()); // no such test: the other still comes
}

void TestSessionReader::readerReportsBadFiles()
{
    QFile junk(path("junk.mscope"));
    QVERIFY(junk.open(QIODevice::WriteOnly));
    junk.write("not a session at all");
    junk.close();
    SessionReader reader;
    QSignalSpy failed(&reader, &SessionReader::openFailed);
    for (const QString &file : {path("junk.mscope"), path("none.mscope")}) {
        reader.open(file);
        QTRY_COMPARE(failed.size(), 1);
        const QVariantList arguments = failed.takeFirst();
        QCOMPARE(arguments[0].toString(), file);
        QVERIFY(!arguments[1].toString().isEmpty());
        QVERIFY(!reader.isOpen());
    }
}

void TestSessionReader::readerKeepsItsSessionWhenAnotherCannotBeOpened()
{
    writeSession(path("a.mscope"));
    SessionReader reader;
    QSignalSpy opened(&reader, &SessionReader::opened);
    QSignalSpy closed(&reader, &SessionReader::closed);
    QSignalSpy failed(&reader, &SessionReader::openFailed);
    reader.open(path("a.mscope"));
    QTRY_COMPARE(opened.size(), 1);
    reader.open(path("none.mscope"));
    QTRY_COMPARE(failed.size(), 1);
    QCOMPARE(closed.size(), 0);
    QCOMPARE(reader.file(), path("a.mscope"));
    QCOMPARE(reader.runs().size(), 1);
    qint64 count = 0;
    reader.countTests(1, {}, this, [&](qint64 answer) { count = answer; });
    QTRY_COMPARE(count, 12);
}

void TestSessionReader::readerDropsAnswersOfAClosedSession()
{
    writeSession(path("a.mscope"));
    SessionReader reader;
    QSignalSpy opened(&reader, &SessionReader::opened);
    reader.open(path("a.mscope"));
    QTRY_COMPARE(opened.size(), 1);
    int answers = 0;
    reader.fetchTests(1, {}, 0, this, [&](const std::vector<TestRow> &) { ++answers; });
    reader.close();
    QVERIFY(!reader.isOpen());
    reader.open(path("a.mscope"));
    QTRY_COMPARE(opened.size(), 2);
    QCOMPARE(answers, 0);
    auto receiver = std::make_unique<QObject>();
    reader.fetchTests(1, {}, 0, receiver.get(), [&](const std::vector<TestRow> &) { ++answers; });
    receiver.reset();
    qint64 count = 0;
    reader.countTests(1, {}, this, [&](qint64 answer) { count = answer; });
    QTRY_COMPARE(count, 12); // asked later, answered: the one before was dropped
    QCOMPARE(answers, 0);
}

void TestSessionReader::readerDeletesRuns()
{
    writeSession(path("a.mscope"));
    writeSession(path("a.mscope"));
    SessionReader reader;
    QSignalSpy deleted(&reader, &SessionReader::runDeleted);
    QSignalSpy opened(&reader, &SessionReader::opened);
    reader.open(path("a.mscope"));
    QTRY_COMPARE(opened.size(), 1);
    QCOMPARE(reader.runs().size(), 2);
    reader.deleteRun(1);
    QTRY_COMPARE(deleted.size(), 1);
    QCOMPARE(reader.runs().size(), 1);
    QCOMPARE(reader.runs().first().id, 2);
    QCOMPARE(SessionStore(path("a.mscope").toStdString(), SessionStore::Mode::ReadOnly).runs().size(),
             std::size_t(1));
}

QTEST_MAIN(TestSessionReader)
#include "tst_session_reader.moc"
