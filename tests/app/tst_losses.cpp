// SPDX-License-Identifier: GPL-3.0-or-later
// The page of trainings over stored sessions, and with a run that tells as it goes.
#include "app/bridge/catalog.h"
#include "app/bridge/losses_query.h"
#include "app/gui/icons.h"
#include "app/gui/losses/networks_panel.h"
#include "app/gui/run/budget_form.h"
#include "tests/app/bridge_fixture.h"
#include "tests/app/losses_fixture.h"
#include "widgets/search_combo.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QProgressBar>
#include <QSignalSpy>
#include <QSlider>
#include <QTest>
#include <cmath>
#include <limits>

using namespace mutascope;
using namespace mutascope::gui;

namespace {

TrainingFacts factsOf(const std::vector<LossPoint> &points)
{
    TrainingFacts facts;
    for (const LossPoint &point : points)
        facts.add(bridge::toLossRow(point));
    return facts;
}

} // namespace

class TestLosses : public LossesFixture {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { prepareApplication(); }
    void init() { makePage(); }
    void cleanup() { dropPage(); }

    void storedTrainingIsShown();
    void runWithoutTrainingSaysSo();
    void takenOverNetworks();
    void divergedTrainingIsMarked();
    void runsAreChosen();
    void choicesReachThePlot();
    void damagedDocumentsAreShown();
    void wordsOfEveryState();
    void lossesInOneLine();
    void lossesOfOtherRunsStayOut();
    void followsATraining();
    void budgetNote();
};

void TestLosses::storedTrainingIsShown()
{
    Checkpoint checkpoint;
    checkpoint.losses = pointsOf(30);
    checkpoint.artefacts = {artefactOf(3, false)};
    checkpoint.documents = {{"success", {{"share", 0.97}}}};
    write(checkpoint);
    open();
    QVERIFY(!showsHint());
    QCOMPARE(m_page->plot()->seriesIds(), QStringList({QStringLiteral("gan"), QStringLiteral("success")}));
    QCOMPARE(samples("gan").size(), std::size_t(30));
    QCOMPARE(samples("gan")[3].value, 0.25);
    QCOMPARE(samples("success").back().epoch, 3);
    QCOMPARE(text("trainingTitle"), QStringLiteral("Trained for 3 epochs"));
    auto *networks = m_page->findChild<NetworksPanel *>();
    QCOMPARE(networks->topLevelItemCount(), 2);
    const auto found = networks->findItems(QStringLiteral("rates"), Qt::MatchExactly | Qt::MatchRecursive);
    QCOMPARE(found.size(), 1);
    QCOMPARE(found.first()->childCount(), 2);
    QCOMPARE(found.first()->child(1)->text(1), QLocale().toString(0.25));
    const auto share = networks->findItems(QStringLiteral("share"), Qt::MatchExactly | Qt::MatchRecursive);
    QCOMPARE(share.size(), 1);
    QVERIFY(!m_page->findChild<QProgressBar *>()->isVisible());
}

void TestLosses::runWithoutTrainingSaysSo()
{
    QVERIFY(showsHint());
    QVERIFY(text("trainingHint").contains(QStringLiteral("train networks")));
    write({});
    open();
    QVERIFY(showsHint());
    QVERIFY(text("trainingHint").contains(QStringLiteral("trained nothing")));
    QVERIFY(text("trainingTitle").isEmpty());
}

void TestLosses::takenOverNetworks()
{
    Checkpoint checkpoint;
    checkpoint.artefacts = {artefactOf(3, false)};
    write(checkpoint);
    open();
    QVERIFY(!showsHint());
    QCOMPARE(text("trainingTitle"), QStringLiteral("Taken over"));
    QVERIFY(m_page->plot()->seriesIds().isEmpty());
}

void TestLosses::divergedTrainingIsMarked()
{
    Checkpoint checkpoint;
    checkpoint.losses = pointsOf(25);
    checkpoint.losses.push_back(pointOf(26, std::numeric_limits<double>::quiet_NaN(), 0.1));
    checkpoint.artefacts = {artefactOf(2, true)};
    write(checkpoint);
    open();
    QCOMPARE(text("trainingTitle"), QStringLiteral("Diverged in epoch 3 of 3"));
    QVERIFY(text("trainingNote").contains(QStringLiteral("epoch 2")));
    QCOMPARE(m_page->plot()->gaps(), std::vector<double>({26}));
}

void TestLosses::runsAreChosen()
{
    Checkpoint checkpoint;
    checkpoint.losses = pointsOf(12);
    write(checkpoint, RunState::Stopped);
    write({});
    open();
    QCOMPARE(m_workspace->currentRun(), 2);
    QVERIFY(showsHint());
    auto *choice = m_page->findChild<widgets::SearchCombo *>(QStringLiteral("trainingRun"));
    choice->setCurrentIndex(choice->findData(1));
    QTRY_COMPARE(samples("gan").size(), std::size_t(12));
    QCOMPARE(text("trainingTitle"), QStringLiteral("Interrupted in epoch 2 of 3"));
    choice->setCurrentIndex(choice->findData(2));
    QTRY_VERIFY(showsHint() && !m_page->isReading());
    QVERIFY(m_page->plot()->seriesIds().isEmpty());
}

void TestLosses::choicesReachThePlot()
{
    using widgets::LossPlot;
    auto *axis = m_page->findChild<QComboBox *>(QStringLiteral("lossAxis"));
    axis->setCurrentIndex(1);
    QCOMPARE(m_page->plot()->xAxis(), LossPlot::XAxis::Epoch);
    auto *smoothing = m_page->findChild<QSlider *>(QStringLiteral("lossSmoothing"));
    QVERIFY(!smoothing->isEnabled());
    m_page->plot()->setXAxis(LossPlot::XAxis::Batch); // by its menu
    QCOMPARE(axis->currentIndex(), 0);
    QVERIFY(smoothing->isEnabled());
    for (int step = smoothing->minimum(); step <= smoothing->maximum(); ++step) {
        smoothing->setValue(step);
        QCOMPARE(smoothing->value(), step); // there and back
    }
    QVERIFY(std::abs(m_page->plot()->smoothing() - 0.99) < 1e-9);
    smoothing->setValue(0);
    QCOMPARE(m_page->plot()->smoothing(), 0.0);
    m_page->findChild<QCheckBox *>(QStringLiteral("lossLogarithmic"))->click();
    QVERIFY(m_page->plot()->isLogarithmic());
}

void TestLosses::damagedDocumentsAreShown()
{
    nlohmann::json many = nlohmann::json::array();
    for (int i = 0; i < 5000; ++i)
        many.push_back(i);
    Checkpoint checkpoint;
    checkpoint.documents = {{"plain", 3}, {"empty", nullptr}, {"many", many}};
    write(checkpoint);
    open();
    auto *networks = m_page->findChild<NetworksPanel *>();
    QCOMPARE(networks->topLevelItemCount(), 3);
    const QTreeWidgetItem *list
        = networks->findItems(QStringLiteral("Document: many"), Qt::MatchExactly).first()->child(0);
    QCOMPARE(list->childCount(), 100);
    QVERIFY2(list->text(1).contains(QLocale().toString(5000)), "the rest is not kept quiet about");
}

void TestLosses::wordsOfEveryState()
{
    QVERIFY(trainingWords({}).title.isEmpty());
    TrainingFacts facts;
    facts.live = facts.training = true;
    QCOMPARE(trainingWords(facts).title, QStringLiteral("The training begins"));
    facts = factsOf(pointsOf(14));
    facts.live = facts.training = true;
    QCOMPARE(trainingWords(facts).title, QStringLiteral("Epoch 2 of 3"));
    QVERIFY(!trainingWords(facts).note.contains(QStringLiteral("went on")));
    facts.firstBatch = 11;
    QVERIFY(trainingWords(facts).note.contains(QStringLiteral("went on")));
    facts.training = facts.live = false;
    QCOMPARE(trainingWords(facts).title, QStringLiteral("Interrupted in epoch 2 of 3"));
    facts.add(bridge::toLossRow(pointOf(15, std::numeric_limits<double>::infinity(), 0)));
    QVERIFY(trainingWords(facts).warning);
    QCOMPARE(trainingWords(facts).title, QStringLiteral("Diverged in epoch 2 of 3"));
    TrainingFacts first = factsOf({pointOf(1, std::numeric_limits<double>::quiet_NaN(), 0)});
    QVERIFY(trainingWords(first).note.contains(QStringLiteral("learning rate")));
    facts = factsOf(pointsOf(20));
    facts.networks = {{QStringLiteral("vae"), QStringLiteral("k"), 2, false, {}, {}, {}}};
    QCOMPARE(trainingWords(facts).title, QStringLiteral("Trained for 2 epochs"));
    QVERIFY(trainingWords(facts).note.contains(QStringLiteral("ended early")));
}

void TestLosses::lossesInOneLine()
{
    bridge::LossRow row{7, 1, 3, {{QStringLiteral("gan"), 0.12345}, {QStringLiteral("success"), 0.931}}, {}};
    QCOMPARE(
        lossesText(row),
        QStringLiteral("gan %1 · success %2 %").arg(QLocale().toString(0.123), QLocale().toString(93.1)));
    row.values[0].second = std::nan("");
    QVERIFY(lossesText(row).startsWith(QStringLiteral("gan no number")));
}

void TestLosses::lossesOfOtherRunsStayOut()
{
    bridge::RunController &controller = m_workspace->controller();
    const auto tell = [&](std::int64_t from, std::int64_t to) {
        std::vector<bridge::LossRow> rows;
        for (std::int64_t batch = from; batch <= to; ++batch)
            rows.push_back(bridge::toLossRow(pointOf(batch, double(batch), 0.5)));
        Q_EMIT controller.lossesAdded(rows);
    };
    tell(1, 5); // nothing is open: nobody is bothered
    QVERIFY(m_page->plot()->seriesIds().isEmpty());
    Checkpoint checkpoint;
    checkpoint.losses = pointsOf(12);
    write(checkpoint, RunState::Stopped);
    open();
    tell(13, 14); // of another run, for this one is not at work
    QCOMPARE(samples("gan").size(), std::size_t(12));
}

// A real training on the sample project, watched to its end: what is drawn is what is stored, and the second
// run takes the networks over.
void TestLosses::followsATraining()
{
    if (bridge::generatorName(QStringLiteral("advgan")) == QLatin1String("advgan"))
        QSKIP("this version has no generator that trains");
    QTemporaryDir cache;
    m_workspace->controller().setCacheFolder(cache.path());
    m_workspace->openProject(sampleProject());
    QTRY_VERIFY_WITH_TIMEOUT(m_workspace->project().has_value(), longWait);
    bridge::RunSetup setup = smallSetup();
    setup.generator = QStringLiteral("advgan");
    setup.settings[QStringLiteral("epochs")] = QStringLiteral("2");
    setup.settings[QStringLiteral("training-images")] = QStringLiteral("1500");
    QSignalSpy finished(&m_workspace->controller(), &bridge::RunController::finished);
    QSignalSpy told(&m_workspace->controller(), &bridge::RunController::lossesAdded);
    bool sawTraining = false;
    connect(&m_workspace->controller(), &bridge::RunController::lossesAdded, m_page.get(),
            [&] { sawTraining = sawTraining || !samples("gan").empty(); });
    QStringList titles; // at every change, also while what was stored is being read
    connect(&m_workspace->controller(), &bridge::RunController::stateChanged, m_page.get(),
            [&] { titles.append(text("trainingTitle")); });
    m_workspace->startRun(setup, QString::fromStdString(file()), false);
    QTRY_VERIFY_WITH_TIMEOUT(finished.size() == 1, longWait);
    QVERIFY(told.size() > 0 && sawTraining);
    QVERIFY(titles.size() >= 2 && titles.filter(QStringLiteral("Interrupted")).isEmpty());
    QTRY_COMPARE(text("trainingTitle"), QStringLiteral("Trained for 2 epochs"));
    const auto stored = SessionStore(file(), SessionStore::Mode::ReadOnly).losses(1);
    QCOMPARE(samples("gan").size(), stored.size());
    QCOMPARE(stored.size(), std::size_t(2 * 12)); // 1,500 images in batches of 128, twice
    for (std::size_t i = 0; i < stored.size(); ++i) {
        QCOMPARE(samples("gan")[i].batch, stored[i].batch);
        QCOMPARE(samples("gan")[i].value, stored[i].values[1].second);
    }
    m_workspace->startRun(setup, QString::fromStdString(file()), false);
    QTRY_VERIFY_WITH_TIMEOUT(finished.size() == 2, longWait);
    QTRY_COMPARE(text("trainingTitle"), QStringLiteral("Taken over"));
    QVERIFY(!showsHint());
}

void TestLosses::budgetNote()
{
    BudgetForm form;
    const auto *note = form.findChild<QLabel *>(QStringLiteral("budgetNote"));
    QVERIFY(note->isHidden());
    form.setTraining(true);
    QVERIFY(!note->isHidden());
}

QTEST_MAIN(TestLosses)
#include "tst_losses.moc"
