// SPDX-License-Identifier: GPL-3.0-or-later
// The assessment page in the real window, on the sample project with tiny budgets.
#include "tests/app/window_fixture.h"

#include "app/bridge/assess_catalog.h"
#include "app/bridge/assess_convert.h"
#include "app/bridge/assess_folder.h"
#include "app/gui/assess/after_board.h"
#include "app/gui/assess/assess_form.h"
#include "app/gui/assess/assess_page.h"
#include "app/gui/assess/assess_panel.h"
#include "app/gui/assess/cell_grid.h"
#include "app/gui/assess/generator_choice.h"
#include "core/base/cache.h"
#include "widgets/band_plot.h"
#include "widgets/metric_table.h"
#include "widgets/parallel_plot.h"

#include <QClipboard>
#include <QDesktopServices>
#include <QPlainTextEdit>
#include <QProcess>
#include <QSpinBox>
#include <QTabWidget>
#include <QTableWidget>
#include <nlohmann/json.hpp>

using namespace mutascope;
using namespace mutascope::gui;

namespace {

using Job = bridge::AssessJob;
using bridge::CellPhase;

constexpr int jobWait = 240'000;

QString cli()
{
    return QDir(QCoreApplication::applicationDirPath()).filePath(QStringLiteral("mutascope-cli"));
}

bridge::AssessSetup tinySetup(const QString &folder)
{
    bridge::AssessSetup setup;
    setup.projectFolder = sampleProject();
    setup.generators = {QStringLiteral("random"), QStringLiteral("deephunter")};
    setup.criterion = QStringLiteral("nc:0.75");
    setup.layers = QStringLiteral("default");
    setup.settings = {QStringLiteral("seeds-per-class=2"), QStringLiteral("profile-limit=500")};
    setup.budget.modelCalls = 600;
    setup.repeats = 2;
    setup.metrics = {QStringLiteral("failing-share"), QStringLiteral("ssim"),
                     QStringLiteral("calls-per-test"), QStringLiteral("valid-failing-share")};
    setup.validator = false;
    setup.folder = folder;
    return setup;
}

} // namespace

class TestAssess : public QObject, protected WindowFixture {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { useOwnSettings(QStringLiteral("tst_assess")); }
    void init();
    void cleanup() { closeWindow(); }

    void storedPlanAsksForTheSameAgain();
    void damagedPlansAreRefused();
    void saysWhatItCosts();
    void saysWhyItCannotStart();
    void generatorsThatCannotServeSayWhy();
    void assessesAndShowsWhatItFound();
    void showsWhatCameAfter();
    void stoppedInTheWindowGoesOnInTheCommandLine();
    void pausedRunsMakeRoomAndGoOn();
    void failedRunIsShownAndTriedAgain();
    void anotherPlanIsRefused();
    void windowClosesWhenRunsHaveStopped();

private:
    Job &job() const { return workspace().assessment(); }
    AssessPanel *panel() const { return m_window->assessPage()->panel(); }
    void setUpForm(const bridge::AssessSetup &setup)
    {
        m_window->setPage(MainWindow::Assess);
        m_window->assessPage()->form()->setSetup(setup, QStringLiteral("sample"));
    }
    void press(const char *button) { QTest::mouseClick(find<QPushButton>(button), Qt::LeftButton); }
    bool waitForEnd() const
    {
        return QTest::qWaitFor([this] { return !job().isBusy(); }, jobWait);
    }
    qsizetype cellsIn(CellPhase phase) const
    {
        const auto &cells = panel()->assessment().cells;
        return std::count_if(cells.begin(), cells.end(),
                             [phase](const bridge::CellInfo &cell) { return cell.phase == phase; });
    }
};

void TestAssess::init()
{
    makeWindow();
    job().setCacheFolder(m_cache.path());
}

// Also where a setting puts back what the preset changed.
void TestAssess::storedPlanAsksForTheSameAgain()
{
    bridge::AssessSetup setup = tinySetup(path("plan"));
    setup.generators = {QStringLiteral("advgan"), QStringLiteral("tensorfuzz")};
    setup.preset = QStringLiteral("quick");
    setup.settings = {QStringLiteral("advgan.epochs=60"), QStringLiteral("tensorfuzz.seeds-per-class=7")};
    setup.seed = 11;
    setup.retrain = true;
    setup.retrainEpochs = 3;
    setup.retrainImages = 500;
    setup.transfer = {setup.projectFolder};
    const auto before = toJson(planAssessment(bridge::toRequest(setup)));
    QVERIFY(QDir().mkpath(setup.folder));
    QFile file(setup.folder + QStringLiteral("/plan.json"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(QByteArray::fromStdString(before.dump(1)));
    file.close();
    const bridge::StoredAssessment stored = bridge::readAssessment(setup.folder);
    const auto again = toJson(planAssessment(bridge::toRequest(stored.setup)));
    QCOMPARE(QString::fromStdString(again.dump(1)), QString::fromStdString(before.dump(1)));
    QCOMPARE(stored.assessment.cells.size(), std::size_t(4));
    QCOMPARE(stored.assessment.measured(), std::size_t(0));
}

void TestAssess::damagedPlansAreRefused()
{
    QSignalSpy failed(&job(), &Job::openFailed);
    job().open(path("nothing"));
    QTRY_COMPARE(failed.size(), 1);
    QVERIFY(QDir().mkpath(path("bad")));
    for (const QByteArray &text : {QByteArray("{"), QByteArray("[]"), QByteArray("{\"runs\":{}}"),
                                   QByteArray("{\"runs\":{\"generators\":{\"nobody\":{}}}}")}) {
        QFile file(path("bad") + QStringLiteral("/plan.json"));
        QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
        file.write(text);
        file.close();
        const qsizetype before = failed.size();
        job().open(path("bad"));
        QTRY_COMPARE(failed.size(), before + 1);
        QVERIFY(!failed.last().at(0).toString().isEmpty());
    }
}

void TestAssess::saysWhatItCosts()
{
    bridge::AssessSetup setup = tinySetup(path("a"));
    setup.generators.append(QStringLiteral("advgan"));
    setup.jobs = 2;
    bridge::AssessProbe probe;
    probe.imagesPerSecond = 300;
    const bridge::AssessCost cost = bridge::costOf(setup, probe);
    QCOMPARE(cost.runs, 6);
    QCOMPARE(*cost.modelCalls, 3600);
    QCOMPARE(*cost.seconds, 6.0); // three rounds of two seconds
    QCOMPARE(cost.training, QStringList(QStringLiteral("AdvGAN")));
    const QString command = bridge::assessCommandLine(setup);
    for (const char *part :
         {"mutascope-cli assess ", " --generators random,deephunter,advgan ", " --repeats 2 ",
          " --set seeds-per-class=2 ", " --budget-calls 600 ", " --no-validator ", " --jobs 2 "})
        QVERIFY2(command.contains(QLatin1String(part)), part);
}

void TestAssess::saysWhyItCannotStart()
{
    m_window->setPage(MainWindow::Assess);
    QVERIFY(!find<QPushButton>("assessStart")->isEnabled());
    QVERIFY(find<QLabel>("assessProblem")->text().contains(QStringLiteral("project")));
    setUpForm(tinySetup(path("a")));
    QVERIFY2(find<QPushButton>("assessStart")->isEnabled(),
             qPrintable(find<QLabel>("assessProblem")->text()));
    auto *settings = find<QPlainTextEdit>("assessSettings");
    for (const char *wrong :
         {"epochs=3", "random.nothing=1", "nobody.epochs=1", "seeds-per-class=none", "word"}) {
        settings->setPlainText(QLatin1String(wrong));
        QVERIFY2(!find<QPushButton>("assessStart")->isEnabled(), wrong);
        QVERIFY(!find<QLabel>("assessProblem")->text().isEmpty());
    }
    settings->setPlainText(QString());
    QVERIFY(QDir().mkpath(path("full/of")));
    find<QLineEdit>("assessFolder")->setText(path("full"));
    QVERIFY(find<QLabel>("assessProblem")->text().contains(QStringLiteral("other things")));
}

void TestAssess::generatorsThatCannotServeSayWhy()
{
    GeneratorChoice choice;
    const qsizetype all = choice.chosen().size();
    QVERIFY(all >= 8);
    choice.setLeftOut({{QStringLiteral("advgan"), QStringLiteral("it needs gradients")}});
    QCOMPARE(choice.chosen().size(), all - 1);
    bool said = false;
    for (int row = 0; row < choice.count(); ++row)
        if (choice.item(row)->text().contains(QStringLiteral("it needs gradients"))) {
            said = true;
            QVERIFY(!choice.item(row)->flags().testFlag(Qt::ItemIsEnabled));
        }
    QVERIFY(said);
}

void TestAssess::assessesAndShowsWhatItFound()
{
    setUpForm(tinySetup(path("a")));
    QSignalSpy tables(&job(), &Job::tableChanged);
    press("assessStart");
    QVERIFY(job().isBusy());
    QVERIFY(waitForEnd());
    QTRY_COMPARE(find<QLabel>("assessTitle")->text(), QStringLiteral("Assessed"));
    QVERIFY(tables.size() >= 2); // partial ones on the way
    QCOMPARE(cellsIn(CellPhase::Measured), 4);
    auto *grid = find<CellGrid>("assessCells");
    QCOMPARE(grid->rowCount(), 2);
    QCOMPARE(grid->columnCount(), 2);
    auto *filter = find<QComboBox>("assessFilter");
    filter->setCurrentIndex(1); // all
    const widgets::MetricTableData &table = find<widgets::MetricTable>("assessTable")->data();
    QCOMPARE(table.rows.size(), std::size_t(2));
    QVERIFY(table.rows[0].cells[0].value.has_value());
    const auto place = std::size_t(
        std::find_if(table.columns.begin(), table.columns.end(),
                     [](const auto &column) { return column.name.contains(QStringLiteral("alid")); })
        - table.columns.begin());
    QVERIFY(!table.rows[0].cells[place].value); // no validator: said why
    QVERIFY(table.rows[0].cells[place].toolTip.contains(QStringLiteral("Missing")));
    QCOMPARE(find<widgets::BandPlot>("assessFailing")->seriesIds().size(), 2);
    QVERIFY(!find<widgets::BandPlot>("assessCoverage")->band(QStringLiteral("1")).x.isEmpty());
    QCOMPARE(find<widgets::ParallelPlot>("assessParallel")->data().lines.size(), std::size_t(2));
    for (const char *name : {"report.html", "report.pdf", "results.csv", "table.tex", "plan.json"})
        QVERIFY2(QFile::exists(path("a/") + QLatin1String(name)), name);
    QVERIFY(find<QPushButton>("assessReport")->isEnabled());
    QVERIFY(!find<QPushButton>("assessAgain")->isVisible());
}

// Put in by the form, and read from the folder again.
void TestAssess::showsWhatCameAfter()
{
    bridge::AssessSetup setup = tinySetup(path("a"));
    setup.repeats = 1;
    setup.retrain = true;
    setup.retrainEpochs = 1;
    setup.retrainImages = 200;
    setup.transfer = {setup.projectFolder};
    setUpForm(setup);
    const QString command = bridge::assessCommandLine(m_window->assessPage()->form()->setup());
    QVERIFY(command.contains(QStringLiteral("--retrain --retrain-epochs 1 --retrain-images 200 --transfer")));
    auto *tabs = find<QTabWidget>("assessTabs");
    QVERIFY(!tabs->isTabVisible(AssessPanel::After));
    press("assessStart");
    QVERIFY(waitForEnd());
    QTRY_VERIFY(tabs->isTabVisible(AssessPanel::After));
    const std::vector<bridge::AfterTable> shown = panel()->assessment().after;
    QCOMPARE(shown.size(), std::size_t(2));
    const auto views = find<AfterBoard>("assessAfter")->findChildren<QTableWidget *>();
    QCOMPARE(views.size(), 2);
    QCOMPARE(views[0]->rowCount(), 2);
    QVERIFY(views[0]->item(0, 2)->text().contains(QChar(0x2192))); // clean accuracy before and after
    const Assessment stored = bridge::readAssessment(path("a")).assessment;
    QCOMPARE(stored.after.retrained.size(), std::size_t(2));
    QCOMPARE(bridge::toState(stored, setup).after[1].rows, shown[1].rows);
}

// The same plan, the same folder: what the window began the command line finishes, and the window reads it.
void TestAssess::stoppedInTheWindowGoesOnInTheCommandLine()
{
    bridge::AssessSetup setup = tinySetup(path("a"));
    setup.budget.modelCalls = 10'000;
    setup.jobs = 1;
    setUpForm(setup);
    press("assessCopy");
    const QString command = QGuiApplication::clipboard()->text();
    press("assessStart");
    QVERIFY(QTest::qWaitFor([this] { return cellsIn(CellPhase::Running) > 0; }, jobWait));
    press("assessStop");
    QCOMPARE(job().state(), Job::State::Stopping);
    QVERIFY(waitForEnd());
    QTRY_VERIFY(find<QPushButton>("assessAgain")->isVisible());
    QVERIFY(find<QLabel>("assessTitle")->text().contains(QStringLiteral("Stopped")));
    QVERIFY(cellsIn(CellPhase::Measured) < 4);
    QVERIFY(QFile::link(m_cache.path(), m_cache.filePath(QStringLiteral("mutascope")))); // the same cache
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("XDG_CACHE_HOME"), m_cache.path());
    process.setProcessEnvironment(environment);
    process.start(
        QStringLiteral("/bin/sh"),
        {QStringLiteral("-c"),
         QString(command).replace(QStringLiteral("mutascope-cli assess"), cli() + QStringLiteral(" assess"))
             + QStringLiteral(" --quiet")});
    QVERIFY(process.waitForFinished(jobWait));
    QVERIFY2(process.exitCode() == 0, process.readAllStandardError().constData());
    m_window->assessPage()->openFolder(path("a"));
    QTRY_COMPARE(cellsIn(CellPhase::Measured), 4);
    QVERIFY(!find<QPushButton>("assessAgain")->isVisible());
    QVERIFY(find<QPushButton>("assessStart")->text().contains(QStringLiteral("o on")));
}

void TestAssess::pausedRunsMakeRoomAndGoOn()
{
    bridge::AssessSetup setup = tinySetup(path("a"));
    setup.budget.modelCalls = 10'000;
    setup.repeats = 1;
    setUpForm(setup);
    press("assessStart");
    QVERIFY(QTest::qWaitFor([this] { return cellsIn(CellPhase::Running) > 0; }, jobWait));
    press("assessPause");
    QCOMPARE(job().state(), Job::State::Paused);
    QVERIFY(QTest::qWaitFor([this] { return cellsIn(CellPhase::Running) == 0; }, jobWait));
    QVERIFY(job().isBusy());
    press("assessPause");
    QCOMPARE(job().state(), Job::State::Running);
    QVERIFY(waitForEnd());
    QTRY_COMPARE(cellsIn(CellPhase::Measured), 2);
}

void TestAssess::failedRunIsShownAndTriedAgain()
{
    QFile script(path("wrapper"));
    QVERIFY(script.open(QIODevice::WriteOnly));
    script.write(
        "#!/bin/sh\ncase \"$*\" in *deephunter*) echo 'mutascope-cli: error: no luck today' >&2; exit 1;; "
        "esac\nexec '"
        + cli().toUtf8() + "' \"$@\"\n");
    script.close();
    QVERIFY(script.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
    job().setProgram(path("wrapper"));
    bridge::AssessSetup setup = tinySetup(path("a"));
    setup.repeats = 1;
    setUpForm(setup);
    press("assessStart");
    QVERIFY(waitForEnd());
    QTRY_COMPARE(cellsIn(CellPhase::Failed), 1);
    QTRY_VERIFY(find<QLabel>("assessTitle")->text().contains(QStringLiteral("failed")));
    auto *grid = find<CellGrid>("assessCells");
    QCOMPARE(grid->cellAt(0, 0)->phase, CellPhase::Failed); // in the order of the catalogue
    grid->setCurrentCell(0, 0);
    QVERIFY(find<QLabel>("assessCellNote")->text().contains(QStringLiteral("no luck today")));
    auto *again = find<QPushButton>("assessAgain");
    QVERIFY(again->isVisible());
    job().setProgram(cli());
    press("assessAgain");
    QVERIFY(waitForEnd());
    QTRY_COMPARE(cellsIn(CellPhase::Measured), 2);
    QVERIFY(!again->isVisible());
}

void TestAssess::anotherPlanIsRefused()
{
    bridge::AssessSetup setup = tinySetup(path("a"));
    setup.repeats = 1;
    setUpForm(setup);
    press("assessStart");
    QVERIFY(waitForEnd());
    find<QSpinBox>("assessRepeats")->setValue(3);
    QSignalSpy failed(&job(), &Job::failed);
    press("assessStart");
    QVERIFY(waitForEnd());
    QTRY_COMPARE(failed.size(), 1);
    QVERIFY(failed[0].at(0).toString().contains(QStringLiteral("another plan")));
    QVERIFY(m_window->messageBar()->isVisible());
}

void TestAssess::windowClosesWhenRunsHaveStopped()
{
    bridge::AssessSetup setup = tinySetup(path("a"));
    setup.budget.modelCalls = 2'000'000;
    setUpForm(setup);
    press("assessStart");
    QVERIFY(QTest::qWaitFor([this] { return cellsIn(CellPhase::Running) > 0; }, jobWait));
    QVERIFY(!workspace().isFree());
    QVERIFY(!m_window->close());
    auto *box = m_window->findChild<QMessageBox *>(QStringLiteral("closeQuestion"));
    QVERIFY(box);
    QTest::mouseClick(box->findChild<QPushButton *>(QStringLiteral("stopAndClose")), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(!m_window->isVisible(), jobWait);
    QVERIFY(!job().isBusy());
    const bridge::StoredAssessment stored = bridge::readAssessment(path("a"));
    QCOMPARE(stored.assessment.cells.size(), std::size_t(4));
    for (const AssessedCell &cell : stored.assessment.cells)
        QVERIFY(cell.record.state == CellState::Waiting || cell.record.state == CellState::Stopped);
}

int main(int argc, char **argv)
{
    Application application(argc, argv);
    TestAssess test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_assess.moc"
