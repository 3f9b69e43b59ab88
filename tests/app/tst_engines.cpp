// SPDX-License-Identifier: GPL-3.0-or-later
// The engines page in the real window, with small campaigns against real engines.
#include "tests/app/window_fixture.h"

#include "app/bridge/engine_catalog.h"
#include "app/gui/engines/campaign_form.h"
#include "app/gui/engines/coverage_panel.h"
#include "app/gui/engines/engines_page.h"
#include "app/gui/engines/finding_view.h"
#include "app/gui/engines/findings_panel.h"
#include "app/gui/tree/tree_page.h"
#include "core/engines/campaign/stored_findings.h"
#include "widgets/graph_view.h"
#include "widgets/pair_matrix.h"
#include "widgets/tree_transport.h"
#include "widgets/tree_view.h"

#include <QAbstractSpinBox>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QPlainTextEdit>
#include <QProcess>
#include <QTableWidget>
#include <QToolBar>
#include <QTreeWidget>
#include <sqlite3.h>

using namespace mutascope;
using namespace mutascope::gui;

namespace {

QString cli()
{
    return QDir(QCoreApplication::applicationDirPath()).filePath(QStringLiteral("mutascope-cli"));
}

QByteArray runCli(const QStringList &arguments)
{
    QProcess process;
    process.start(cli(), arguments);
    return process.waitForFinished(longWait) && process.exitCode() == 0 ? process.readAllStandardOutput()
                                                                        : QByteArray();
}

bridge::CampaignSetup smallCampaign(const QString &file)
{
    bridge::CampaignSetup setup;
    setup.engines = {QStringLiteral("torch"), QStringLiteral("opencv")};
    setup.search = QStringLiteral("mcts");
    setup.settings = {{QStringLiteral("size"), QStringLiteral("5")}};
    setup.models = 120;
    setup.seed = 7;
    setup.sessionFile = file;
    return setup;
}

QStringList cliWords(const QString &file)
{
    return {QStringLiteral("engines"),         QStringLiteral("fuzz"),
            QStringLiteral("--engines"),       QStringLiteral("torch,opencv"),
            QStringLiteral("--size"),          QStringLiteral("5"),
            QStringLiteral("--budget-models"), QStringLiteral("120"),
            QStringLiteral("--seed"),          QStringLiteral("7"),
            QStringLiteral("--out"),           file,
            QStringLiteral("--json")};
}

} // namespace

class TestEngines : public QObject, protected WindowFixture {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init() { makeWindow(); }
    void cleanup() { closeWindow(); }

    void engineThatIsMissingSaysWhy();
    void saysWhyItCannotStart();
    void campaignInTheWindowIsTheCommandLines();
    void stoppedAndContinuedIsTheSame();
    void listsFiltersAndStoresTriage();
    void graphMarksTheNodeAndMatrixAgrees();
    void runsAgainReducesAndExports();
    void otherPagesStayCalm();
    void findingsOfADamagedStateAreShown();
    void nothingHidesOnALowScreen();
    void treeOfACampaignIsInWords();

private:
    EnginesPage *page() const { return m_window->enginesPage(); }
    void openRecorded();
    bool runToTheEnd(const bridge::CampaignSetup &setup);

    QTemporaryDir m_recorded;
    QString m_file; // a campaign of the command line
    QJsonObject m_summary; // what it printed
};

void TestEngines::initTestCase()
{
    useOwnSettings(QStringLiteral("tst_engines"));
    m_file = m_recorded.filePath(QStringLiteral("cli.mscope"));
    m_summary = QJsonDocument::fromJson(runCli(cliWords(m_file))).object();
    QCOMPARE(m_summary[QStringLiteral("models")].toInt(), 120);
    QVERIFY(m_summary[QStringLiteral("findings")].toInt() >= 3);
}

// A copy, so that what people say of it stays in one test.
void TestEngines::openRecorded()
{
    QVERIFY(QFile::copy(m_file, path("a.mscope")));
    m_window->setPage(MainWindow::Engines);
    workspace().openPath(path("a.mscope"));
    QTRY_VERIFY_WITH_TIMEOUT(page()->campaign().run == 1 && page()->findings()->current(), longWait);
    QCOMPARE(m_window->page(), MainWindow::Engines);
}

bool TestEngines::runToTheEnd(const bridge::CampaignSetup &setup)
{
    QSignalSpy ended(&workspace().engines(), &bridge::EngineJobs::campaignEnded);
    return workspace().engines().startCampaign(setup)
        && QTest::qWaitFor([&] { return ended.size() > 0; }, longWait)
        && QTest::qWaitFor([&] { return !page()->campaign().findingsSha256.isEmpty(); }, longWait);
}

void TestEngines::engineThatIsMissingSaysWhy()
{
    m_window->setPage(MainWindow::Engines);
    auto *list = find<QTreeWidget>("engineList");
    QTRY_VERIFY_WITH_TIMEOUT(list->topLevelItemCount() > 5, longWait);
    bool missing = false;
    for (int row = 0; row < list->topLevelItemCount(); ++row) {
        const QTreeWidgetItem *item = list->topLevelItem(row);
        const bool enabled = item->flags().testFlag(Qt::ItemIsEnabled);
        QVERIFY(!item->text(1).isEmpty());
        if (item->text(0) == QLatin1String("opencv"))
            QVERIFY(enabled && item->checkState(0) == Qt::Checked);
        missing = missing || (!enabled && item->text(2).contains(QLatin1String("MUTASCOPE_ONNXRUNTIME")));
    }
    QVERIFY(missing);
}

void TestEngines::saysWhyItCannotStart()
{
    m_window->setPage(MainWindow::Engines);
    CampaignForm *form = page()->form();
    QTRY_VERIFY_WITH_TIMEOUT(form->problem().isEmpty() && !form->isListing(), longWait);
    bridge::CampaignSetup setup = smallCampaign(path("w.mscope"));
    form->setSetup(setup);
    QCOMPARE(form->setup().engines, setup.engines);
    QCOMPARE(form->setup().settings, setup.settings);
    QVERIFY(find<QPushButton>("startCampaign")->isEnabled());
    setup.models.reset();
    form->setSetup(setup);
    QVERIFY(form->problem().contains(QLatin1String("budget")));
    QVERIFY(!find<QPushButton>("startCampaign")->isEnabled());
    setup = smallCampaign(path("w.mscope"));
    setup.engines.clear();
    form->setSetup(setup);
    QVERIFY(form->problem().contains(QLatin1String("engine")));
}

void TestEngines::campaignInTheWindowIsTheCommandLines()
{
    m_window->setPage(MainWindow::Engines);
    CampaignForm *form = page()->form();
    QTRY_VERIFY_WITH_TIMEOUT(form->problem().isEmpty() && !form->isListing(), longWait);
    form->setSetup(smallCampaign(path("w.mscope")));
    QSignalSpy ended(&workspace().engines(), &bridge::EngineJobs::campaignEnded);
    QSignalSpy progress(&workspace().engines(), &bridge::EngineJobs::campaignProgress);
    QTest::mouseClick(find<QPushButton>("startCampaign"), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(ended.size() > 0, longWait);
    QVERIFY(progress.size() > 0);
    QTRY_VERIFY_WITH_TIMEOUT(!page()->campaign().findingsSha256.isEmpty(), longWait);
    QCOMPARE(m_window->page(), MainWindow::Engines);
    QCOMPARE(page()->campaign().modelsSha256, m_summary[QStringLiteral("models_sha256")].toString());
    QCOMPARE(page()->campaign().findingsSha256, m_summary[QStringLiteral("findings_sha256")].toString());
    QCOMPARE(page()->findings()->shownCount(), m_summary[QStringLiteral("findings")].toInt());
}

void TestEngines::stoppedAndContinuedIsTheSame()
{
    m_window->setPage(MainWindow::Engines);
    bridge::EngineJobs &jobs = workspace().engines();
    QSignalSpy ended(&jobs, &bridge::EngineJobs::campaignEnded);
    connect(&jobs, &bridge::EngineJobs::campaignCreated, this, [&] { jobs.stop(); });
    QVERIFY(jobs.startCampaign(smallCampaign(path("w.mscope"))));
    QTRY_VERIFY_WITH_TIMEOUT(ended.size() == 1, longWait);
    disconnect(&jobs, &bridge::EngineJobs::campaignCreated, this, nullptr);
    QTRY_VERIFY_WITH_TIMEOUT(page()->campaign().phase == bridge::RunPhase::Stopped, longWait);
    QVERIFY(page()->campaign().progress.models < 120);
    QTRY_VERIFY(find<QPushButton>("resumeCampaign")->isEnabled());
    QTest::mouseClick(find<QPushButton>("resumeCampaign"), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(ended.size() == 2, longWait);
    QTRY_VERIFY_WITH_TIMEOUT(page()->campaign().phase == bridge::RunPhase::Finished
                                 && page()->campaign().progress.models == 120,
                             longWait);
    QCOMPARE(page()->campaign().modelsSha256, m_summary[QStringLiteral("models_sha256")].toString());
    QCOMPARE(page()->campaign().findingsSha256, m_summary[QStringLiteral("findings_sha256")].toString());
}

void TestEngines::listsFiltersAndStoresTriage()
{
    openRecorded();
    FindingsPanel *panel = page()->findings();
    const int all = panel->shownCount();
    QCOMPARE(all, m_summary[QStringLiteral("findings")].toInt());
    auto *stage = find<QComboBox>("findingStage");
    int sum = 0;
    for (int i = 1; i < stage->count(); ++i) {
        stage->setCurrentIndex(i);
        sum += panel->shownCount();
        QCOMPARE(panel->current()->stage, stage->currentText());
    }
    QCOMPARE(sum, all);
    stage->setCurrentIndex(0);
    find<QLineEdit>("findingText")->setText(QStringLiteral("no such words anywhere"));
    QCOMPARE(panel->shownCount(), 0);
    QVERIFY(!panel->current());
    find<QLineEdit>("findingText")->clear();

    panel->select(2);
    find<QLineEdit>("findingNote")->setText(QStringLiteral("seen before"));
    QSignalSpy triaged(&workspace().engines(), &bridge::EngineJobs::triaged);
    find<QTableView>("findingTable")->setFocus();
    QTest::keyClick(find<QTableView>("findingTable"), Qt::Key_K);
    QTRY_COMPARE_WITH_TIMEOUT(triaged.size(), 1, 20'000);
    QTRY_COMPARE(panel->current()->triage, QStringLiteral("known-limit"));
    const SessionStore store(bridge::toPath(path("a.mscope")), SessionStore::Mode::ReadOnly);
    const EngineFindingRecord stored = store.engineFindings(1).at(1);
    QCOMPARE(stored.triage, EngineTriage::KnownLimit);
    QCOMPARE(stored.note, std::string("seen before"));
}

void TestEngines::graphMarksTheNodeAndMatrixAgrees()
{
    openRecorded();
    const SessionStore store(bridge::toPath(m_file), SessionStore::Mode::ReadOnly);
    int checked = 0;
    widgets::GraphView *view = page()->finding()->graph();
    for (const engines::Finding &finding : engines::storedFindings(store, 1)) {
        if (finding.failure.node < 0)
            continue;
        page()->findings()->select(finding.number);
        const engines::OperatorGraph graph = realise(finding.plan).graph;
        QTRY_COMPARE_WITH_TIMEOUT(view->graph().marked, finding.failure.node, longWait);
        QTRY_COMPARE(view->graph().nodes.size(), graph.nodes().size());
        const auto &node = view->graph().nodes[std::size_t(finding.failure.node)];
        QCOMPARE(node.title.toStdString(), graph.nodes()[std::size_t(finding.failure.node)].op->name);
        QCOMPARE(view->selected(), finding.failure.node);
        ++checked;
    }
    QVERIFY(checked > 0);
    const EngineCampaignRecord campaign = store.engineCampaign(1);
    const auto covered = std::count_if(campaign.edges.begin(), campaign.edges.end(),
                                       [](std::uint32_t times) { return times > 0; });
    QCOMPARE(page()->coverage()->matrix()->covered(), int(covered));
    QVERIFY(find<QPushButton>("savePairs")->isEnabled());
    QVERIFY(page()->coverage()->matrix()->exportTo(path("pairs.csv")));
    QFile pairs(path("pairs.csv"));
    QVERIFY(pairs.open(QIODevice::ReadOnly));
    QCOMPARE(pairs.readAll().count('\n'), int(covered) + 1); // and the head
    // SEC is the share of pairs that were seen (Luo et al., section 3.1).
    const double names = page()->campaign().operators.size();
    const double share
        = m_summary[QStringLiteral("coverage")][QStringLiteral("parts")][QStringLiteral("SEC")].toDouble();
    QVERIFY(std::abs(share - double(covered) / (names * names)) < 1e-9);
    QCOMPARE(page()->campaign().progress.coverage,
             m_summary[QStringLiteral("coverage")][QStringLiteral("end")].toDouble());
    QCOMPARE(find<QTableWidget>("operatorTable")->rowCount(), int(names));
    for (const char *name : {"g.svg", "g.png"})
        QVERIFY(view->exportTo(path(name)) && QFileInfo(path(name)).size() > 1000);
    QString why;
    QVERIFY(!view->exportTo(path("g.txt"), &why) && !why.isEmpty());
}

void TestEngines::runsAgainReducesAndExports()
{
    openRecorded();
    page()->findings()->select(1);
    bridge::EngineJobs &jobs = workspace().engines();
    QSignalSpy again(&jobs, &bridge::EngineJobs::reproduced);
    QSignalSpy reduced(&jobs, &bridge::EngineJobs::reduced);
    QSignalSpy exported(&jobs, &bridge::EngineJobs::exported);
    QTest::mouseClick(find<QPushButton>("reproduceFinding"), Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(again.size(), 1, longWait);
    QVERIFY(again.at(0).at(0).value<bridge::ReproductionInfo>().shown);
    QVERIFY(find<QTableView>("outputTable")->model()->rowCount() > 0);
    QTest::mouseClick(find<QPushButton>("reduceFinding"), Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(reduced.size(), 1, longWait);
    const auto result = reduced.at(0).at(0).value<bridge::ReductionInfo>();
    QVERIFY(result.after >= 1 && result.after <= result.before);
    QVERIFY(page()->finding()->showsReduced());
    QCOMPARE(page()->finding()->graph()->graph().nodes.size(), result.graph.nodes.size());
    find<QComboBox>("findingWhich")->setCurrentIndex(0);
    QVERIFY(!page()->finding()->showsReduced());
    find<QComboBox>("findingWhich")->setCurrentIndex(1);
    page()->finding()->exportTo(path("folder"));
    QTRY_COMPARE_WITH_TIMEOUT(exported.size(), 1, longWait);
    const QByteArray words = runCli(
        {QStringLiteral("engines"), QStringLiteral("reproduce"), path("folder"), QStringLiteral("--json")});
    QVERIFY(QJsonDocument::fromJson(words)[QStringLiteral("shown")].toBool());
}

void TestEngines::otherPagesStayCalm()
{
    QList<Workspace::Severity> said;
    connect(&workspace(), &Workspace::message, this,
            [&](Workspace::Severity severity) { said.append(severity); });
    openRecorded();
    for (int number = MainWindow::Welcome; number <= MainWindow::Engines; ++number) {
        m_window->setPage(MainWindow::Page(number));
        QTest::qWait(150);
    }
    m_window->setPage(MainWindow::Sessions);
    QVERIFY(!find<QPushButton>("resumeRun")->isEnabled());
    QVERIFY(!find<QPushButton>("exportRun")->isEnabled());
    QTest::mouseClick(find<QPushButton>("showRun"), Qt::LeftButton);
    QCOMPARE(m_window->page(), MainWindow::Engines);
    QVERIFY(!said.contains(Workspace::Severity::Error) && !said.contains(Workspace::Severity::Warning));
}

// So are those of a session that another version wrote.
void TestEngines::findingsOfADamagedStateAreShown()
{
    QVERIFY(QFile::copy(m_file, path("a.mscope")));
    sqlite3 *database = nullptr;
    QCOMPARE(sqlite3_open(QFile::encodeName(path("a.mscope")).constData(), &database), SQLITE_OK);
    QCOMPARE(sqlite3_exec(database, "UPDATE states SET generator = x'0011'", nullptr, nullptr, nullptr),
             SQLITE_OK);
    QCOMPARE(sqlite3_changes(database), 1);
    sqlite3_close(database);
    m_window->setPage(MainWindow::Engines);
    workspace().openPath(path("a.mscope"));
    QTRY_COMPARE_WITH_TIMEOUT(page()->findings()->shownCount(), m_summary[QStringLiteral("findings")].toInt(),
                              longWait);
    QVERIFY(page()->coverage()->matrix()->covered() > 0);
    QVERIFY(page()->campaign().coverage.empty() && !page()->campaign().message.isEmpty());
}

void TestEngines::nothingHidesOnALowScreen()
{
    m_window->setPage(MainWindow::Engines);
    auto *bar = find<QToolBar>("pageBar");
    for (const int height : {900, 720, 640}) {
        m_window->resize(1200, height);
        QTest::qWait(50);
        for (QAction *action : bar->actions()) {
            const QWidget *button = bar->widgetForAction(action);
            QVERIFY2(button->isVisible() && bar->rect().contains(button->geometry()),
                     qPrintable(QStringLiteral("%1 at %2").arg(action->text()).arg(height)));
        }
    }
    CampaignForm *form = page()->form();
    for (QWidget *part : form->findChildren<QWidget *>())
        if (part->isVisible()
            && (qobject_cast<QAbstractSpinBox *>(part) || qobject_cast<QPushButton *>(part)))
            QVERIFY2(part->mapTo(form, QPoint(part->width(), 0)).x() <= form->width(),
                     qPrintable(part->objectName()));
}

// Its nodes have no images: none may be asked for.
void TestEngines::treeOfACampaignIsInWords()
{
    QList<QString> said;
    connect(&workspace(), &Workspace::message, this,
            [&](Workspace::Severity, const QString &text) { said.append(text); });
    openRecorded();
    QTest::mouseClick(find<QPushButton>("campaignTree"), Qt::LeftButton);
    QCOMPARE(m_window->page(), MainWindow::Tree);
    TreePage *tree = m_window->treePage();
    QTRY_VERIFY_WITH_TIMEOUT(!tree->isWaiting() && tree->frame().moment.events > 0, longWait);
    const auto events = tree->frame().moment.events;
    Q_EMIT tree->transport()->seek(events / 2);
    QTRY_VERIFY_WITH_TIMEOUT(!tree->isWaiting() && tree->frame().moment.position == events / 2, longWait);
    QTest::keyClick(tree->view(), Qt::Key_Space);
    QTRY_VERIFY_WITH_TIMEOUT(!tree->isWaiting() && tree->frame().moment.position > events / 2, longWait);
    tree->showImages();
    QTest::qWait(300);
    QVERIFY2(said.isEmpty(), qPrintable(said.join(QLatin1Char('\n'))));
}

int main(int argc, char **argv)
{
    Application application(argc, argv);
    TestEngines test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_engines.moc"
