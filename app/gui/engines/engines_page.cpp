// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/engines/engines_page.h"

#include "app/bridge/engine_catalog.h"
#include "app/gui/accuracy_view.h"
#include "app/gui/engines/campaign_form.h"
#include "app/gui/engines/coverage_panel.h"
#include "app/gui/engines/finding_view.h"
#include "app/gui/engines/findings_panel.h"
#include "app/gui/format.h"
#include "app/gui/icon_button.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QInputDialog>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QSplitter>
#include <QTabWidget>
#include <QTimer>
#include <QVBoxLayout>

namespace mutascope::gui {

namespace {
using Jobs = bridge::EngineJobs;
constexpr int readMilliseconds = 1000; // a campaign stores what it found once a second
} // namespace

EnginesPage::EnginesPage(Workspace &workspace, QWidget *parent) : QWidget(parent), m_workspace(workspace)
{
    m_timer = new QTimer(this);
    m_timer->setInterval(readMilliseconds);
    m_form = new CampaignForm(workspace);
    auto *right = new QWidget;
    auto *column = new QVBoxLayout(right);
    column->setContentsMargins(10, 0, 0, 0);
    column->addWidget(buildHead());
    column->addWidget(buildTabs(), 1);
    auto *splitter = new QSplitter(Qt::Horizontal);
    splitter->setChildrenCollapsible(false);
    splitter->addWidget(m_form);
    splitter->addWidget(right);
    splitter->setStretchFactor(1, 1);
    splitter->setSizes({330, 900});
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(12, 12, 12, 12);
    layout->addWidget(splitter);
    connectWorkspace();
    connectJobs();
    fillCampaigns();
}

QWidget *EnginesPage::buildHead()
{
    m_title = new QLabel;
    m_title->setObjectName(QStringLiteral("campaignTitle"));
    m_title->setFont(scaledFont(m_title->font(), 1.25));
    m_choice = new QComboBox;
    m_choice->setObjectName(QStringLiteral("campaignChoice"));
    m_choice->setAccessibleName(tr("Campaign of the open session"));
    m_figures = new QLabel;
    m_figures->setObjectName(QStringLiteral("campaignFigures"));
    m_figures->setWordWrap(true);
    m_figures->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_bar = new QProgressBar;
    m_bar->setAccessibleName(tr("Share of the budget"));
    m_stop = makeIconButton(QStringLiteral("stop"), tr("&Stop"), QStringLiteral("stopCampaign"),
                            tr("Finish the model at work and save; the campaign can go on later"));
    m_resume
        = makeIconButton(QStringLiteral("start"), tr("Contin&ue"), QStringLiteral("resumeCampaign"),
                         tr("Go on with this campaign, to the same result as if it had not been stopped"));
    m_tree = makeIconButton(QStringLiteral("tree"), tr("Searc&h tree"), QStringLiteral("campaignTree"), {});
    auto *first = new QHBoxLayout;
    first->addWidget(m_title, 1);
    first->addWidget(m_choice);
    for (QPushButton *button : {m_stop, m_resume, m_tree})
        first->addWidget(button);
    auto *head = new QWidget;
    auto *layout = new QVBoxLayout(head);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addLayout(first);
    layout->addWidget(m_figures);
    layout->addWidget(m_bar);
    connect(m_stop, &QPushButton::clicked, &m_workspace.engines(), &Jobs::stop);
    connect(m_resume, &QPushButton::clicked, this, &EnginesPage::askResume);
    connect(m_tree, &QPushButton::clicked, this, [this] {
        m_workspace.setCurrentRun(m_campaign.run);
        Q_EMIT treeRequested();
    });
    connect(m_choice, &QComboBox::activated, this,
            [this] { m_workspace.setCurrentRun(m_choice->currentData().toLongLong()); });
    return head;
}

QWidget *EnginesPage::buildTabs()
{
    m_findings = new FindingsPanel;
    m_finding = new FindingView(m_workspace);
    auto *split = new QSplitter(Qt::Vertical);
    split->setChildrenCollapsible(false);
    split->addWidget(m_findings);
    split->addWidget(m_finding);
    split->setStretchFactor(0, 2);
    split->setStretchFactor(1, 3);
    split->setSizes({280, 440});
    m_coverage = new OperatorCoveragePanel(m_workspace);
    m_engines = new QLabel;
    m_engines->setObjectName(QStringLiteral("campaignEngines"));
    m_engines->setWordWrap(true);
    m_engines->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    m_engines->setMargin(8);
    m_engines->setTextFormat(Qt::PlainText);
    m_engines->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_tabs = new QTabWidget;
    m_tabs->setObjectName(QStringLiteral("engineTabs"));
    m_tabs->setDocumentMode(true);
    m_tabs->addTab(split, tr("Findings"));
    m_tabs->addTab(m_coverage, tr("Operator coverage"));
    m_tabs->addTab(m_engines, tr("About the campaign"));
    connect(m_findings, &FindingsPanel::currentChanged, this, &EnginesPage::onCurrentFinding);
    connect(m_findings, &FindingsPanel::triageRequested, this,
            [this](int number, const QString &state, const QString &note) {
                m_workspace.engines().triage({m_campaign.file, m_campaign.run, number, {}}, state, note);
            });
    return m_tabs;
}

void EnginesPage::connectWorkspace()
{
    connect(&m_workspace, &Workspace::runsChanged, this, &EnginesPage::fillCampaigns);
    connect(&m_workspace, &Workspace::sessionChanged, this, &EnginesPage::fillCampaigns);
    connect(&m_workspace, &Workspace::currentRunChanged, this, &EnginesPage::fillCampaigns);
    connect(&m_reader, &bridge::EngineReader::campaignRead, this, &EnginesPage::showCampaign);
    connect(&m_reader, &bridge::EngineReader::failed, this, [this](const QString &what, const QString &hint) {
        m_reading = false;
        m_workspace.report(Workspace::Severity::Error, what, hint);
    });
    connect(m_timer, &QTimer::timeout, this, [this] {
        m_workspace.reader().refreshRuns();
        if (!m_reading)
            read();
    });
}

void EnginesPage::connectJobs()
{
    Jobs *jobs = &m_workspace.engines();
    connect(jobs, &Jobs::stateChanged, this, [this, jobs] {
        if (jobs->isBusy() && jobs->kind() == Jobs::Kind::Campaign && m_progress.models == 0)
            m_figures->setText(tr("Starting the engines…"));
        updateButtons();
    });
    connect(jobs, &Jobs::campaignCreated, this, [this](const QString &file, qint64 run) {
        m_workspace.showRun(file, run);
        m_timer->start();
    });
    connect(jobs, &Jobs::campaignProgress, this, [this](const bridge::CampaignProgressInfo &progress) {
        m_progress = progress;
        showFigures();
    });
    connect(jobs, &Jobs::campaignEnded, this,
            [this](const QString &, qint64, bridge::RunPhase phase, const QString &message) {
                onEnded(phase, message);
            });
    connect(jobs, &Jobs::triaged, this, &EnginesPage::read);
    const auto report = [this](const QString &what, const QString &hint) {
        m_workspace.report(Workspace::Severity::Error, what, hint);
    };
    connect(jobs, &Jobs::triageFailed, this, report);
    connect(jobs, &Jobs::failed, this, [this, report](const QString &what, const QString &hint) {
        m_timer->stop();
        m_progress = {};
        fillCampaigns();
        showFigures();
        report(what, hint);
    });
}

void EnginesPage::onEnded(bridge::RunPhase phase, const QString &message)
{
    m_timer->stop();
    m_workspace.reader().refreshRuns();
    const QString found
        = tr("%1 findings in %2 models").arg(countText(m_progress.findings), countText(m_progress.models));
    m_progress = {};
    read();
    m_workspace.report(Workspace::Severity::Information,
                       phase == bridge::RunPhase::Stopped ? tr("The campaign was stopped: %1.").arg(found)
                                                          : tr("The campaign is finished: %1.").arg(found),
                       phase == bridge::RunPhase::Stopped ? tr("“Continue” goes on with it.") : message);
}

void EnginesPage::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    m_form->listEngines();
}

void EnginesPage::showCoverage()
{
    m_tabs->setCurrentWidget(m_coverage);
}

// The current run where it is a campaign, else the last one before it, else the first.
void EnginesPage::fillCampaigns()
{
    m_choice->clear();
    int chosen = -1;
    for (const bridge::RunInfo &run : m_workspace.reader().runs()) {
        if (!bridge::isCampaign(run))
            continue;
        m_choice->addItem(tr("Campaign %1").arg(run.id), run.id);
        if (chosen < 0 || run.id <= m_workspace.currentRun())
            chosen = m_choice->count() - 1;
    }
    m_choice->setCurrentIndex(chosen);
    m_choice->setVisible(m_choice->count() > 1);
    const QString file = m_workspace.reader().file();
    const qint64 run = m_choice->currentData().toLongLong();
    if (run == 0) {
        showCampaign({});
    } else if (run != m_campaign.run || file != m_campaign.file || !m_timer->isActive()) {
        read();
    }
}

void EnginesPage::read()
{
    const qint64 run = m_choice->currentData().toLongLong();
    if (run == 0)
        return;
    m_reading = true;
    m_reader.readCampaign(m_workspace.reader().file(), run);
}

void EnginesPage::showCampaign(const bridge::CampaignData &campaign)
{
    m_reading = false;
    const bool other = campaign.file != m_campaign.file || campaign.run != m_campaign.run;
    m_campaign = campaign;
    if (other)
        m_findings->setFindings({});
    m_findings->setFindings(campaign.findings);
    m_coverage->setCampaign(campaign);
    showFigures();
    showEngines();
    onCurrentFinding();
    updateButtons();
}

void EnginesPage::showFigures()
{
    const bool busy = m_workspace.engines().isBusy() && m_workspace.engines().kind() == Jobs::Kind::Campaign;
    m_bar->setVisible(busy);
    const bridge::CampaignProgressInfo &now = busy ? m_progress : m_campaign.progress;
    m_bar->setRange(0, now.fraction < 0 ? 0 : 1000);
    m_bar->setValue(int(now.fraction * 1000));
    if (m_campaign.run == 0 && !busy) {
        m_title->setText(tr("No campaign is open"));
        m_figures->setText(tr("Set one up on the left and start it, or open a session that holds one. Models "
                              "that nobody trained are run on each engine and compared with a float64 "
                              "reference."));
        return;
    }
    m_title->setText(m_campaign.run == 0 ? tr("Campaign")
                                         : tr("Campaign %1 · %2 · seed %3")
                                               .arg(m_campaign.run)
                                               .arg(m_campaign.search)
                                               .arg(m_campaign.seed));
    m_figures->setText(tr("%1 models (%2 generated) · %3 models/s · %4 findings · coverage %5 · %6")
                           .arg(countText(now.models), countText(now.generated))
                           .arg(now.modelsPerSecond(), 0, 'f', 1)
                           .arg(countText(now.findings), percentText(now.coverage, 2),
                                busy ? tr("running") : phaseText(m_campaign.phase)));
}

void EnginesPage::showEngines()
{
    if (m_campaign.run == 0)
        return m_engines->clear();
    QStringList lines{tr("Engines")};
    for (const bridge::EngineEntry &engine : m_campaign.engines)
        lines.append(QStringLiteral("  %1 %2   %3").arg(engine.id, engine.version, engine.summary));
    lines << QString() << tr("Models on which all engines agreed: %1").arg(countText(m_campaign.agreed))
          << tr("Models too sensitive to compare: %1").arg(countText(m_campaign.notComparable));
    if (m_campaign.ourFaults > 0)
        lines << tr("Models that are not valid, a fault of Mutascope: %1; please report")
                     .arg(countText(m_campaign.ourFaults));
    if (!m_campaign.knownIssues.isEmpty())
        lines << QString() << tr("Known issues, seldom chosen from then on")
              << QStringLiteral("  ") + m_campaign.knownIssues.join(QLatin1String("\n  "));
    lines << QString() << tr("SHA-256 of the models: %1").arg(m_campaign.modelsSha256);
    if (!m_campaign.findingsSha256.isEmpty())
        lines << tr("SHA-256 of the findings: %1").arg(m_campaign.findingsSha256);
    if (!m_campaign.message.isEmpty())
        lines << QString() << m_campaign.message;
    m_engines->setText(lines.join(u'\n'));
}

void EnginesPage::onCurrentFinding()
{
    if (const bridge::FindingRow *finding = m_findings->current())
        m_finding->setFinding({m_campaign.file, m_campaign.run, finding->number, {}}, *finding);
    else
        m_finding->clear();
}

void EnginesPage::updateButtons()
{
    const Jobs &jobs = m_workspace.engines();
    const bool campaign = jobs.isBusy() && jobs.kind() == Jobs::Kind::Campaign;
    m_stop->setVisible(campaign);
    m_stop->setEnabled(jobs.state() == Jobs::State::Running);
    m_resume->setVisible(!campaign && m_campaign.run != 0);
    m_resume->setEnabled(!m_workspace.isBusy() && m_campaign.phase != bridge::RunPhase::Running);
    m_tree->setVisible(m_campaign.run != 0 && m_campaign.search == QLatin1String("mcts"));
    showFigures();
}

// A campaign that was stopped goes on to its budget; one that has finished needs a larger one.
void EnginesPage::askResume()
{
    if (m_campaign.phase != bridge::RunPhase::Finished)
        return resume({}, {});
    auto *dialog = new QInputDialog(this);
    dialog->setObjectName(QStringLiteral("resumeDialog"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Continue the Campaign"));
    dialog->setLabelText(tr("It has reached its budget. Models in all:"));
    dialog->setInputMode(QInputDialog::IntInput);
    dialog->setIntRange(int(std::min<qint64>(m_campaign.progress.models + 1, 1'000'000'000)), 1'000'000'000);
    dialog->setIntValue(int(std::min<qint64>(2 * m_campaign.progress.models, 1'000'000'000)));
    connect(dialog, &QInputDialog::intValueSelected, this, [this](int models) { resume(models, {}); });
    dialog->open();
}

void EnginesPage::resume(std::optional<qint64> models, std::optional<double> seconds)
{
    if (m_workspace.isFree())
        m_workspace.engines().resumeCampaign(m_campaign.file, m_campaign.run, models, seconds);
}

} // namespace mutascope::gui
