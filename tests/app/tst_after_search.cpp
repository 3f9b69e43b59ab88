// SPDX-License-Identifier: GPL-3.0-or-later
// Minimise, reduce, cluster and remove duplicates in the real window: the same as by the command line.
#include "tests/app/after_fixture.h"

#include "app/gui/format.h"
#include "widgets/search_combo.h"

#include <algorithm>
#include <numeric>

using namespace mutascope;
using namespace mutascope::gui;

namespace {

QString s(const char *text)
{
    return QString::fromLatin1(text);
}

struct Average {
    double mean = 0;
    double median = 0;
};

Average averageOf(std::vector<double> values)
{
    std::ranges::sort(values);
    const std::size_t middle = values.size() / 2;
    const double median = values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
    return {std::accumulate(values.begin(), values.end(), 0.0) / double(values.size()), median};
}

// Of one norm, from what the command line says of each test.
Average averageOf(const QJsonArray &tests, const char *when, const char *norm)
{
    std::vector<double> values;
    for (const QJsonValue &test : tests)
        values.push_back(test.toObject().value(s(when)).toObject().value(s(norm)).toDouble());
    return averageOf(values);
}

} // namespace

class TestAfterSearch : public QObject, protected AfterFixture {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        useOwnSettings(QStringLiteral("tst_after_search"));
        makeSession();
    }
    void init()
    {
        makeWindow();
        openCopy();
    }
    void cleanup() { closeWindow(); }

    void minimisesAsTheCommandLine();
    void reducesAsTheCommandLineIntoAFileOfItsOwn();
    void clustersAsTheCommandLineAndAClickShowsATest();
    void removesDuplicatesAsTheCommandLine();
    void aDerivedRunIsNotResumed();
    void menusOfPagesChooseTheRun();

private:
    void compareReached(const bridge::ReachedValues &values, const QJsonObject &expected);
};

void TestAfterSearch::minimisesAsTheCommandLine()
{
    const QString out = path("cli.mscope");
    const QJsonObject expected = ask({s("minimize"), m_base, s("--limit"), s("15"), s("--out"), out});
    work(Kind::Minimize, {{s("norm"), s("l2")}, {s("limit"), 15LL}});
    const auto &found = values<bridge::MinimizeValues>();
    const QJsonArray tests = expected.value(s("tests")).toArray();
    QCOMPARE(tests.size(), 15);
    QCOMPARE(found.minimal + found.notVerified, 15);
    QCOMPARE(found.norms.size(), 4);
    const char *const norms[] = {"l0", "l1", "l2", "linf"};
    for (int row = 0; row < 4; ++row) {
        const Average before = averageOf(tests, "before", norms[row]);
        const Average after = averageOf(tests, "after", norms[row]);
        QCOMPARE(found.norms[row].meanBefore, before.mean);
        QCOMPARE(found.norms[row].meanAfter, after.mean);
        QCOMPARE(found.norms[row].medianBefore, before.median);
        QCOMPARE(found.norms[row].medianAfter, after.median);
        QCOMPARE(cell(row, 1), QLocale().toString(after.mean, 'f', 1));
        QVERIFY(after.mean <= before.mean);
    }
    QCOMPARE(m_outcome->newRun, 2);
    QCOMPARE(m_outcome->verified, 15);
    QCOMPARE(hashesOf(m_file, 2), hashesOf(out, 1)); // the same images
    QTRY_VERIFY(workspace().reader().run(2)); // the open session was read again
    press("afterShow");
    QCOMPARE(m_window->page(), MainWindow::Tests);
    QTRY_COMPARE(workspace().currentRun(), 2);
    QTRY_COMPARE(qsizetype(m_window->tests().rows().size()), 15);
}

void TestAfterSearch::compareReached(const bridge::ReachedValues &values, const QJsonObject &expected)
{
    QCOMPARE(values.tests, expected.value(s("tests")).toInteger());
    QCOMPARE(values.failing, expected.value(s("failing")).toInteger());
    QCOMPARE(values.faults, expected.value(s("faults")).toInteger());
    const QJsonObject coverage = expected.value(s("coverage")).toObject();
    QCOMPARE(values.coverage.size(), coverage.size());
    for (const auto &[criterion, value] : values.coverage)
        QCOMPARE(value, coverage.value(criterion).toDouble(-1));
}

void TestAfterSearch::reducesAsTheCommandLineIntoAFileOfItsOwn()
{
    const QString out = path("cli.mscope"), own = path("few.mscope");
    const QJsonObject expected = ask({s("reduce"), m_base, s("--criterion"), s("kmnc:10"), s("--criterion"),
                                      s("nc:0.5"), s("--out"), out});
    work(Kind::Reduce, {{s("criterion"), s("kmnc:10 nc:0.5")}}, own);
    const auto &found = values<bridge::ReduceValues>();
    compareReached(found.before, expected.value(s("before")).toObject());
    compareReached(found.after, expected.value(s("after")).toObject());
    QVERIFY(found.same);
    QVERIFY(found.after.tests < found.before.tests);
    QCOMPARE(cell(0, 0), countText(found.before.tests));
    QCOMPARE(cell(3, 1), percentText(found.after.coverage[0].second, 2));
    QCOMPARE(hashesOf(own, 1), hashesOf(out, 1));
    QCOMPARE(runsOf(m_file), 1); // left alone
    press("afterShow");
    QTRY_COMPARE_WITH_TIMEOUT(workspace().reader().file(), own, longWait);
    QTRY_COMPARE(workspace().currentRun(), 1);
    QCOMPARE(m_window->page(), MainWindow::Tests);
}

void TestAfterSearch::clustersAsTheCommandLineAndAClickShowsATest()
{
    const QJsonObject expected = ask({s("cluster"), m_base, s("--min-size"), s("3"), s("--no-store")});
    const QDateTime ended = workspace().currentRunInfo()->finishedAt;
    QTest::qWait(1100); // times are stored in seconds
    work(Kind::Cluster, {{s("min-size"), 3LL}});
    const auto &found = values<bridge::ClusterValues>();
    const QJsonArray clusters = expected.value(s("clusters")).toArray();
    QVERIFY(!clusters.isEmpty());
    QCOMPARE(found.clusters.size(), clusters.size());
    for (qsizetype i = 0; i < clusters.size(); ++i) {
        QCOMPARE(found.clusters[i].representative,
                 clusters[i].toObject().value(s("representative")).toInteger());
        QCOMPARE(found.clusters[i].tests.size(), clusters[i].toObject().value(s("size")).toInteger());
        QVERIFY(!found.clusters[i].image.isNull());
        QCOMPARE(cell(int(i), 1), countText(found.clusters[i].tests.size()));
    }
    QCOMPARE(found.inNone, expected.value(s("noise")).toArray().size());
    {
        const SessionStore store(bridge::toPath(m_file), SessionStore::Mode::ReadOnly);
        QCOMPARE(store.documents(1).size(), std::size_t(1));
        QCOMPARE(store.documents(1)[0].content.at("clusters").size(), std::size_t(clusters.size()));
    }
    QTRY_COMPARE(workspace().currentRunInfo()->finishedAt, ended);
    const int pictureHeight = find<QTableWidget>("afterTable")->rowHeight(0);
    QVERIFY(pictureHeight >= find<QTableWidget>("afterTable")->iconSize().height());
    // Whatever the Tests page is filtered by.
    auto *state = find<widgets::SearchCombo>("stateFilter");
    state->setCurrentIndex(state->count() - 1);
    const auto *table = find<QTableWidget>("afterTable");
    QTest::mouseClick(table->viewport(), Qt::LeftButton, {},
                      table->visualItemRect(table->item(0, 0)).center());
    QCOMPARE(m_window->page(), MainWindow::Tests);
    QTRY_COMPARE(find<widgets::ThumbnailGrid>("testGrid")->currentId(), found.clusters[0].representative);
    work(Kind::Deduplicate, {{s("distance"), 0.0}});
    QVERIFY(table->rowHeight(0) < pictureHeight); // numbers need less room
}

void TestAfterSearch::removesDuplicatesAsTheCommandLine()
{
    const QString out = path("cli.mscope");
    const QJsonObject expected = ask({s("deduplicate"), m_base, s("--distance"), s("0.2"), s("--out"), out});
    work(Kind::Deduplicate, {{s("distance"), 0.2}});
    const auto &found = values<bridge::DuplicateValues>();
    QCOMPARE(found.tests, expected.value(s("tests")).toInteger());
    QCOMPARE(found.equal, expected.value(s("equal")).toInteger());
    QCOMPARE(found.near, expected.value(s("near")).toInteger());
    QCOMPARE(found.kept, expected.value(s("kept")).toArray().size());
    QVERIFY(found.near > 0);
    QCOMPARE(cell(3, 0), countText(found.kept));
    QCOMPARE(hashesOf(m_file, 2), hashesOf(out, 1));
}

void TestAfterSearch::aDerivedRunIsNotResumed()
{
    work(Kind::Deduplicate, {{s("distance"), 0.0}});
    m_window->setPage(MainWindow::Sessions);
    QTRY_VERIFY(workspace().reader().run(2));
    QVERIFY(find<QPushButton>("resumeRun")->isEnabled());
    workspace().setCurrentRun(2);
    QVERIFY(!find<QPushButton>("resumeRun")->isEnabled());
    QVERIFY(find<QPushButton>("verifyRun")->isEnabled());
}

void TestAfterSearch::menusOfPagesChooseTheRun()
{
    const auto trigger = [this](QWidget *page, Kind kind) {
        page->findChild<QAction *>(QStringLiteral("after%1").arg(int(kind)))->trigger();
        QCOMPARE(m_window->page(), MainWindow::Retrain);
        QCOMPARE(find<QTabWidget>("retrainTabs")->currentIndex(), int(RetrainPage::After));
        QCOMPARE(m_window->retrainPage()->afterForm()->order().kind, kind);
    };
    work(Kind::Deduplicate, {{s("distance"), 0.0}});
    QTRY_VERIFY(workspace().reader().run(2));
    workspace().setCurrentRun(2);
    m_window->setPage(MainWindow::Tests);
    trigger(m_window->testsPage(), Kind::Cluster);
    QCOMPARE(m_window->retrainPage()->afterForm()->order().run, 2);
    workspace().setCurrentRun(1);
    m_window->setPage(MainWindow::Sessions);
    trigger(m_window->sessionsPage(), Kind::Reduce);
    QCOMPARE(m_window->retrainPage()->afterForm()->order().run, 1);
    QCOMPARE(find<QTableView>("runTable")->actions().size(), 4); // its context menu
}

int main(int argc, char **argv)
{
    Application application(argc, argv);
    TestAfterSearch test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_after_search.moc"
