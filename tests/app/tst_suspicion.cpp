// SPDX-License-Identifier: GPL-3.0-or-later
// The page of the suspicious neurons over stored sessions, with the sample project's model and images.
#include "app/bridge/suspicion_gradient.h"
#include "app/bridge/suspicion_query.h"
#include "app/gui/application.h"
#include "app/gui/icons.h"
#include "app/gui/suspicion/neuron_images.h"
#include "app/gui/suspicion/neuron_table_model.h"
#include "app/gui/suspicion/suspicion_page.h"
#include "core/base/error.h"
#include "core/run/project.h"
#include "core/store/session_store.h"
#include "tests/app/bridge_fixture.h"
#include "widgets/heat_map.h"
#include "widgets/suspicion_map.h"
#include "widgets/thumbnail_grid.h"

#include <QAbstractItemModelTester>
#include <QComboBox>
#include <QLabel>
#include <QSignalSpy>
#include <QStackedWidget>
#include <QStandardPaths>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <cmath>

using namespace mutascope;
using namespace mutascope::gui;

namespace {

using Json = nlohmann::json;

Json neuronOf(const char *layer, int neuron, double score, int rank)
{
    return {{"layer", layer}, {"neuron", neuron}, {"score", score}, {"rank", rank},
            {"cf", 8},        {"uf", 2},          {"cs", 20},       {"us", 70}};
}

// Class 3 has a ranking of its own, class 5 uses the one over all classes.
Json documentOf()
{
    const Json all{{"class", nullptr},
                   {"passed", 900},
                   {"failed", 100},
                   {"suspicious", 2},
                   {"neurons", {neuronOf("fc2", 7, 0.9, 1), neuronOf("fc1", 100, 0.6, 2)}}};
    const Json own{
        {"class", 3},
        {"passed", 90},
        {"failed", 10},
        {"suspicious", 5},
        {"neurons",
         {neuronOf("fc1", 5, 0.8, 1), neuronOf("conv2", 2, 0.75, 2), neuronOf("fc1", 10, 0.5, 3)}}};
    const Json other{{"class", 5},
                     {"passed", 99},
                     {"failed", 1},
                     {"suspicious", 0},
                     {"neurons", Json::array()},
                     {"of_all_classes", true}};
    return {{"measure", "ochiai"},
            {"exponent", 3.0},
            {"scope", "class"},
            {"top", 2},
            {"passed", 900},
            {"failed", 100},
            {"sources", {"test"}},
            {"limit", 3},
            {"layers",
             {{{"name", "conv2"}, {"kind", "conv"}, {"neurons", 16}},
              {{"name", "fc1"}, {"kind", "linear"}, {"neurons", 120}},
              {{"name", "fc2"}, {"kind", "linear"}, {"neurons", 84}}}},
            {"rankings", {all, own, other}}};
}

QString failureOf(const Json &document)
{
    try {
        bridge::toSuspicion(1, document);
    } catch (const Error &error) {
        return error.code() == ErrorCode::BadData ? QString::fromLatin1(error.what()) : QString();
    }
    return {};
}

} // namespace

class TestSuspicion : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();

    void documentInQtValues();
    void damagedDocumentsAreRefused();
    void tableShowsTheNumbers();
    void rankingIsShown();
    void mapAndTableChooseTheSameNeuron();
    void classesAreChosen();
    void aRunWithoutRankingSaysSo();
    void aDamagedRankingSaysSo();
    void imagesAndGradientOfANeuron();
    void gradientEqualsFiniteDifferences();
    void withoutItsProjectItSaysSo();

private:
    void write(const std::vector<RunDocument> &documents);
    void open();
    QString text(const char *name) const { return m_page->findChild<QLabel *>(QLatin1String(name))->text(); }
    bool showsHint() const { return m_page->findChild<QStackedWidget *>()->currentIndex() == 0; }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<Workspace> m_workspace;
    std::unique_ptr<SuspicionPage> m_page;
};

void TestSuspicion::initTestCase()
{
    QStandardPaths::setTestModeEnabled(true);
    QLocale::setDefault(QLocale::c());
    initialiseResources();
}

void TestSuspicion::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_workspace = std::make_unique<Workspace>();
    m_page = std::make_unique<SuspicionPage>(*m_workspace);
    m_page->resize(1280, 760);
    m_page->show();
}

void TestSuspicion::cleanup()
{
    m_page.reset();
    m_workspace.reset();
    m_folder.reset();
}

void TestSuspicion::write(const std::vector<RunDocument> &documents)
{
    SessionStore store(m_folder->filePath(QStringLiteral("a.mscope")).toStdString(),
                       SessionStore::Mode::Create);
    RunRecord run;
    run.generator = "deepfault";
    run.config = "{}";
    run.project = "{}";
    const std::int64_t id = store.createRun(run, {});
    Checkpoint checkpoint;
    checkpoint.documents = documents;
    store.writeCheckpoint(id, checkpoint);
    store.finishRun(id, RunState::Finished, {}, {}, 0, 0);
}

void TestSuspicion::open()
{
    m_workspace->openSession(m_folder->filePath(QStringLiteral("a.mscope")));
    QTRY_VERIFY(m_workspace->currentRun() != 0 && !m_page->isReading());
}

void TestSuspicion::documentInQtValues()
{
    const bridge::Suspicion suspicion = bridge::toSuspicion(4, documentOf());
    QCOMPARE(suspicion.run, 4);
    QCOMPARE(suspicion.measure, QStringLiteral("ochiai"));
    QCOMPARE(suspicion.top, 2);
    QCOMPARE(suspicion.layers.size(), 3);
    QCOMPARE(suspicion.rankings.size(), 3);
    QCOMPARE(suspicion.rankings[0].label, -1);
    QCOMPARE(suspicion.rankings[1].label, 3);
    QVERIFY(suspicion.rankings[2].ofAllClasses);
    const bridge::SuspiciousNeuron &first = suspicion.rankings[1].neurons.front();
    QCOMPARE(first.layer, 1);
    QCOMPARE(first.neuron, 5);
    QCOMPARE(first.score, 0.8);
    QCOMPARE(first.activeFailed, 8);
    QCOMPARE(first.inactiveFailed, 2);
    QCOMPARE(first.activePassed, 20);
    QCOMPARE(first.inactivePassed, 70);
}

void TestSuspicion::damagedDocumentsAreRefused()
{
    QCOMPARE(failureOf(documentOf()), QString());
    Json unknownLayer = documentOf();
    unknownLayer["rankings"][0]["neurons"][0]["layer"] = "fc9";
    QVERIFY(failureOf(unknownLayer).contains(QLatin1String("layers do not have")));
    Json beyond = documentOf();
    beyond["rankings"][0]["neurons"][0]["neuron"] = 84;
    QVERIFY(failureOf(beyond).contains(QLatin1String("layers do not have")));
    Json huge = documentOf();
    huge["layers"][0]["neurons"] = 2'000'000'000;
    QVERIFY(failureOf(huge).contains(QLatin1String("impossible")));
    for (const char *key : {"measure", "top", "layers", "rankings", "failed"}) {
        Json missing = documentOf();
        missing.erase(key);
        QVERIFY2(!failureOf(missing).isEmpty(), key);
    }
    QVERIFY(!failureOf(Json::array()).isEmpty());
    QVERIFY(!failureOf("text").isEmpty());
}

void TestSuspicion::tableShowsTheNumbers()
{
    NeuronTableModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    const bridge::Suspicion suspicion = bridge::toSuspicion(1, documentOf());
    model.setNeurons({QStringLiteral("conv2"), QStringLiteral("fc1"), QStringLiteral("fc2")},
                     suspicion.rankings[1].neurons);
    QStringList row;
    for (int column = 0; column < NeuronTableModel::ColumnCount; ++column)
        row.append(model.data(model.index(1, column)).toString());
    QCOMPARE(row,
             (QStringList{QStringLiteral("2"), QStringLiteral("conv2"), QStringLiteral("2"),
                          QStringLiteral("0.75"), QStringLiteral("8"), QStringLiteral("2"),
                          QStringLiteral("20"), QStringLiteral("70")}));
    for (int column = NeuronTableModel::Score; column < NeuronTableModel::ColumnCount; ++column)
        QVERIFY(!model.headerData(column, Qt::Horizontal, Qt::ToolTipRole).toString().isEmpty());
}

void TestSuspicion::rankingIsShown()
{
    write({{"suspiciousness", documentOf()}});
    open();
    QVERIFY(!showsHint());
    QCOMPARE(text("suspicionTitle"), QStringLiteral("100 failed, 900 passed"));
    QVERIFY(text("suspicionNote").contains(QLatin1String("ochiai")));
    const widgets::SuspicionMapData &map = m_page->map()->suspicion();
    QCOMPARE(map.scores.size(), std::size_t(220));
    QCOMPARE(map.top, (std::vector<int>{16 + 120 + 7, 16 + 100}));
    QCOMPARE(map.scores[16 + 120 + 7], 0.9);
    QCOMPARE(m_page->table()->model()->rowCount(), 2);
    QCOMPARE(m_page->map()->currentNeuron(), 16 + 120 + 7); // the first of the ranking
    QVERIFY(text("suspicionState").contains(QLatin1String("project")));
}

void TestSuspicion::mapAndTableChooseTheSameNeuron()
{
    write({{"suspiciousness", documentOf()}});
    open();
    m_page->table()->setCurrentIndex(m_page->table()->model()->index(1, 0));
    QCOMPARE(m_page->map()->currentNeuron(), 16 + 100);
    m_page->map()->setCurrentNeuron(16 + 120 + 7);
    QCOMPARE(m_page->table()->currentIndex().row(), 0);
    m_page->table()->sortByColumn(NeuronTableModel::Score, Qt::AscendingOrder);
    m_page->map()->setCurrentNeuron(16 + 100);
    QCOMPARE(m_page->table()->currentIndex().row(), 0); // the least score comes first now
    m_page->map()->setCurrentNeuron(3); // not suspicious: no row
    QVERIFY(m_page->table()->selectionModel()->selectedRows().isEmpty());
}

void TestSuspicion::classesAreChosen()
{
    write({{"suspiciousness", documentOf()}});
    open();
    auto *choice = m_page->findChild<QComboBox *>(QStringLiteral("suspicionClass"));
    QVERIFY(choice->isVisible());
    QCOMPARE(choice->count(), 3);
    m_page->chooseClass(3);
    QCOMPARE(m_page->table()->model()->rowCount(), 3);
    QCOMPARE(m_page->map()->suspicion().top, (std::vector<int>{16 + 5, 2}));
    QVERIFY(text("suspicionNote").contains(QLatin1String("first 3"))); // of five
    m_page->chooseClass(5);
    QCOMPARE(m_page->table()->model()->rowCount(), 2);
    QVERIFY(text("suspicionNote").contains(QLatin1String("Only 1")));
}

void TestSuspicion::aRunWithoutRankingSaysSo()
{
    write({{"histogram", {{"a", 1}}}});
    open();
    QVERIFY(showsHint());
    QVERIFY(text("suspicionHint").contains(QLatin1String("DeepFault")));
}

void TestSuspicion::aDamagedRankingSaysSo()
{
    write({{"suspiciousness", {{"measure", 7}}}});
    open();
    QVERIFY(showsHint());
    QVERIFY(text("suspicionHint").contains(QLatin1String("cannot be read")));
}

void TestSuspicion::imagesAndGradientOfANeuron()
{
    m_workspace->openProject(sampleProject());
    QTRY_VERIFY_WITH_TIMEOUT(m_workspace->project().has_value(), longWait);
    Json document = documentOf();
    // Names of the sample's own layers.
    const QStringList names = m_workspace->project()->model.layerNames();
    int linear = -1;
    for (int i = 0; i < names.size() && linear < 0; ++i)
        if (m_workspace->project()->model.layers[i].kind == QLatin1String("linear"))
            linear = i;
    const std::string name = names[linear].toStdString();
    document["layers"] = {{{"name", name}, {"kind", "linear"}, {"neurons", 120}}};
    document["rankings"] = {{{"class", nullptr},
                             {"passed", 900},
                             {"failed", 100},
                             {"suspicious", 1},
                             {"neurons", {neuronOf(name.c_str(), 7, 0.9, 1)}}}};
    write({{"suspiciousness", document}});
    open();
    QTRY_VERIFY_WITH_TIMEOUT(m_page->images()->heatMap()->largest() > 0, longWait);
    QVERIFY(!m_page->images()->isWaiting());
    QCOMPARE(m_page->images()->images()->count(), 24);
    QVERIFY(m_page->images()->state().contains(QLatin1String("neuron 7")));
    const qint64 first = m_page->images()->images()->currentId();
    m_page->images()->images()->setCurrentId(m_page->images()->images()->itemAt(5)->id);
    QTRY_VERIFY_WITH_TIMEOUT(!m_page->images()->isWaiting(), longWait);
    QVERIFY(!text("gradientCaption").contains(QStringLiteral("image %1:").arg(first)));
    if (qEnvironmentVariableIsSet("MUTASCOPE_SCREENSHOTS"))
        m_page->grab().save(qEnvironmentVariable("MUTASCOPE_SCREENSHOTS") + QStringLiteral("/suspicion.png"));
}

void TestSuspicion::gradientEqualsFiniteDifferences()
{
    const Project project = openProject(sampleProject().toStdString());
    const auto model = project.openModel();
    const auto data = project.openData("test");
    int layer = 0;
    while (model->layers()[std::size_t(layer)].kind != "linear")
        ++layer;
    bridge::SuspicionGradient gradient;
    QSignalSpy computed(&gradient, &bridge::SuspicionGradient::computed);
    gradient.compute(sampleProject(), layer, 3, 11);
    QVERIFY(computed.wait(longWait));
    const auto result = computed.front().front().value<bridge::NeuronGradient>();
    QCOMPARE(result.values.size(), std::size_t(28 * 28));
    QCOMPARE(result.label, data->label(11));
    ImageBatch batch(model->spec().input);
    const Image image = data->sample(11).image;
    std::size_t steepest = 0;
    for (std::size_t i = 0; i < result.values.size(); ++i)
        if (image.pixels[i] > 0 && image.pixels[i] < 255
            && std::abs(result.values[i]) > std::abs(result.values[steepest]))
            steepest = i;
    for (const int step : {-1, 0, 1}) {
        Image moved = image;
        moved.pixels[steepest] = std::uint8_t(moved.pixels[steepest] + step);
        batch.append(moved);
    }
    const Trace trace = model->trace(batch, {layer});
    const double slope = (double(trace.row(2)[3]) - double(trace.row(0)[3])) / 2;
    QVERIFY2(std::abs(slope - double(result.values[steepest])) < 0.1 * std::abs(slope) + 1e-6,
             qPrintable(QStringLiteral("%1 against %2").arg(slope).arg(result.values[steepest])));
    QVERIFY(std::abs(result.value - trace.row(1)[3]) < 1e-4F);
}

void TestSuspicion::withoutItsProjectItSaysSo()
{
    bridge::SuspicionGradient gradient;
    QSignalSpy failed(&gradient, &bridge::SuspicionGradient::failed);
    gradient.compute(m_folder->filePath(QStringLiteral("nothing")), 0, 0, 0);
    QVERIFY(failed.wait(longWait));
    QVERIFY(!failed.front().front().toString().isEmpty());
}

QTEST_MAIN(TestSuspicion)
#include "tst_suspicion.moc"
