// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/losses/losses_page.h"

#include "app/bridge/catalog.h"
#include "app/gui/format.h"
#include "app/gui/losses/findings_tabs.h"
#include "app/gui/losses/networks_panel.h"
#include "app/gui/run_choice.h"
#include "widgets/loss_plot.h"
#include "widgets/search_combo.h"

#include <QComboBox>
#include <QDir>
#include <QFileDialog>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QStackedWidget>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <iterator>

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

QStringList LossesPage::exportableKeys() const
{
    QStringList keys;
    for (const bridge::TrainedNetworks &networks : m_allNetworks)
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
    m_trainings.clear();
    m_allNetworks.clear();
    m_chosen = false;
    showNewestTraining();
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
    m_allNetworks = record.networks;
    m_trainings.clear();
    m_trainings.add(record.losses);
    if (isShownLive())
        m_trainings.add(m_told);
    m_trainings.addTakenOver(record.networks);
    if (m_chosen && m_trainings.names().contains(m_training))
        showTraining(m_training);
    else
        showNewestTraining();
    if (isShownLive()) {
        // Networks are stored by the checkpoint behind their training.
        m_incomplete = m_phase != trainingPhase && !record.losses.empty() && record.networks.isEmpty();
    }
    m_networks->setRecord(record.networks, record.documents);
    m_findings->setDocuments(record.documents, m_workspace.classNames());
    showState();
}

void LossesPage::showNewestTraining()
{
    const QStringList names = m_trainings.names();
    showTraining(names.isEmpty() ? QString() : names.last());
}

// Series keep their places and colours while the trainings are those of one generator.
void LossesPage::showTraining(const QString &name)
{
    m_training = name;
    m_facts = {};
    m_facts.networks = networksOf(name, m_allNetworks);
    m_facts.takenOver = m_trainings.isTakenOver(name);
    const std::vector<bridge::LossRow> &rows = m_trainings.rowsOf(name);
    if (rows.empty())
        m_plot->clear();
    const QStringList before = m_plot->seriesIds();
    for (const QString &id : before)
        m_plot->setSamples(id, {});
    plotRows(rows);
    m_plot->setEmptyText(m_allNetworks.isEmpty() ? tr("No losses recorded yet")
                                                 : tr("The losses of this training were not kept"));
    fillChoice();
}

void LossesPage::fillChoice()
{
    const QStringList names = m_trainings.names();
    m_choice->clear();
    for (const QString &name : names) {
        const QString shown = name.isEmpty() ? tr("Training") : name;
        m_choice->addItem(m_trainings.isTakenOver(name) ? tr("%1 (taken over)").arg(shown) : shown, name);
    }
    m_choice->setCurrentIndex(int(names.indexOf(m_training)));
    m_choice->setVisible(names.size() > 1);
}

// What is known already is not told twice; what a resumed training repeats is.
void LossesPage::append(const std::vector<bridge::LossRow> &rows)
{
    if (rows.empty())
        return;
    const qsizetype before = m_trainings.names().size();
    m_trainings.add(rows);
    if (m_trainings.names().size() == before) {
        std::vector<bridge::LossRow> shown;
        std::ranges::copy_if(rows, std::back_inserter(shown),
                             [this](const bridge::LossRow &row) { return row.training == m_training; });
        plotRows(shown);
    } else if (m_chosen) {
        fillChoice();
    } else {
        showNewestTraining();
    }
}

void LossesPage::plotRows(const std::vector<bridge::LossRow> &rows)
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
    const std::vector<bridge::LossRow> &known = m_trainings.rowsOf(rows.front().training);
    m_incomplete = m_incomplete || (!known.empty() && rows.front().batch > known.back().batch + 1);
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
