// SPDX-License-Identifier: GPL-3.0-or-later
// The page that compares runs, in the real window, with runs of the sample project.
#include "tests/app/window_fixture.h"

#include "app/bridge/catalog.h"
#include "app/bridge/comparison_work.h"
#include "app/gui/assess/metric_choice.h"
#include "app/gui/comparison/comparison_page.h"
#include "app/gui/comparison/paired_gallery.h"
#include "app/gui/comparison/run_tree.h"
#include "core/run/run.h"
#include "widgets/band_plot.h"
#include "widgets/metric_table.h"

#include <QTabWidget>
#include <QTableWidget>

using namespace mutascope;
using namespace mutascope::gui;

namespace {

constexpr int jobWait = 240'000;

class Silent : public RunObserver {
    void onEvent(const RunEvent &) override { }
};

// As the command line makes one.
void makeRun(const Project &project, const QString &file, const char *generator, std::uint64_t seed,
             const char *perClass = "2")
{
    RunConfig config;
    config.generator = generator;
    config.criterion = "nc:0.75";
    config.layers = "default";
    config.settings = {{"seeds-per-class", perClass}, {"profile-limit", "500"}};
    config.budget.modelCalls = 1500;
    config.seed = seed;
    config.threads = 1;
    SessionStore store(bridge::toPath(file), SessionStore::Mode::Create);
    RunControl control;
    Silent silent;
    executeRun(project, config, store, control, silent, {bridge::toPath(QFileInfo(file).path())});
}

} // namespace

class TestComparison : public QObject, protected WindowFixture {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup() { closeWindow(); }

    void repeatsAreGrouped();
    void groupsOfOneGeneratorSayHowTheyDiffer();
    void runsOfTwoFilesStandInOneTable();
    void curvesHaveABandAGroup();
    void onlyWhatDiffersIsListed();
    void testsOfTheSameSeedStandBesideEachOther();
    void metricsAreMeasuredAndSorted();
    void runsOfAnotherModelAreNotMixedAndJudgedAgain();
    void damagedFileSaysWhy();
    void theOpenSessionIsThere();

private:
    QString file(const char *name) const { return m_sessions.filePath(QLatin1String(name)); }
    ComparisonPage *page() const { return m_window->comparisonPage(); }
    void show(const QStringList &files, qsizetype runs)
    {
        m_window->setPage(MainWindow::Runs);
        page()->setFiles(files);
        QTRY_COMPARE(page()->shownRuns().size(), runs);
    }
    widgets::MetricTable *table() const { return find<widgets::MetricTable>("comparisonTable"); }

    QTemporaryDir m_sessions;
};

// a: random 1 and 2, deephunter 1; b: random with more seeds; other: the same file fed in another way.
void TestComparison::initTestCase()
{
    useOwnSettings(QStringLiteral("tst_comparison"));
    const Project sample = openProject(bridge::toPath(sampleProject()));
    makeRun(sample, file("a.mscope"), "random", 1);
    makeRun(sample, file("a.mscope"), "random", 2);
    makeRun(sample, file("a.mscope"), "deephunter", 1);
    makeRun(sample, file("b.mscope"), "random", 3, "3");
    Project other = sample;
    other.name = "darker";
    other.folder = bridge::toPath(m_sessions.filePath(QStringLiteral("darker")));
    other.model.file = sample.modelFile();
    other.dataPath = sample.dataFolder();
    other.model.scale = 300;
    std::filesystem::create_directories(other.folder);
    saveProject(other);
    makeRun(openProject(other.folder), file("other.mscope"), "random", 1);
}

void TestComparison::init()
{
    makeWindow();
    page()->comparison().setCacheFolder(m_sessions.path());
}

void TestComparison::repeatsAreGrouped()
{
    const bridge::ComparedFile read = bridge::readSessionFile(file("a.mscope"));
    QVERIFY2(read.error.isEmpty(), qPrintable(read.error));
    const QList<bridge::RunGroup> groups = bridge::groupsOf(read.runs);
    QCOMPARE(groups.size(), 2);
    QCOMPARE(groups[0].runs.size(), 2);
    QCOMPARE(groups[0].name, bridge::generatorName(QStringLiteral("random")));
    QCOMPARE(groups[1].runs.size(), 1);
}

void TestComparison::groupsOfOneGeneratorSayHowTheyDiffer()
{
    QList<bridge::ComparedRun> runs = bridge::readSessionFile(file("a.mscope")).runs.first(2);
    runs += bridge::readSessionFile(file("b.mscope")).runs;
    const QList<bridge::RunGroup> groups = bridge::groupsOf(runs);
    QCOMPARE(groups.size(), 2);
    QVERIFY2(groups[0].name.contains(QStringLiteral("seeds-per-class 2")), qPrintable(groups[0].name));
    QVERIFY2(groups[1].name.contains(QStringLiteral("seeds-per-class 3")), qPrintable(groups[1].name));
}

void TestComparison::runsOfTwoFilesStandInOneTable()
{
    show({file("a.mscope"), file("b.mscope")}, 4);
    QCOMPARE(table()->data().rows.size(), std::size_t(4));
    QVERIFY(table()->data().rows[3].name.contains(QStringLiteral("b")));
    QCOMPARE(table()->data().rows[0].series, 0);
    QCOMPARE(table()->data().rows[1].series, 0); // a repeat of the first
    QCOMPARE(table()->data().rows[2].series, 1);
    auto *tree = find<RunTree>("comparisonTree");
    tree->tick({page()->shownRuns().first().place}, false);
    QCOMPARE(table()->data().rows.size(), std::size_t(3));
    page()->addFiles({file("a.mscope")}); // is there already: what was left out stays out
    QTest::qWait(0);
    QTRY_COMPARE(table()->data().rows.size(), std::size_t(3));
}

void TestComparison::curvesHaveABandAGroup()
{
    show({file("a.mscope")}, 3);
    const auto *plot = find<widgets::BandPlot>("comparisonFailing");
    QTRY_COMPARE(plot->seriesIds().size(), 2);
    const widgets::Band &band = plot->band(QStringLiteral("0"));
    QCOMPARE(band.x.size(), 80);
    double most = 0;
    for (const bridge::ComparedRun &run : page()->shownRuns().first(2))
        most += double(run.info.failing) / 2;
    QCOMPARE(band.mean.last(), most);
    QVERIFY(band.low.last() <= band.mean.last() && band.mean.last() <= band.high.last());
}

void TestComparison::onlyWhatDiffersIsListed()
{
    show({file("a.mscope"), file("b.mscope")}, 4);
    const auto *differences = find<QTableWidget>("comparisonDifferences");
    QStringList names;
    for (int row = 0; row < differences->rowCount(); ++row)
        names.append(differences->verticalHeaderItem(row)->text());
    QVERIFY(names.contains(QStringLiteral("generator")));
    QVERIFY(names.contains(QStringLiteral("seed")));
    QVERIFY(names.contains(QStringLiteral("seeds-per-class")));
    for (const char *same : {"criterion", "layers", "profile-limit", "budget model_calls"})
        QVERIFY2(!names.contains(QLatin1String(same)), same);
    const int row = int(names.indexOf(QStringLiteral("seeds-per-class")));
    QCOMPARE(differences->item(row, 0)->text(), QStringLiteral("2"));
    QCOMPARE(differences->columnCount(), 3); // a group each
    QCOMPARE(differences->item(row, 2)->text(), QStringLiteral("3"));
    QCOMPARE(differences->item(int(names.indexOf(QStringLiteral("seed"))), 0)->text(),
             QStringLiteral("1, 2"));
}

// Runs with the same random seed draw the same seeds.
void TestComparison::testsOfTheSameSeedStandBesideEachOther()
{
    show({file("a.mscope")}, 3);
    page()->showTab(ComparisonPage::Pairs);
    auto *gallery = find<PairedGallery>("comparisonPairs");
    QTRY_VERIFY_WITH_TIMEOUT(!gallery->pairs()->rows().isEmpty(), longWait);
    const bridge::PairedRow &first = gallery->pairs()->rows().first();
    QCOMPARE(first.tests.size(), 2);
    QVERIFY(!first.tests[0].isEmpty() && !first.tests[1].isEmpty()); // fails in both: comes first
    QVERIFY(!first.seed.isNull());
    for (const auto &tests : first.tests) {
        const SessionStore store(bridge::toPath(file("a.mscope")), SessionStore::Mode::ReadOnly);
        const bridge::PairedTest &one = tests.first();
        const TestRecord record = store.test(one.place.run, one.id);
        QVERIFY(record.failing && record.verified);
        for (const SeedRecord &seed : store.seeds(one.place.run))
            if (seed.index == record.seed)
                QCOMPARE(qint64(seed.datasetIndex), first.datasetIndex);
    }
    const bridge::PairedTest test = first.tests[1].first();
    workspace().openSession(file("a.mscope"));
    QTRY_VERIFY_WITH_TIMEOUT(workspace().reader().isOpen(), longWait);
    m_window->setPage(MainWindow::Runs);
    Q_EMIT gallery->testActivated(test.place, test.id);
    QTRY_COMPARE(m_window->page(), MainWindow::Compare);
    QCOMPARE(workspace().currentRun(), test.place.run);
}

void TestComparison::metricsAreMeasuredAndSorted()
{
    show({file("a.mscope")}, 3);
    const std::size_t facts = table()->data().columns.size();
    find<MetricChoice>("comparisonMetrics")
        ->choose({QStringLiteral("ssim"), QStringLiteral("valid-failing-share")});
    QCOMPARE(table()->data().columns.size(), facts); // not measured yet
    QTest::mouseClick(find<QPushButton>("comparisonMeasure"), Qt::LeftButton);
    QVERIFY(page()->comparison().isBusy());
    QVERIFY(QTest::qWaitFor([this] { return !page()->comparison().isBusy(); }, jobWait));
    QTRY_COMPARE(table()->data().columns.size(), facts + 2);
    const auto place = std::size_t(
        std::find_if(table()->data().columns.begin(), table()->data().columns.end(),
                     [](const auto &column) { return column.name.startsWith(QStringLiteral("SSIM")); })
        - table()->data().columns.begin());
    std::vector<double> values;
    table()->sortBy(int(place), true);
    for (int line = 0; line < 3; ++line) {
        const auto &cell = table()->data().rows[std::size_t(table()->rowShownAt(line))].cells[place];
        QVERIFY(cell.value.has_value());
        QVERIFY(*cell.value > -1 && *cell.value < 1);
        values.push_back(*cell.value);
    }
    QVERIFY(std::is_sorted(values.rbegin(), values.rend()));
    const std::size_t valid = facts + (place == facts ? 1 : 0);
    QVERIFY(!table()->data().rows[0].cells[valid].value);
    QVERIFY(table()->data().rows[0].cells[valid].toolTip.contains(QStringLiteral("Missing")));
}

void TestComparison::runsOfAnotherModelAreNotMixedAndJudgedAgain()
{
    openSample();
    show({file("a.mscope"), file("other.mscope")}, 3);
    auto *notice = find<widgets::MessageBar>("comparisonNotice");
    QVERIFY(notice->isVisible());
    QVERIFY(notice->text().contains(QStringLiteral("darker")));
    QCOMPARE(table()->data().rows.size(), std::size_t(3));
    auto *again = find<QPushButton>("comparisonRejudge");
    QVERIFY(again->isEnabled());
    QTest::mouseClick(again, Qt::LeftButton);
    auto *judged = find<widgets::MetricTable>("comparisonRejudged");
    QTRY_VERIFY_WITH_TIMEOUT(judged->isVisible(), jobWait);
    QCOMPARE(judged->data().rows.size(), std::size_t(4));
    const auto &own = judged->data().rows[0].cells;
    QVERIFY(*own[2].value > 0);
    QCOMPARE(*own[3].value, *own[2].value); // all fail on the model they were made for
    QVERIFY(judged->data().rows[3].cells[2].value.has_value());
    QTest::mouseClick(find<QPushButton>("comparisonLeaveOut"), Qt::LeftButton);
    QVERIFY(!notice->isVisible());
    QCOMPARE(page()->shownRuns().size(), 3);
}

void TestComparison::damagedFileSaysWhy()
{
    QFile bad(path("bad.mscope"));
    QVERIFY(bad.open(QIODevice::WriteOnly));
    bad.write("this is no session");
    bad.close();
    show({path("bad.mscope"), path("missing.mscope"), file("b.mscope")}, 1);
    auto *tree = find<RunTree>("comparisonTree");
    QCOMPARE(tree->topLevelItemCount(), 3);
    for (const int row : {0, 1})
        QVERIFY(tree->topLevelItem(row)->text(0).contains(QStringLiteral(" — ")));
}

void TestComparison::theOpenSessionIsThere()
{
    workspace().openSession(file("b.mscope"));
    QTRY_VERIFY_WITH_TIMEOUT(workspace().reader().isOpen(), longWait);
    m_window->setPage(MainWindow::Runs);
    QTRY_COMPARE(page()->shownRuns().size(), 1);
    auto *remove = find<QPushButton>("comparisonRemove");
    find<RunTree>("comparisonTree")->topLevelItem(0)->setSelected(true);
    QTest::mouseClick(remove, Qt::LeftButton);
    QTRY_COMPARE(page()->shownRuns().size(), 0);
}

int main(int argc, char **argv)
{
    Application application(argc, argv);
    TestComparison test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_comparison.moc"
