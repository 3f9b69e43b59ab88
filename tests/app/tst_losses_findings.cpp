// SPDX-License-Identifier: GPL-3.0-or-later
// What the page of trainings shows of real, stored runs beside their losses: similarities of CAGFuzz, targets
// of SinVAD, and the export of networks.
#include "app/gui/application.h"
#include "app/gui/icons.h"
#include "app/gui/losses/findings_tabs.h"
#include "app/gui/losses/losses_page.h"
#include "core/run/run.h"
#include "tests/app/bridge_fixture.h"
#include "widgets/activation_plot.h"
#include "widgets/share_table.h"

#include <QFile>
#include <QJsonDocument>
#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTabBar>
#include <QTemporaryDir>
#include <QTest>
#include <numeric>

using namespace mutascope;
using namespace mutascope::gui;

namespace {

// As small as they can be: what counts is that the documents and the networks are those of the generators.
RunConfig configOf(const std::string &generator, const std::map<std::string, std::string> &settings,
                   std::int64_t calls)
{
    RunConfig config;
    config.generator = generator;
    config.criterion = "nc:0.75";
    config.layers = "default";
    config.settings = settings;
    config.settings["seeds-per-class"] = "1";
    config.budget.modelCalls = calls;
    config.threads = 1;
    return config;
}

const std::vector<RunConfig> &configs()
{
    static const std::vector<RunConfig> all{
        configOf("cagfuzz",
                 {{"pairs", "halves"}, {"training-images", "24"}, {"epochs", "1"}, {"similarity", "0.6"}},
                 400),
        configOf("sinvad",
                 {{"search", "targeted"},
                  {"vae-hidden", "64"},
                  {"vae-latent", "16"},
                  {"vae-images", "4000"},
                  {"vae-epochs", "3"},
                  {"generations", "5"}},
                 20'000),
        configOf("random", {}, 100)};
    return all;
}

enum Run { CagFuzzRun = 1, SinVadRun, RandomRun };

} // namespace

class TestLossesFindings : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();

    void similarityOfCandidates();
    void thresholdIsInTheNote();
    void targetsThatWereReached();
    void otherRunsHaveNoTabs();
    void networksAreWritten();
    void networksOfEveryKindAreWritten();
    void exportIntoAFileFails();

private:
    std::string file() const { return m_folder.filePath(QStringLiteral("a.mscope")).toStdString(); }
    nlohmann::json document(Run run, const std::string &name) const;
    void show(Run run);
    QStringList exportRun(Run run, const QString &folder);
    bool isShown(int tab) const { return m_page->findings()->isTabVisible(tab); }
    QString text(const char *name) const { return m_page->findChild<QLabel *>(QLatin1String(name))->text(); }
    QPushButton *button() const { return m_page->findChild<QPushButton *>(QStringLiteral("exportNetworks")); }

    QTemporaryDir m_folder;
    std::unique_ptr<Workspace> m_workspace;
    std::unique_ptr<LossesPage> m_page;
};

void TestLossesFindings::initTestCase()
{
    QStandardPaths::setTestModeEnabled(true);
    initialiseResources();
    SessionStore store(file(), SessionStore::Mode::Create);
    const Project project = openProject(sampleProject().toStdString());
    class Silent : public RunObserver {
        void onEvent(const RunEvent &) override { }
    } silent;
    RunOptions options;
    options.cacheFolder = m_folder.filePath(QStringLiteral("cache")).toStdString();
    for (const RunConfig &config : configs()) {
        RunControl control;
        executeRun(project, config, store, control, silent, options);
    }
}

void TestLossesFindings::init()
{
    m_workspace = std::make_unique<Workspace>();
    m_page = std::make_unique<LossesPage>(*m_workspace);
    m_page->resize(1200, 700);
    m_page->show();
    m_workspace->openSession(QString::fromStdString(file()));
    QTRY_COMPARE_WITH_TIMEOUT(m_workspace->reader().runs().size(), int(configs().size()), longWait);
}

void TestLossesFindings::cleanup()
{
    m_page.reset();
    m_workspace.reset();
}

nlohmann::json TestLossesFindings::document(Run run, const std::string &name) const
{
    for (const RunDocument &one : SessionStore(file(), SessionStore::Mode::ReadOnly).documents(run))
        if (one.name == name)
            return one.content;
    return {};
}

void TestLossesFindings::show(Run run)
{
    m_workspace->setCurrentRun(run);
    QTRY_VERIFY_WITH_TIMEOUT(!m_page->isReading(), longWait);
}

// Counted again from what is stored, section by section.
void TestLossesFindings::similarityOfCandidates()
{
    show(CagFuzzRun);
    QVERIFY(isShown(1) && !isShown(2));
    QVERIFY(m_page->findings()->tabBar()->isVisible());
    const nlohmann::json content = document(CagFuzzRun, "similarity");
    const auto counts = content.at("counts").get<std::vector<int>>();
    const auto judged = content.at("accepted").get<int>() + content.at("rejected").get<int>();
    QVERIFY(judged > 20);
    const widgets::Histogram &shown = m_page->findings()->similarity()->histogram();
    QCOMPARE(shown.counts.size(), std::size_t(2));
    QCOMPARE(shown.low, 0.0);
    QCOMPARE(shown.width, 1.0 / double(counts.size()));
    int all = 0;
    for (std::size_t bin = 0; bin < counts.size(); ++bin) {
        QCOMPARE(shown.counts[0][bin] + shown.counts[1][bin], counts[bin]);
        const bool similar = (double(bin) + 0.5) / double(counts.size()) > 0.6;
        QCOMPARE(shown.counts[similar ? 1 : 0][bin], 0);
        all += counts[bin];
    }
    QCOMPARE(all, judged);
    QCOMPARE(m_page->findings()->similarity()->seriesNames().size(), 2);
}

void TestLossesFindings::thresholdIsInTheNote()
{
    show(CagFuzzRun);
    const nlohmann::json content = document(CagFuzzRun, "similarity");
    const QString note = text("similarityNote");
    QVERIFY2(note.contains(QLocale().toString(0.6)), qPrintable(note));
    for (const char *count : {"accepted", "rejected"})
        QVERIFY2(note.contains(QLocale().toString(content.at(count).get<int>())), qPrintable(note));
    QVERIFY2(note.contains(QString::fromStdString(content.at("layers").at(0).get<std::string>())),
             qPrintable(note));
}

void TestLossesFindings::targetsThatWereReached()
{
    show(SinVadRun);
    QVERIFY(isShown(2) && !isShown(1));
    const nlohmann::json content = document(SinVadRun, "targeted-success");
    const widgets::ShareTableData &table = m_page->findings()->targets()->data();
    QCOMPARE(table.rows, m_workspace->classNames());
    QCOMPARE(table.columns, table.rows);
    QCOMPARE(table.rows.size(), 10);
    int searches = 0;
    for (std::size_t from = 0; from < 10; ++from)
        for (std::size_t to = 0; to < 10; ++to) {
            const auto tried = content.at("attempts").at(from).at(to).get<int>();
            const nlohmann::json &share = content.at("shares").at(from).at(to);
            const widgets::ShareTableData::Cell &cell = table.cells[from * 10 + to];
            QCOMPARE(cell.whole, qint64(tried));
            QVERIFY(tried == 0 || std::abs(cell.share() - share.get<double>()) < 1e-9);
            QVERIFY(from != to || tried == 0);
            searches += tried;
        }
    QVERIFY(searches > 5);
    const QString mean = QLocale().toString(100 * content.at("mean").get<double>(), 'f', 1);
    QVERIFY2(text("targetsNote").contains(mean), qPrintable(text("targetsNote")));
}

void TestLossesFindings::otherRunsHaveNoTabs()
{
    show(CagFuzzRun);
    QVERIFY(button()->isEnabled());
    m_page->findings()->setCurrentIndex(1);
    show(RandomRun);
    QVERIFY(!isShown(1) && !isShown(2));
    QVERIFY(!m_page->findings()->tabBar()->isVisible());
    QCOMPARE(m_page->findings()->currentIndex(), 0);
    QVERIFY(!button()->isEnabled());
    show(SinVadRun);
    QVERIFY(isShown(2) && button()->isEnabled());
}

// The files that were written; the JSON file is read.
QStringList TestLossesFindings::exportRun(Run run, const QString &folder)
{
    show(run);
    QSignalSpy exported(&m_workspace->job(), &bridge::SessionJob::networksExported);
    QSignalSpy messages(m_workspace.get(), &Workspace::message);
    m_page->exportNetworks(folder);
    if (!QTest::qWaitFor([&] { return exported.size() == 1; }, longWait))
        return {};
    const QString told = messages.isEmpty() ? QString() : messages.last().at(1).toString();
    return told.contains(folder) ? exported.first().at(1).toStringList() : QStringList();
}

void TestLossesFindings::networksAreWritten()
{
    const QStringList files = exportRun(SinVadRun, m_folder.filePath(QStringLiteral("vae")));
    QVERIFY(files.size() >= 2);
    for (const QString &name : files)
        QVERIFY2(QFile(name).size() > 100, qPrintable(name));
    QFile description(files.last());
    QVERIFY(description.open(QIODevice::ReadOnly));
    const QJsonObject object = QJsonDocument::fromJson(description.readAll()).object();
    QVERIFY(!object.isEmpty());
    QCOMPARE(QFileInfo(files.last()).suffix(), QStringLiteral("json"));
    QVERIFY(button()->isEnabled());
}

void TestLossesFindings::networksOfEveryKindAreWritten()
{
    const QStringList files = exportRun(CagFuzzRun, m_folder.filePath(QStringLiteral("gan")));
    QCOMPARE(files.filter(QStringLiteral("cyclegan")).filter(QStringLiteral(".pt")).size(),
             2); // there and back
}

void TestLossesFindings::exportIntoAFileFails()
{
    const QString path = m_folder.filePath(QStringLiteral("plain"));
    QFile plain(path);
    QVERIFY(plain.open(QIODevice::WriteOnly));
    show(SinVadRun);
    QSignalSpy messages(m_workspace.get(), &Workspace::message);
    m_page->exportNetworks(path);
    QVERIFY(!button()->isEnabled()); // one at a time
    QTRY_VERIFY_WITH_TIMEOUT(messages.size() == 1, longWait);
    QCOMPARE(messages.first().at(0).value<Workspace::Severity>(), Workspace::Severity::Error);
    QVERIFY2(messages.first().at(1).toString().contains(path), qPrintable(messages.first().at(1).toString()));
    QTRY_VERIFY(button()->isEnabled());
}

QTEST_MAIN(TestLossesFindings)
#include "tst_losses_findings.moc"
