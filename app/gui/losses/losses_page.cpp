// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/losses/losses_page.h"

#include "app/bridge/catalog.h"
#include "app/gui/accuracy_view.h"
#include "app/gui/format.h"
#include "app/gui/icons.h"
#include "app/gui/losses/findings_tabs.h"
#include "app/gui/losses/loss_bar.h"
#include "app/gui/losses/networks_panel.h"
#include "app/gui/run_choice.h"
#include "widgets/loss_plot.h"
#include "widgets/search_combo.h"

#include <QDir>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QSplitter>
#include <QStackedWidget>
#include <cmath>

namespace mutascope::gui {

namespace {
const QString trainingPhase = QStringLiteral("training");
}

LossesPage::LossesPage(Workspace &workspace, QWidget *parent) : QWidget(parent), m_workspace(workspace)
{
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(12, 12, 12, 12);
    layout->setSpacing(10);
    layout->addWidget(buildHeader());
    m_stack = new QStackedWidget;
    m_stack->addWidget(buildHint());
    m_stack->addWidget(buildContent());
    layout->addWidget(m_stack, 1);
    setFocusProxy(m_plot);
    connectWorkspace();
    connectRun();
    fillRunChoice(*m_run, m_workspace);
    reset();
}

QWidget *LossesPage::buildHeader()
{
    auto *header = new QWidget;
    m_title = new QLabel;
    m_title->setObjectName(QStringLiteral("trainingTitle"));
    m_title->setFont(scaledFont(m_title->font(), 1.6));
    m_note = new QLabel;
    m_note->setObjectName(QStringLiteral("trainingNote"));
    m_note->setWordWrap(true);
    m_progress = new QProgressBar;
    m_progress->setObjectName(QStringLiteral("trainingProgress"));
    m_progress->setAccessibleName(tr("Progress of the training"));
    m_progress->setRange(0, 1000);
    m_progress->setMaximumWidth(180);
    m_run = new widgets::SearchCombo;
    m_run->setObjectName(QStringLiteral("trainingRun"));
    m_run->setAccessibleName(tr("Run"));
    m_run->setToolTip(tr("The run whose training is shown"));
    auto *layout = new QHBoxLayout(header);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(10);
    layout->addWidget(m_title);
    layout->addWidget(m_note, 1);
    layout->addWidget(m_progress);
    layout->addWidget(m_run);
    connect(m_run, &QComboBox::currentIndexChanged, this,
            [this] { m_workspace.setCurrentRun(m_run->currentData().toLongLong()); });
    return header;
}

QWidget *LossesPage::buildContent()
{
    m_plot = new widgets::LossPlot;
    m_plot->setObjectName(QStringLiteral("lossPlot"));
    auto *left = new QWidget;
    auto *column = new QVBoxLayout(left);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    column->addWidget(new LossBar(*m_plot, m_workspace));
    column->addWidget(m_plot, 1);
    auto *splitter = new QSplitter(Qt::Horizontal);
    splitter->setChildrenCollapsible(false);
    m_findings = new FindingsTabs(left, m_workspace);
    splitter->addWidget(m_findings);
    splitter->addWidget(buildNetworks());
    splitter->setStretchFactor(0, 1);
    splitter->setSizes({860, 360});
    return splitter;
}

QWidget *LossesPage::buildNetworks()
{
    m_networks = new NetworksPanel;
    m_networks->setObjectName(QStringLiteral("trainedNetworks"));
    m_export = new QPushButton(themedIcon(QStringLiteral("export")), tr("&Export networks…"));
    m_export->setObjectName(QStringLiteral("exportNetworks"));
    m_export->setToolTip(tr("Write the networks as TorchScript files, and what they take and give as JSON"));
    auto *side = new QWidget;
    auto *layout = new QVBoxLayout(side);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_networks, 1);
    layout->addWidget(m_export);
    connect(m_export, &QPushButton::clicked, this, &LossesPage::askExport);
    bridge::SessionJob *job = &m_workspace.job();
    connect(job, &bridge::SessionJob::busyChanged, this, &LossesPage::showState);
    connect(job, &bridge::SessionJob::networksExported, this,
            [this](const QString &folder, const QStringList &files) {
                m_workspace.report(Workspace::Severity::Information,
                                   tr("%1 files were written to ‘%2’.")
                                       .arg(countText(files.size()), QDir::toNativeSeparators(folder)),
                                   tr("The JSON file says what each network takes and gives."));
            });
    return side;
}

QStringList LossesPage::exportableKeys() const
{
    QStringList keys;
    for (const bridge::TrainedNetworks &networks : m_facts.networks)
        if (networks.exportable)
            keys.append(networks.key);
    return keys;
}

void LossesPage::exportNetworks(const QString &folder)
{
    if (!m_workspace.job().startNetworkExport(m_workspace.reader().file(), m_workspace.currentRun(),
                                              exportableKeys(), folder))
        m_workspace.report(Workspace::Severity::Warning, tr("Another export is at work."),
                           tr("Wait until it has finished, or cancel it."));
}

void LossesPage::askExport()
{
    auto *dialog = new QFileDialog(this, tr("Export Networks Into a Folder"), QDir::homePath());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::Directory);
    dialog->setOption(QFileDialog::ShowDirsOnly);
    dialog->setLabelText(QFileDialog::Accept, tr("Export"));
    connect(dialog, &QFileDialog::fileSelected, this, &LossesPage::exportNetworks);
    dialog->open();
}

QWidget *LossesPage::buildHint()
{
    m_hint = new QLabel;
    m_hint->setObjectName(QStringLiteral("trainingHint"));
    m_hint->setAlignment(Qt::AlignCenter);
    m_hint->setWordWrap(true);
    m_hint->setForegroundRole(QPalette::PlaceholderText);
    m_hint->setContentsMargins(60, 20, 60, 20);
    return m_hint;
}

void LossesPage::connectWorkspace()
{
    connect(&m_workspace, &Workspace::runsChanged, this, [this] { fillRunChoice(*m_run, m_workspace); });
    connect(&m_workspace, &Workspace::sessionChanged, this, [this] { fillRunChoice(*m_run, m_workspace); });
    connect(&m_workspace, &Workspace::currentRunChanged, this, [this] {
        fillRunChoice(*m_run, m_workspace);
        reset();
        load();
    });
    connect(&m_reader, &bridge::LossReader::found, this, &LossesPage::showRecord);
    connect(&m_reader, &bridge::LossReader::failed, this, [this](const QString &what, const QString &why) {
        m_reading = false;
        m_workspace.report(Workspace::Severity::Error, what, why);
        showState();
    });
}

void LossesPage::connectRun()
{
    using Controller = bridge::RunController;
    Controller *controller = &m_workspace.controller();
    connect(&m_workspace, &Workspace::runStarted, this, [this] {
        m_told.clear();
        m_toldBefore = 0;
        m_phase.clear();
        m_fraction = -1;
    });
    connect(controller, &Controller::lossesAdded, this, &LossesPage::addLive);
    connect(controller, &Controller::phaseChanged, this, &LossesPage::onPhase);
    connect(controller, &Controller::checkpointed, this, &LossesPage::onCheckpoint);
    connect(controller, &Controller::stateChanged, this, [this] {
        if (!m_workspace.controller().isBusy()) {
            m_phase.clear();
            load();
        }
        showState();
    });
}

bool LossesPage::isShownLive() const
{
    return m_workspace.isLive(m_workspace.currentRun());
}

void LossesPage::reset()
{
    m_reader.cancel();
    m_reading = false;
    m_incomplete = false;
    m_facts = {};
    m_plot->clear();
    m_networks->clear();
    m_findings->setDocuments({}, {});
    showState();
}

void LossesPage::load()
{
    if (m_workspace.currentRun() == 0)
        return;
    m_reading = true;
    m_incomplete = false;
    m_reader.read(m_workspace.reader().file(), m_workspace.currentRun());
    showState();
}

void LossesPage::showRecord(const bridge::TrainingRecord &record)
{
    m_reading = false;
    if (record.run != m_workspace.currentRun())
        return;
    const QStringList before = m_plot->seriesIds();
    for (const QString &id : before)
        m_plot->setSamples(id, {});
    m_facts = {};
    m_facts.networks = record.networks;
    append(record.losses);
    if (isShownLive()) {
        append(m_told);
        // Networks are stored by the checkpoint behind their training.
        m_incomplete = m_phase != trainingPhase && !record.losses.empty() && record.networks.isEmpty();
    }
    m_networks->setRecord(record.networks, record.documents);
    m_findings->setDocuments(record.documents, m_workspace.classNames());
    showState();
}

// What is known already is not told twice; what a resumed training repeats is.
void LossesPage::append(const std::vector<bridge::LossRow> &rows)
{
    QMap<QString, std::vector<widgets::LossSample>> samples;
    for (const bridge::LossRow &row : rows) {
        m_facts.add(row);
        for (const auto &[name, value] : row.values)
            samples[name].push_back({row.batch, row.epoch, value});
    }
    if (!rows.empty()) // in the order of the training, not of the alphabet
        for (const auto &[name, value] : rows.front().values)
            m_plot->addSeries(name, name,
                              isSuccess(name) ? widgets::PlotPanel::Side::Right
                                              : widgets::PlotPanel::Side::Left);
    for (auto one = samples.begin(); one != samples.end(); ++one) {
        if (!m_plot->hasSeries(one.key()))
            m_plot->addSeries(one.key(), one.key());
        m_plot->appendSamples(one.key(), one.value());
    }
}

void LossesPage::addLive(const std::vector<bridge::LossRow> &rows)
{
    m_told.insert(m_told.end(), rows.begin(), rows.end());
    if (!isShownLive() || m_reading)
        return; // they are added to what is read
    m_incomplete = m_incomplete || (m_facts.lastBatch > 0 && rows.front().batch > m_facts.lastBatch + 1);
    append(rows);
    showState();
}

void LossesPage::onPhase(const QString &phase, double fraction)
{
    const bool ended = m_phase == trainingPhase && phase != trainingPhase;
    m_phase = phase;
    m_fraction = fraction;
    if (ended)
        m_incomplete = true; // the networks are there with the next checkpoint
    if (isShownLive())
        showState();
}

void LossesPage::onCheckpoint()
{
    m_told.erase(m_told.begin(), m_told.begin() + std::ptrdiff_t(m_toldBefore));
    m_toldBefore = m_told.size();
    if (isShownLive() && m_incomplete && !m_reading)
        load();
}

QString LossesPage::hint() const
{
    QStringList names;
    for (const bridge::GeneratorEntry &entry : bridge::generatorEntries())
        if (entry.trains)
            names.append(entry.name);
    const QString purpose
        = tr("Some generators train networks of their own before they search%1. While they do, their losses "
             "are "
             "drawn here batch by batch; afterwards one sees here how the training went, and what the "
             "networks depend on.")
              .arg(names.isEmpty() ? QString() : tr(" (%1)").arg(names.join(QStringLiteral(", "))));
    const bridge::RunInfo *run = m_workspace.currentRunInfo();
    if (!run)
        return purpose;
    const QString generator = bridge::generatorName(run->generator);
    const QString state = isShownLive()
        ? tr("Run %1 (%2) has trained nothing yet.").arg(run->id).arg(generator)
        : tr("Run %1 (%2) has trained nothing.").arg(run->id).arg(generator);
    return state + QStringLiteral("\n\n") + purpose;
}

void LossesPage::showState()
{
    const bool live = isShownLive();
    m_facts.live = live || m_reading; // what it has come to is known when the record has been read
    m_facts.training = live && m_phase == trainingPhase;
    const TrainingWords words = trainingWords(m_facts);
    m_title->setText(words.title);
    m_note->setText(words.note);
    m_export->setEnabled(!exportableKeys().isEmpty() && !m_workspace.job().isBusy());
    m_progress->setVisible(m_facts.training && m_fraction >= 0);
    m_progress->setValue(int(std::lround(m_fraction * m_progress->maximum())));
    const bool any = m_facts.training || m_facts.lastBatch > 0 || m_networks->topLevelItemCount() > 0;
    m_stack->setCurrentIndex(any ? 1 : 0);
    m_hint->setText(m_reading ? tr("Reading the training…") : hint());
}

} // namespace mutascope::gui
