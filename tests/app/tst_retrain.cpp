// SPDX-License-Identifier: GPL-3.0-or-later
// Jobs on models in the real window: retrain, train, transfer; pause, stop, close.
#include "tests/app/window_fixture.h"

#include "app/bridge/job_catalog.h"
#include "app/gui/retrain/job_forms.h"
#include "app/gui/retrain/retrain_page.h"
#include "widgets/loss_plot.h"
#include "widgets/param_form.h"
#include "widgets/share_table.h"

#include <QListWidget>
#include <QTableWidget>

using namespace mutascope;
using namespace mutascope::gui;

namespace {
constexpr int jobWait = 240'000;
}

class TestRetrain : public QObject, protected WindowFixture {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { useOwnSettings(QStringLiteral("tst_retrain")); }
    void init() { makeWindow(); }
    void cleanup() { closeWindow(); }

    void fieldsHaveTheDefaultsOfTheCore();
    void saysWhyItCannotStart();
    void retrainsPausesAndShowsTheTable();
    void stoppedBeforeTheFirstEpochLeavesNothing();
    void validTestsOnlyNeedsLabels();
    void failureIsShown();
    void transferMatrixOfTwoModels();
    void noRunBesideAJob();
    void windowClosesWhenTheJobHasStopped();

private:
    bridge::ModelJobs &jobs() const { return workspace().models(); }
    bool waitForEnd() const
    {
        return QTest::qWaitFor([this] { return !jobs().isBusy(); }, jobWait);
    }
    void press(const char *button) { QTest::mouseClick(find<QPushButton>(button), Qt::LeftButton); }
    void beginRetraining(const QString &folder, int epochs);
};

void TestRetrain::beginRetraining(const QString &folder, int epochs)
{
    m_window->setPage(MainWindow::Retrain);
    auto *params = find<widgets::ParamForm>("retrainParams");
    QVERIFY(params->setValues({{QStringLiteral("epochs"), epochs}, {QStringLiteral("clean-images"), 640}})
                .isEmpty());
    find<QLineEdit>("retrainFolder")->setText(folder);
    QVERIFY(find<QPushButton>("startRetrain")->isEnabled());
    press("startRetrain");
    QVERIFY(jobs().isBusy());
}

void TestRetrain::fieldsHaveTheDefaultsOfTheCore()
{
    widgets::ParamForm form;
    form.setFields(bridge::retrainFields());
    QVERIFY(form.isValid());
    QCOMPARE(form.value(QStringLiteral("epochs")).toInt(), 10);
    QCOMPARE(form.value(QStringLiteral("held-out")).toDouble(), 0.5);
    QCOMPARE(form.value(QStringLiteral("valid-only")), QVariant(false));
    const QList<bridge::ArchitectureEntry> entries = bridge::architectureEntries();
    QVERIFY(entries.size() >= 6);
    for (const bridge::ArchitectureEntry &entry : entries)
        QCOMPARE(entry.fields.last().name, QStringLiteral("seed"));
}

void TestRetrain::saysWhyItCannotStart()
{
    QVERIFY(!find<QPushButton>("startRetrain")->isEnabled());
    QVERIFY(find<QLabel>("startRetrainProblem")->text().contains(QStringLiteral("session")));
    QVERIFY(!find<QPushButton>("startTransfer")->isEnabled());
    QVERIFY(!find<QPushButton>("startTrain")->isEnabled());
}

void TestRetrain::retrainsPausesAndShowsTheTable()
{
    runSample(2000);
    const QString folder = path("better");
    beginRetraining(folder, 2);
    press("jobPause");
    QCOMPARE(jobs().state(), bridge::ModelJobs::State::Paused);
    QCOMPARE(find<QLabel>("jobTitle")->text(), QStringLiteral("Paused"));
    press("jobPause");
    QVERIFY(waitForEnd());
    auto *table = find<QTableWidget>("retrainTable");
    QTRY_VERIFY2(table->isVisible(),
                 qPrintable(find<QLabel>("jobTitle")->text() + QStringLiteral(": ")
                            + find<QLabel>("jobNote")->text()));
    QVERIFY(find<QLabel>("jobNote")->text().contains(QStringLiteral("Epoch")));
    for (int row = 0; row < 3; ++row)
        for (int column = 0; column < 3; ++column)
            QVERIFY(!table->item(row, column)->text().isEmpty());
    QVERIFY(table->item(1, 0)->text().startsWith(QStringLiteral("100"))); // they failed before
    QVERIFY(QFile::exists(folder + QStringLiteral("/project.json")));
    QVERIFY(find<widgets::LossPlot>("jobPlot")->samples(QStringLiteral("loss")).size() > 5);
    press("jobOpen");
    QTRY_VERIFY_WITH_TIMEOUT(workspace().project()->folder == folder, longWait);
}

void TestRetrain::stoppedBeforeTheFirstEpochLeavesNothing()
{
    runSample(2000);
    beginRetraining(path("stopped"), 50);
    press("jobStop");
    QVERIFY(waitForEnd());
    QTRY_COMPARE(find<QLabel>("jobTitle")->text(), QStringLiteral("Stopped"));
    QVERIFY(!QFile::exists(path("stopped")));
    QVERIFY(find<QPushButton>("startRetrain")->isEnabled());
}

// Nobody has labelled these: the setting reaches the core, which says so.
void TestRetrain::validTestsOnlyNeedsLabels()
{
    runSample(2000);
    bridge::RetrainOrder order;
    order.sessionFile = workspace().reader().file();
    order.runs = {workspace().currentRun()};
    order.settings = {{QStringLiteral("valid-only"), true}};
    order.folder = path("valid");
    QVERIFY(jobs().retrain(order));
    QVERIFY(waitForEnd());
    QTRY_VERIFY(m_window->messageBar()->isVisible());
    QVERIFY2(m_window->messageBar()->text().contains(QStringLiteral("valid")),
             qPrintable(m_window->messageBar()->text()));
    QVERIFY(!QFile::exists(order.folder));
}

void TestRetrain::failureIsShown()
{
    openSample();
    bridge::TrainOrder order;
    order.data = path("nothing");
    order.architecture = QStringLiteral("lenet1");
    order.folder = path("trained");
    QVERIFY(jobs().train(order));
    QVERIFY(!jobs().train(order)); // one at a time
    QVERIFY(waitForEnd());
    QTRY_VERIFY(m_window->messageBar()->isVisible());
    QVERIFY(find<QLabel>("jobTitle")->text().contains(QStringLiteral("not")));
    QVERIFY(!QFile::exists(order.folder)); // what was made is taken away
}

void TestRetrain::transferMatrixOfTwoModels()
{
    runSample(2000);
    m_window->setPage(MainWindow::Retrain);
    m_window->retrainPage()->showTab(RetrainPage::Transfer);
    m_window->retrainPage()->transferForm()->addModel(workspace().project()->modelFile);
    QCOMPARE(find<QListWidget>("transferModels")->count(), 2); // the open project is there already
    press("startTransfer");
    QVERIFY(waitForEnd());
    const auto *table = find<widgets::ShareTable>("transferTable");
    QTRY_VERIFY(table->isVisible());
    QCOMPARE(table->data().columns.size(), 2);
    QCOMPARE(table->data().rows.size(), 1);
    for (const auto &cell : table->data().cells) {
        QVERIFY(cell.whole > 0);
        QCOMPARE(cell.part, cell.whole); // the model they were made for fails on all of them
    }
}

void TestRetrain::noRunBesideAJob()
{
    runSample(2000);
    beginRetraining(path("better"), 50);
    m_window->runActions()->start()->trigger();
    QVERIFY(!workspace().controller().isBusy());
    QVERIFY(m_window->messageBar()->text().contains(QStringLiteral("trained")));
    jobs().stop();
    QVERIFY(waitForEnd());
}

void TestRetrain::windowClosesWhenTheJobHasStopped()
{
    runSample(2000);
    beginRetraining(path("better"), 50);
    QVERIFY(!m_window->close());
    auto *box = m_window->findChild<QMessageBox *>(QStringLiteral("closeQuestion"));
    QVERIFY(box);
    QTest::mouseClick(box->findChild<QPushButton *>(QStringLiteral("stopAndClose")), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(!m_window->isVisible(), jobWait);
    QVERIFY(!jobs().isBusy());
}

int main(int argc, char **argv)
{
    Application application(argc, argv);
    TestRetrain test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_retrain.moc"
