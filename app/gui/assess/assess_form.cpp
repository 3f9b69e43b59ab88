// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/assess/assess_form.h"

#include "app/bridge/catalog.h"
#include "app/gui/assess/assess_figures.h"
#include "app/gui/assess/generator_choice.h"
#include "app/gui/assess/metric_choice.h"
#include "app/gui/format.h"
#include "app/gui/retrain/path_edit.h"
#include "app/gui/run/budget_form.h"
#include "app/gui/vertical_area.h"
#include "widgets/formats.h"
#include "widgets/spin_boxes.h"

#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QDir>
#include <QFileInfo>
#include <QGroupBox>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QVBoxLayout>

namespace mutascope::gui {

namespace {

using bridge::AssessSetup;

bool holdsAssessment(const QString &folder)
{
    return QFileInfo::exists(QDir(folder).filePath(QStringLiteral("plan.json")));
}

bool holdsOtherThings(const QString &folder)
{
    return QFileInfo::exists(folder) && !(QFileInfo(folder).isDir() && QDir(folder).isEmpty());
}

QStringList linesOf(const QPlainTextEdit &edit)
{
    QStringList lines;
    for (const QString &line : edit.toPlainText().split(QLatin1Char('\n')))
        if (!line.trimmed().isEmpty())
            lines.append(line.trimmed());
    return lines;
}

} // namespace

AssessForm::AssessForm(Workspace &workspace, QWidget *parent) : QWidget(parent), m_workspace(workspace)
{
    auto *column = new QWidget;
    auto *groups = new QVBoxLayout(column);
    groups->setContentsMargins(0, 0, 6, 0);
    for (QGroupBox *group : {buildGenerators(), buildRuns(), buildMeasuring(), buildAfter(), buildPlace()})
        groups->addWidget(group);
    groups->addStretch();
    auto *scroll = new VerticalArea(column);
    scroll->setObjectName(QStringLiteral("assessPlan"));
    scroll->setMinimumWidth(360);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(scroll, 1);
    layout->addWidget(buildFoot());
    m_preset->setCurrentIndex(1);
    takePreset();
    connectWorkspace();
    showProject();
}

void AssessForm::connectWorkspace()
{
    connect(&m_workspace, &Workspace::projectChanged, this, &AssessForm::showProject);
    bridge::AssessJob *job = &m_workspace.assessment();
    connect(job, &bridge::AssessJob::probed, this, &AssessForm::showProbe);
    connect(job, &bridge::AssessJob::probeFailed, this, [this](const QString &folder, const QString &) {
        if (folder == m_projectFolder)
            refresh(); // what is wrong with the project is said when it is opened, and at the start
    });
    connect(job, &bridge::AssessJob::stateChanged, this, &AssessForm::refresh);
    connect(&m_workspace.models(), &bridge::ModelJobs::stateChanged, this, &AssessForm::refresh);
    connect(&m_workspace.controller(), &bridge::RunController::stateChanged, this, &AssessForm::refresh);
}

// The plan of an assessment at work, or of an opened one, is not overwritten by a project's defaults.
void AssessForm::showProject()
{
    if (!m_workspace.project() || m_workspace.assessment().isBusy())
        return refresh();
    const bridge::ProjectInfo &project = *m_workspace.project();
    if (project.folder != m_projectFolder) {
        m_projectFolder = project.folder;
        m_project->setText(project.name);
        m_layers->setText(project.defaultLayers);
        if (m_folder->path().isEmpty() || m_folder->path() == m_suggested
            || holdsAssessment(m_folder->path())) {
            m_suggested = bridge::newAssessFolder(project.name);
            m_folder->setPath(m_suggested);
        }
    }
    askProbe();
    refresh();
}

// The model is looked at once somebody looks at the page.
void AssessForm::askProbe()
{
    if (!isVisible() || m_projectFolder.isEmpty() || m_probedFolder == m_projectFolder)
        return;
    m_probedFolder = m_projectFolder;
    m_probe = {};
    m_workspace.assessment().probe(m_projectFolder);
}

void AssessForm::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    askProbe();
    refresh();
}

void AssessForm::showProbe(const QString &folder, const bridge::AssessProbe &probe)
{
    if (folder != m_projectFolder)
        return;
    m_probe = probe;
    m_generators->setLeftOut(probe.leftOut);
    refresh();
}

void AssessForm::takePreset()
{
    const QString id = m_preset->currentData().toString();
    for (const bridge::PresetEntry &preset : bridge::presetEntries()) {
        if (preset.id != id)
            continue;
        bridge::BudgetValues budget;
        budget.modelCalls = preset.calls;
        m_budget->setBudget(budget);
        m_criterion->setCurrentText(preset.criterion);
        m_preset->setToolTip(preset.summary);
    }
    refresh();
}

AssessSetup AssessForm::setup() const
{
    AssessSetup setup;
    setup.projectFolder = m_projectFolder;
    setup.generators = m_generators->chosen();
    setup.preset = m_preset->currentData().toString();
    setup.criterion = m_criterion->currentText().trimmed();
    setup.layers = m_layers->text().trimmed();
    setup.settings = linesOf(*m_settings);
    setup.budget = m_budget->budget();
    setup.repeats = m_repeats->value();
    setup.seed = quint64(m_seed->value());
    if (!m_metrics->allChosen())
        setup.metrics = m_metrics->chosen();
    setup.features = m_features->path();
    setup.lpips = m_lpips->path();
    setup.validator = m_validator->isChecked();
    setup.retrain = m_retrain->isChecked();
    if (setup.retrain) {
        setup.retrainEpochs = m_retrainEpochs->value();
        setup.retrainImages = m_retrainImages->value();
    }
    setup.transfer = linesOf(*m_transfer);
    setup.folder = m_folder->path();
    setup.jobs = m_jobs->value();
    return setup;
}

void AssessForm::setSetup(const AssessSetup &setup, const QString &projectName)
{
    m_projectFolder = setup.projectFolder;
    m_project->setText(projectName);
    m_preset->setCurrentIndex(std::max(0, m_preset->findData(setup.preset)));
    m_criterion->setCurrentText(setup.criterion);
    m_layers->setText(setup.layers);
    m_budget->setBudget(setup.budget);
    m_repeats->setValue(setup.repeats);
    m_seed->setValue(qint64(setup.seed));
    m_settings->setPlainText(setup.settings.join(QLatin1Char('\n')));
    m_metrics->choose(setup.metrics);
    m_validator->setChecked(setup.validator);
    m_retrain->setChecked(setup.retrain);
    m_retrainEpochs->setValue(setup.retrainEpochs);
    m_retrainImages->setValue(int(setup.retrainImages));
    m_transfer->setPlainText(setup.transfer.join(QLatin1Char('\n')));
    m_features->setPath(setup.features);
    m_lpips->setPath(setup.lpips);
    m_folder->setPath(setup.folder);
    m_generators->choose(setup.generators);
    askProbe();
    refresh();
}

QString AssessForm::problem() const
{
    const AssessSetup chosen = setup();
    if (chosen.projectFolder.isEmpty())
        return tr("Open a project first.");
    if (chosen.generators.isEmpty())
        return tr("Tick at least one generator.");
    if (!chosen.budget.any())
        return tr("Tick at least one limit of the budget.");
    if (m_metrics->chosen().isEmpty())
        return tr("Tick at least one metric.");
    if (chosen.folder.isEmpty())
        return tr("Name the folder of the assessment.");
    if (!holdsAssessment(chosen.folder) && holdsOtherThings(chosen.folder))
        return tr("The folder holds other things: name a new or an empty one.");
    for (const QString &model : chosen.transfer)
        if (!QFileInfo::exists(model))
            return tr("There is no project or model file %1.").arg(model);
    return bridge::problemOf(chosen);
}

QString AssessForm::costText() const
{
    const AssessSetup chosen = setup();
    const bridge::AssessCost cost = bridge::costOf(chosen, m_probe);
    QStringList sentences{
        tr("%1 × %2 = %3, %4 at once%5.")
            .arg(chosen.generators.size() == 1 ? tr("1 generator")
                                               : tr("%1 generators").arg(chosen.generators.size()),
                 runsText(chosen.repeats), runsText(cost.runs), countText(bridge::jobsOf(chosen)),
                 cost.modelCalls ? tr("; %1 model calls").arg(countText(*cost.modelCalls)) : QString())};
    if (cost.seconds)
        sentences.append(chosen.budget.seconds && !chosen.budget.modelCalls
                             ? tr("The searches take %1 at most.").arg(widgets::formatDuration(*cost.seconds))
                             : tr("The model alone takes %1 or more, at %2 images a second; generators need "
                                  "their own time beside it.")
                                   .arg(widgets::formatDuration(*cost.seconds),
                                        countText(qRound64(m_probe.imagesPerSecond))));
    if (!cost.training.isEmpty())
        sentences.append(tr("%1 train once before that.").arg(cost.training.join(QStringLiteral(", "))));
    if (chosen.repeats < 4 && chosen.generators.size() > 1)
        sentences.append(tr("With so few runs no difference can be significant."));
    return sentences.join(QLatin1Char(' '));
}

void AssessForm::refresh()
{
    if (!m_start || !m_folder)
        return; // being built
    const QString why = problem();
    const bool goesOn = holdsAssessment(m_folder->path());
    m_folderNote->setText(goesOn
                              ? tr("An assessment was begun there: it goes on, and what is finished is kept. "
                                   "The plan must be the same.")
                              : tr("The runs’ sessions, tables and the report go there."));
    m_cost->setText(m_projectFolder.isEmpty() ? QString() : costText());
    m_cost->setVisible(!m_cost->text().isEmpty());
    m_problem->setText(why);
    m_problem->setVisible(!why.isEmpty());
    m_start->setText(goesOn ? tr("&Go on with the assessment") : tr("&Start the assessment"));
    m_start->setEnabled(why.isEmpty() && !m_workspace.isBusy());
    m_start->setToolTip(m_workspace.isBusy() ? tr("Something is at work already") : QString());
}

void AssessForm::start()
{
    if (m_workspace.isFree())
        m_workspace.assessment().start(setup());
}

void AssessForm::copyCommandLine()
{
    QGuiApplication::clipboard()->setText(bridge::assessCommandLine(setup()));
    m_workspace.report(Workspace::Severity::Information, tr("The command line is on the clipboard."));
}

} // namespace mutascope::gui
