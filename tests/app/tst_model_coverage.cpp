// SPDX-License-Identifier: GPL-3.0-or-later
// Drives the Model and Coverage pages of the real window, and checks them against the core.
#include "app/gui/coverage/coverage_page.h"
#include "app/gui/format.h"
#include "app/gui/model/layer_panel.h"
#include "app/gui/model/model_page.h"
#include "app/gui/model/neuron_panel.h"
#include "core/data/batch.h"
#include "core/model/layer_slices.h"
#include "core/run/run_context.h"
#include "tests/app/window_fixture.h"
#include "widgets/activation_plot.h"
#include "widgets/neuron_map.h"

#include <nlohmann/json.hpp>

using namespace mutascope;
using namespace mutascope::gui;

namespace {

constexpr qint64 endless = 1'000'000'000;

// What a row covers by itself, as a criterion that has seen nothing else says.
std::vector<std::uint32_t> coveredAlone(const RunContext &context, const Trace &trace, std::size_t row)
{
    const auto fresh = parseCriterion(context.config.criterion)
                           .create(sliceLayers(context.model->uncounted().layers(), context.layers));
    fresh->commit(TraceRows::one(trace, row));
    return neuronCoverage(*fresh)->covered;
}

RunContext contextOf(const SessionStore &store)
{
    const RunRecord record = store.run(1);
    return makeContext(projectFromSnapshot(record.project),
                       runConfigFromJson(nlohmann::json::parse(record.config)), false);
}

} // namespace

class TestModelCoverage : public QObject, protected WindowFixture {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { useOwnSettings(QStringLiteral("tst_model_coverage")); }
    void init() { makeWindow(); }
    void cleanup() { closeWindow(); }

    void modelPageShowsTheModel();
    void layerPatternIsSharedWithTheRun();
    void activationsAreThoseOfTheModel();
    void accuracyIsMeasuredOnce();
    void mapFollowsTheRun();
    void figureIsTheCriterionsValue();
    void brokenProjectLosesNothing();
    void reopenedRunShowsItsMap();
    void neuronsKnowWhatCoveredThemFirst();
    void runsWithoutAMapSayWhy();
    void thousandClassesNeedNoThousandWidgets();

private:
    void chooseCriterion(const char *id)
    {
        auto *criterion = find<QComboBox>("criterion");
        criterion->setCurrentIndex(criterion->findData(QLatin1String(id)));
    }
    widgets::NeuronMap *map() const { return find<widgets::NeuronMap>("neuronMap"); }
};

void TestModelCoverage::modelPageShowsTheModel()
{
    openSample();
    m_window->setPage(MainWindow::Model);
    QCOMPARE(find<QLabel>("modelName")->text(), QStringLiteral("lenet5"));
    QCOMPARE(find<QLabel>("modelAccuracy")->text(), find<QLabel>("accuracy")->text());
    QVERIFY(find<QLabel>("modelAccuracy")->isVisible());
    const QString facts = find<QLabel>("modelFacts")->text();
    QVERIFY(facts.contains(QStringLiteral("28 × 28 × 1")));
    QVERIFY(facts.contains(QStringLiteral("grey")));
    QVERIFY(facts.contains(QStringLiteral("÷ 255")));
    const auto model = openProject(sampleProject().toStdString()).loadModel();
    auto *table = find<QTableView>("layerTable");
    QCOMPARE(table->model()->rowCount(), int(model->layers().size()));
    QVERIFY(table->textElideMode() != Qt::ElideRight); // the end of a name tells layers apart
    find<QLineEdit>("layerFilter")->setText(QStringLiteral("linear"));
    int linear = 0;
    for (const LayerInfo &layer : model->layers())
        linear += layer.kind == "linear";
    QCOMPARE(table->model()->rowCount(), linear);
}

void TestModelCoverage::layerPatternIsSharedWithTheRun()
{
    openSample();
    m_window->setPage(MainWindow::Model);
    auto *pattern = find<QLineEdit>("layerPattern");
    const auto *feedback = find<QLabel>("layerFeedback");
    const auto model = openProject(sampleProject().toStdString()).loadModel();
    int neurons = 0;
    const LayerSet chosen = selectLayers(model->layers(), "conv");
    for (const int layer : chosen)
        neurons += model->layers()[std::size_t(layer)].neurons;
    pattern->setText(QStringLiteral("conv"));
    QCOMPARE(feedback->text(), QStringLiteral("%1 neurons in %2 layers").arg(neurons).arg(chosen.size()));
    QCOMPARE(find<QLineEdit>("layers")->text(), QStringLiteral("conv"));
    find<QLineEdit>("layers")->setText(QStringLiteral("softmax"));
    QCOMPARE(pattern->text(), QStringLiteral("softmax"));
    QCOMPARE(feedback->text(), QStringLiteral("10 neurons in 1 layer"));
    pattern->setText(QStringLiteral("softmacks"));
    QVERIFY2(feedback->text().contains(QStringLiteral("softmacks")), qPrintable(feedback->text()));
}

void TestModelCoverage::activationsAreThoseOfTheModel()
{
    openSample();
    m_window->setPage(MainWindow::Model);
    NeuronPanel *panel = m_window->modelPage()->neurons();
    QTRY_COMPARE_WITH_TIMEOUT(panel->activation().images, 1000, longWait);
    find<QSpinBox>("activationImages")->setValue(300);
    const int layer = m_window->modelPage()->layers()->currentLayer();
    panel->setNeuron(2);
    QTRY_COMPARE_WITH_TIMEOUT(panel->activation().neuron, 2, longWait);
    QTRY_COMPARE_WITH_TIMEOUT(panel->activation().images, 300, longWait);
    const bridge::NeuronActivation &shown = panel->activation();
    QCOMPARE(shown.layer, layer);
    const Project project = openProject(sampleProject().toStdString());
    const auto data = project.openData("test");
    const Trace trace = project.openModel()->trace(batchOf(*data, 0, 300), {layer});
    QCOMPARE(shown.values.size(), std::size_t(300));
    float largest = -1;
    for (std::size_t i = 0; i < 300; ++i) {
        QVERIFY(std::abs(shown.values[i] - trace.row(i)[2]) < 1e-4f);
        QCOMPARE(shown.labels[i], data->label(i));
        largest = std::max(largest, shown.values[i]);
    }
    QCOMPARE(shown.strongest.first().value, largest);
    for (qsizetype i = 1; i < shown.strongest.size(); ++i)
        QVERIFY(shown.strongest[i - 1].value >= shown.strongest[i].value);
    const auto &first = shown.strongest.first();
    QCOMPARE(first.image, bridge::toQImage(data->sample(std::size_t(first.index)).image));
    QCOMPARE(find<widgets::ThumbnailGrid>("strongestImages")->itemAt(0)->id, first.index);
    const auto *plot = find<widgets::ActivationPlot>("activationPlot");
    QCOMPARE(plot->seriesNames().size(), 7); // six of ten classes, and the rest
    find<QComboBox>("activationClass")->setCurrentText(QStringLiteral("Bag"));
    QCOMPARE(plot->seriesNames().first(), QStringLiteral("Bag"));
    QCOMPARE(plot->seriesNames().size(), 2);
}

void TestModelCoverage::accuracyIsMeasuredOnce()
{
    openSample();
    const double accuracy = workspace().accuracy()->share;
    QSignalSpy progress(&workspace(), &Workspace::accuracyProgress);
    QSignalSpy changed(&workspace(), &Workspace::projectChanged);
    workspace().openProject(sampleProject());
    QTRY_COMPARE_WITH_TIMEOUT(changed.size(), 1, longWait);
    QTRY_VERIFY_WITH_TIMEOUT(workspace().accuracy().has_value(), longWait);
    QCOMPARE(workspace().accuracy()->share, accuracy);
    QCOMPARE(progress.size(), 0);
}

void TestModelCoverage::mapFollowsTheRun()
{
    openSample();
    chooseCriterion("nc");
    setUp(endless, path("a.mscope"));
    m_window->runActions()->start()->trigger();
    m_window->setPage(MainWindow::Coverage);
    QTRY_VERIFY_WITH_TIMEOUT(map()->counts().fresh > 0, longWait);
    QVERIFY(m_window->coveragePage()->knowsStart());
    QVERIFY(find<QComboBox>("newSince")->isEnabled());
    const std::vector<quint32> &covered = map()->data().covered;
    const auto some = std::find_if(covered.begin(), covered.end(), [](quint32 items) { return items > 0; });
    map()->setCurrentNeuron(int(some - covered.begin())); // also while the run writes its session
    QTRY_VERIFY_WITH_TIMEOUT(m_window->coveragePage()->showsOrigin(), longWait);
    QVERIFY(!find<QLabel>("neuronOrigin")->text().isEmpty());
    m_window->runActions()->stop()->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(!workspace().controller().isBusy(), longWait);
    QTRY_COMPARE(workspace().currentRunInfo()->phase, bridge::RunPhase::Stopped);
    const SessionStore store(path("a.mscope").toStdString(), SessionStore::Mode::ReadOnly);
    const RunContext context = contextOf(store);
    context.criterion->load(store.savedState(1)->criterion);
    const std::vector<std::uint32_t> stored = neuronCoverage(*context.criterion)->covered;
    QCOMPARE(map()->data().covered, std::vector<quint32>(stored.begin(), stored.end()));
    const double share = double(map()->counts().covered) / double(map()->counts().neurons);
    QVERIFY(std::abs(share - store.run(1).coverageEnd) < 1e-9);
    QVERIFY(find<QLabel>("coveredNeurons")->text().endsWith(QLatin1Char('%')));
}

// Each neuron has many sections: more neurons have one that is covered than sections are.
void TestModelCoverage::figureIsTheCriterionsValue()
{
    openSample();
    chooseCriterion("kmnc");
    setUp(1000, path("a.mscope"));
    QVERIFY(runToEnd());
    m_window->setPage(MainWindow::Coverage);
    QTRY_VERIFY_WITH_TIMEOUT(map()->counts().neurons > 0, longWait);
    const double value = workspace().currentRunInfo()->coverageEnd;
    QVERIFY(value < 0.9);
    QVERIFY(double(map()->counts().covered) / double(map()->counts().neurons) > value + 0.05);
    QTRY_COMPARE(find<QLabel>("coveredNeurons")->text(), percentText(value));
    QVERIFY(find<QLabel>("coverageNote")->text().contains(QStringLiteral("items are covered")));
}

void TestModelCoverage::brokenProjectLosesNothing()
{
    openSample();
    QTRY_VERIFY_WITH_TIMEOUT(workspace().accuracy().has_value(), longWait);
    const double accuracy = workspace().accuracy()->share;
    const QString before = workspace().project()->folder;
    QDir().mkpath(path("broken"));
    const QString file = path("broken/project.json");
    QFile broken(file);
    QVERIFY(broken.open(QIODevice::WriteOnly));
    broken.write(
        R"({"mutascope_project": 1, "model": {"file": "m.pt", "input": [8, 8, 1], "scale": 1e308}})");
    broken.close();
    QSignalSpy messages(&workspace(), &Workspace::message);
    QSignalSpy changed(&workspace(), &Workspace::projectChanged);
    workspace().openProject(path("broken"));
    QTRY_COMPARE_WITH_TIMEOUT(messages.size(), 1, longWait);
    QVERIFY2(messages[0][1].toString().contains(QStringLiteral("project.json")),
             qPrintable(messages[0][1].toString()));
    QVERIFY(!workspace().isOpeningProject());
    QCOMPARE(changed.size(), 0);
    QCOMPARE(workspace().project()->folder, before);
    QVERIFY(workspace().accuracy().has_value());
    QCOMPARE(workspace().accuracy()->share, accuracy);
}

void TestModelCoverage::reopenedRunShowsItsMap()
{
    openSample();
    chooseCriterion("nc");
    setUp(1000, path("a.mscope"));
    QVERIFY(runToEnd());
    const double start = workspace().currentRunInfo()->coverageStart;
    const double end = workspace().currentRunInfo()->coverageEnd;
    const QString session = path("a.mscope");
    m_window = std::make_unique<MainWindow>();
    m_window->workspace().controller().setCacheFolder(m_cache.path());
    m_window->show();
    workspace().openSession(session);
    QTRY_COMPARE_WITH_TIMEOUT(workspace().currentRun(), 1, longWait);
    m_window->setPage(MainWindow::Coverage);
    QTRY_VERIFY_WITH_TIMEOUT(m_window->coveragePage()->knowsStart(), longWait);
    const widgets::NeuronMapCounts counts = map()->counts();
    const double neurons = double(counts.neurons);
    QVERIFY(std::abs(double(counts.covered) / neurons - end) < 1e-9);
    QVERIFY(std::abs(double(counts.covered - counts.fresh) / neurons - start) < 1e-9);
}

void TestModelCoverage::neuronsKnowWhatCoveredThemFirst()
{
    openSample();
    chooseCriterion("nc");
    setUp(1500, path("a.mscope"));
    QVERIFY(runToEnd());
    const SessionStore store(path("a.mscope").toStdString(), SessionStore::Mode::ReadOnly);
    const RunContext context = contextOf(store);
    ImageBatch images(context.model->uncounted().spec().input);
    std::vector<qint64> origins; // as CoverageHistory orders them: seeds, then stored tests
    for (const SeedRecord &seed : store.seeds(1)) {
        images.append(store.seedImage(1, seed.index));
        origins.push_back(-1 - seed.index);
    }
    for (const TestRecord &test : store.tests(1)) {
        images.append(store.image(1, test.id));
        origins.push_back(test.id);
    }
    const Trace trace = context.model->uncounted().trace(images, context.layers);
    std::vector<qint64> first(std::size_t(trace.neurons), 0);
    for (std::size_t row = 0; row < trace.count(); ++row) {
        const std::vector<std::uint32_t> covered = coveredAlone(context, trace, row);
        for (std::size_t neuron = 0; neuron < covered.size(); ++neuron)
            if (covered[neuron] > 0 && first[neuron] == 0)
                first[neuron] = origins[row];
    }
    bridge::CoverageMapper mapper;
    mapper.setCacheFolder(m_cache.path());
    QSignalSpy found(&mapper, &bridge::CoverageMapper::originFound);
    int byTests = 0;
    for (int neuron = 0; neuron < trace.neurons; ++neuron) {
        mapper.findOrigin(path("a.mscope"), 1, neuron);
        QTRY_COMPARE_WITH_TIMEOUT(found.size(), neuron + 1, longWait);
        const auto origin = found.last().first().value<bridge::NeuronOrigin>();
        QCOMPARE(origin.neuron, neuron);
        using Kind = bridge::NeuronOrigin::Kind;
        const qint64 shown = origin.kind == Kind::Nothing ? 0
            : origin.kind == Kind::Seed                   ? -1 - origin.seed
                                                          : origin.test.id;
        QCOMPARE(shown, first[std::size_t(neuron)]);
        byTests += origin.kind == Kind::Test;
    }
    QVERIFY(byTests > 0);

    m_window->setPage(MainWindow::Coverage);
    QTRY_VERIFY_WITH_TIMEOUT(m_window->coveragePage()->knowsStart(), longWait);
    const auto byTest = std::find_if(first.begin(), first.end(), [](qint64 origin) { return origin > 0; });
    map()->setFocus();
    map()->setCurrentNeuron(int(byTest - first.begin()));
    const QString wanted = QStringLiteral("test %1:").arg(*byTest);
    if (map()->state(map()->currentNeuron()) != widgets::NeuronMap::State::Never) {
        QTRY_VERIFY_WITH_TIMEOUT(find<QLabel>("neuronOrigin")->text().contains(wanted), longWait);
        QTest::mouseClick(find<QPushButton>("compareOrigin"), Qt::LeftButton);
        QTRY_COMPARE(m_window->comparePage()->test(), *byTest);
        QCOMPARE(m_window->page(), MainWindow::Compare);
    }
}

void TestModelCoverage::runsWithoutAMapSayWhy()
{
    openSample();
    m_window->setPage(MainWindow::Coverage);
    QCOMPARE(map()->counts().neurons, 0);
    chooseCriterion("");
    setUp(200, path("a.mscope"));
    QVERIFY(runToEnd());
    m_window->setPage(MainWindow::Coverage);
    QTRY_VERIFY_WITH_TIMEOUT(map()->emptyText().contains(QStringLiteral("no coverage criterion")), longWait);
    QCOMPARE(map()->counts().neurons, 0);
}

// A session of a project with 1,000 classes, without any model.
void TestModelCoverage::thousandClassesNeedNoThousandWidgets()
{
    const qsizetype before = m_window->findChildren<QWidget *>().size();
    {
        SessionStore store(path("k.mscope").toStdString(), SessionStore::Mode::Create);
        Project project;
        project.name = "k";
        project.folder = "/nowhere";
        project.model.file = "m.pt";
        project.model.input = {4, 4, 1};
        project.dataPath = "/nowhere";
        for (int i = 0; i < 1000; ++i)
            project.classNames.push_back("class " + std::to_string(i));
        RunRecord run;
        run.generator = "random";
        run.config = run.versions = "{}";
        run.project = projectSnapshot(project, "", "");
        const Image grey{{4, 4, 1}, std::vector<std::uint8_t>(16, 9)};
        std::vector<float> probabilities(1000, 0.001f);
        store.createRun(run, {{0, 0, 0, probabilities, grey}});
        Checkpoint checkpoint;
        for (std::int64_t id = 1; id <= 3; ++id) {
            TestRecord test;
            test.id = id;
            test.predicted = int(id) * 100;
            test.failing = true;
            test.mutation.mutator = "blur";
            test.probabilities = probabilities;
            test.imageSha256 = sha256(grey.pixels);
            checkpoint.tests.push_back(test);
            checkpoint.pngs.push_back(encodePng(grey));
        }
        store.writeCheckpoint(1, checkpoint);
    }
    workspace().openSession(path("k.mscope"));
    QTRY_COMPARE_WITH_TIMEOUT(workspace().classNames().size(), 1000, longWait);
    m_window->setPage(MainWindow::Tests);
    auto *predicted = find<QComboBox>("predictedFilter");
    QCOMPARE(predicted->count(), 1001);
    QVERIFY(predicted->isEditable()); // to be searched
    predicted->lineEdit()->setText(QStringLiteral("class 20"));
    QTest::keyClick(predicted->lineEdit(), Qt::Key_Return);
    QCOMPARE(predicted->currentText(), QStringLiteral("class 20"));
    predicted->lineEdit()->setText(QStringLiteral("200"));
    QTest::keyClick(predicted->lineEdit(), Qt::Key_Return);
    QTRY_COMPARE(m_window->tests().rows().size(), std::size_t(1));
    Q_EMIT workspace().testActivated(2);
    QTRY_COMPARE(m_window->comparePage()->test(), 2);
    QVERIFY(m_window->findChildren<QWidget *>().size() < before + 60);
    QVERIFY(m_window->width() < 2000);
}

QTEST_MAIN(TestModelCoverage)
#include "tst_model_coverage.moc"
