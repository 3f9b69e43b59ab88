// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/workspace.h"

#include "app/bridge/catalog.h"
#include "app/bridge/engine_catalog.h"
#include "app/bridge/places.h"
#include "app/gui/format.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>

namespace mutascope::gui {

Workspace::Workspace(QObject *parent) : QObject(parent)
{
    connectLoader();
    connectReader();
    connectController();
    connect(&m_models, &bridge::ModelJobs::worked, this, [this](const bridge::AfterOutcome &outcome) {
        if (m_reader.isOpen() && QFileInfo(outcome.written()) == QFileInfo(m_reader.file()))
            m_reader.reread();
    });
    connect(&m_job, &bridge::SessionJob::failed, this,
            [this](const QString &what, const QString &hint) { report(Severity::Error, what, hint); });
}

void Workspace::connectLoader()
{
    connect(&m_loader, &bridge::ProjectLoader::opened, this, [this](const bridge::ProjectInfo &project) {
        m_project = project;
        m_accuracy.reset(); // not before: until then the project before it is the open one
        setOpeningProject(false);
        m_recent.add(project.folder);
        Q_EMIT projectChanged();
        Q_EMIT accuracyChanged();
    });
    connect(&m_loader, &bridge::ProjectLoader::failed, this, &Workspace::onProjectFailed);
    connect(&m_loader, &bridge::ProjectLoader::accuracyProgress, this, &Workspace::accuracyProgress);
    connect(&m_loader, &bridge::ProjectLoader::accuracyMeasured, this,
            [this](const bridge::CleanAccuracy &accuracy) {
                m_accuracy = accuracy;
                Q_EMIT accuracyChanged();
            });
    connect(&m_loader, &bridge::ProjectLoader::accuracyFailed, this,
            [this](const QString &what, const QString &hint) {
                report(Severity::Warning, tr("The accuracy of the model could not be measured: %1").arg(what),
                       hint);
            });
}

void Workspace::connectReader()
{
    connect(&m_reader, &bridge::SessionReader::opened, this, &Workspace::onSessionOpened);
    connect(&m_reader, &bridge::SessionReader::openFailed, this,
            [this](const QString &file, const QString &what, const QString &hint) {
                if (!QFileInfo::exists(file))
                    m_recent.remove(file);
                report(Severity::Error, what, hint);
            });
    connect(&m_reader, &bridge::SessionReader::failed, this,
            [this](const QString &what, const QString &hint) { report(Severity::Error, what, hint); });
    connect(&m_reader, &bridge::SessionReader::runsChanged, this, &Workspace::onRunsChanged);
    connect(&m_reader, &bridge::SessionReader::closed, this, [this] {
        m_currentRun = 0;
        Q_EMIT sessionChanged();
        Q_EMIT currentRunChanged();
    });
}

void Workspace::connectController()
{
    using Controller = bridge::RunController;
    connect(&m_controller, &Controller::runCreated, this, &Workspace::onRunCreated);
    connect(&m_controller, &Controller::checkpointed, this, [this] { m_reader.refreshRuns(); });
    connect(&m_controller, &Controller::finished, this, &Workspace::onRunFinished);
    connect(&m_controller, &Controller::cancelled, this, [this] {
        report(Severity::Information, tr("The run was stopped before its search began; nothing was stored."));
    });
    connect(&m_controller, &Controller::failed, this, [this](const QString &what, const QString &hint) {
        m_reader.refreshRuns();
        report(Severity::Error, what, hint);
    });
}

void Workspace::report(Severity severity, const QString &text, const QString &details)
{
    Q_EMIT message(severity, text, details);
}

QString Workspace::sampleFolder() const
{
    return m_sampleFolder.isEmpty() ? bridge::sampleProjectFolder(QCoreApplication::applicationDirPath())
                                    : m_sampleFolder;
}

void Workspace::openSample()
{
    const QString folder = sampleFolder();
    if (folder.isEmpty())
        report(Severity::Error, tr("The sample project is missing from this installation."),
               tr("Open a project of your own, or install Mutascope again."));
    else
        openProject(folder);
}

void Workspace::openPath(const QString &path)
{
    const QString absolute = QDir::cleanPath(QDir::current().absoluteFilePath(path));
    switch (bridge::kindOfPath(absolute)) {
    case bridge::PathKind::Project:
        return openProject(absolute);
    case bridge::PathKind::Session:
        openSession(absolute);
        return;
    case bridge::PathKind::Missing:
        m_recent.remove(absolute);
        return report(Severity::Error, tr("‘%1’ does not exist.").arg(QDir::toNativeSeparators(absolute)),
                      tr("It was moved or deleted; it is no longer in the list of recent files."));
    case bridge::PathKind::Other:
        break;
    }
    report(Severity::Error,
           tr("‘%1’ is neither a project nor a session.").arg(QDir::toNativeSeparators(absolute)),
           tr("A project is a folder with a file project.json; sessions are .mscope files."));
}

void Workspace::openProject(const QString &path)
{
    if (m_controller.isBusy())
        return report(Severity::Warning, tr("A run is at work on the open project."),
                      tr("Stop it before you open another project."));
    m_projectOfSession = false;
    setOpeningProject(true);
    m_loader.open(path);
}

void Workspace::setOpeningProject(bool opening)
{
    m_openingProject = opening;
    Q_EMIT projectOpeningChanged();
}

void Workspace::onProjectFailed(const QString &path, const QString &what, const QString &hint)
{
    setOpeningProject(false);
    if (!QFileInfo::exists(path)) // what is only broken will be mended
        m_recent.remove(path);
    Q_EMIT accuracyChanged();
    if (m_projectOfSession)
        report(Severity::Warning, tr("The project of this session cannot be opened: %1").arg(what), hint);
    else
        report(Severity::Error, what, hint);
}

bool Workspace::openSession(const QString &file)
{
    if (m_controller.isBusy() && m_controller.sessionFile() != file) {
        report(Severity::Warning, tr("A run is writing to the open session."),
               tr("Stop it before you open another one."));
        return false;
    }
    m_wantedRun = 0;
    m_reader.open(file);
    return true;
}

void Workspace::showRun(const QString &sessionFile, qint64 run)
{
    const bool open = m_reader.isOpen() && sessionFile == m_reader.file();
    if (open && m_reader.run(run))
        return setCurrentRun(run);
    if (open)
        m_reader.refreshRuns();
    else if (!openSession(sessionFile))
        return;
    m_wantedRun = run;
}

void Workspace::onSessionOpened(const QString &file)
{
    m_recent.add(file);
    m_currentRun = 0;
    Q_EMIT sessionChanged();
    openProjectOfSession();
}

// So that the run page can go on where the session left off. A project that moved away is no fault here.
void Workspace::openProjectOfSession()
{
    if (m_reader.runs().isEmpty() || m_controller.isBusy() || m_openingProject)
        return;
    const QString folder = m_reader.runs().last().projectFolder;
    const bool open = m_project && m_project->folder == folder;
    if (open || bridge::kindOfPath(folder) != bridge::PathKind::Project)
        return;
    openProject(folder);
    m_projectOfSession = true;
}

void Workspace::onRunsChanged()
{
    // First: whoever hears of the runs may ask for the current one.
    if (m_wantedRun != 0 && m_reader.run(m_wantedRun))
        setCurrentRun(std::exchange(m_wantedRun, 0));
    else if (!m_reader.run(m_currentRun))
        setCurrentRun(m_reader.runs().isEmpty() ? 0 : m_reader.runs().last().id);
    Q_EMIT runsChanged();
}

void Workspace::setCurrentRun(qint64 run)
{
    if (run == m_currentRun)
        return;
    m_currentRun = run;
    Q_EMIT currentRunChanged();
}

bool Workspace::isLive(qint64 run) const
{
    return m_controller.isBusy() && m_controller.run() == run
        && m_controller.sessionFile() == m_reader.file();
}

QList<bridge::RunInfo> Workspace::imageRuns() const
{
    QList<bridge::RunInfo> runs = m_reader.runs();
    runs.removeIf(bridge::isCampaign);
    return runs;
}

QStringList Workspace::classNames() const
{
    const bridge::RunInfo *run = currentRunInfo();
    if (run && !run->classNames.isEmpty())
        return run->classNames;
    return m_project ? m_project->classNames : QStringList();
}

QString Workspace::className(int index) const
{
    if (index < 0)
        return tr("no prediction");
    const QStringList names = classNames();
    return index >= 0 && index < names.size() ? names[index] : QString::number(index);
}

bool Workspace::isFree()
{
    if (m_models.isBusy())
        report(Severity::Warning, tr("A model is being trained or measured, or tests are worked on."),
               tr("Wait until that has ended, or stop it on the Retrain page."));
    else if (m_assessment.isBusy())
        report(Severity::Warning, tr("An assessment is at work."),
               tr("Wait until it has ended, or stop it on the Assess page."));
    else if (m_engines.isBusy())
        report(Severity::Warning,
               tr("A campaign against inference engines, or work on its findings, is going on."),
               tr("Wait until it has ended, or stop it on the Engines page."));
    else if (m_controller.isBusy())
        report(Severity::Warning, tr("A run is at work."), tr("Wait until it has ended, or stop it."));
    return !isBusy();
}

void Workspace::startRun(const bridge::RunSetup &setup, const QString &sessionFile, bool paused)
{
    if (!m_project || !isFree() || !m_controller.start(m_project->folder, setup, sessionFile, paused))
        return;
    Q_EMIT runStarted();
}

void Workspace::resumeRun(qint64 run, const bridge::BudgetValues &budget)
{
    const bridge::RunInfo *info = m_reader.run(run);
    if (info && bridge::isCampaign(*info))
        return report(Severity::Information, tr("Run %1 is a campaign against inference engines.").arg(run),
                      tr("It is continued on the Engines page."));
    if (!info || !isFree() || !m_controller.resumeRun(m_reader.file(), *info, budget))
        return;
    setCurrentRun(run);
    Q_EMIT runStarted();
}

void Workspace::onRunCreated(qint64 run)
{
    m_wantedRun = run;
    if (m_reader.file() == m_controller.sessionFile())
        return m_reader.refreshRuns();
    m_reader.open(m_controller.sessionFile());
}

void Workspace::onRunFinished(const bridge::RunInfo &run)
{
    m_reader.refreshRuns();
    const QString found
        = run.failing == 1 ? tr("1 failing test") : tr("%1 failing tests").arg(countText(run.failing));
    const QString text = run.phase == bridge::RunPhase::Stopped
        ? tr("Run %1 was stopped: %2 found.").arg(run.id).arg(found)
        : tr("Run %1 is finished: %2 found.").arg(run.id).arg(found);
    report(Severity::Information, text, run.message);
}

} // namespace mutascope::gui
