// SPDX-License-Identifier: GPL-3.0-or-later
// What is open: a project, a session, one of its runs. The pages show it and ask it.
#pragma once

#include "app/bridge/assess_job.h"
#include "app/bridge/engine_jobs.h"
#include "app/bridge/model_jobs.h"
#include "app/bridge/project_loader.h"
#include "app/bridge/recent_files.h"
#include "app/bridge/run_controller.h"
#include "app/bridge/session_job.h"
#include "app/bridge/session_reader.h"

#include <QObject>
#include <optional>

namespace mutascope::gui {

class Workspace : public QObject {
    Q_OBJECT

public:
    enum class Severity { Information, Warning, Error };

    explicit Workspace(QObject *parent = nullptr);

    bridge::RunController &controller() { return m_controller; }
    bridge::SessionReader &reader() { return m_reader; }
    bridge::SessionJob &job() { return m_job; }
    bridge::ModelJobs &models() { return m_models; }
    bridge::AssessJob &assessment() { return m_assessment; }
    bridge::EngineJobs &engines() { return m_engines; }
    bridge::RecentFiles &recent() { return m_recent; }

    const std::optional<bridge::ProjectInfo> &project() const { return m_project; }
    bool isOpeningProject() const { return m_openingProject; }
    const std::optional<bridge::CleanAccuracy> &accuracy() const { return m_accuracy; }

    qint64 currentRun() const { return m_currentRun; } // 0: none
    QList<bridge::RunInfo> imageRuns() const; // of the session: all but campaigns against inference engines
    const bridge::RunInfo *currentRunInfo() const { return m_reader.run(m_currentRun); }
    // Neither a run, a job on models, an assessment nor work with engines is going on; says so where one is.
    // Beside each other they would take each other's processors, and the number of threads, on which the last
    // bits of sums depend.
    bool isFree();
    bool isBusy() const
    {
        return m_controller.isBusy() || m_models.isBusy() || m_assessment.isBusy() || m_engines.isBusy();
    }
    bool isLive(qint64 run) const; // written by this window now
    QStringList classNames() const; // of the current run, else of the project
    QString className(int index) const; // -1: words for no prediction

    void openPath(const QString &path); // a project or a session
    void openSample();
    void openProject(const QString &path);
    bool openSession(const QString &file); // false: not now
    void showRun(const QString &sessionFile, qint64 run); // becomes the current one, as soon as it is known
    void setSampleFolder(const QString &folder) { m_sampleFolder = folder; }
    QString sampleFolder() const;

    void startRun(const bridge::RunSetup &setup, const QString &sessionFile, bool paused);
    void resumeRun(qint64 run, const bridge::BudgetValues &budget);
    void setCurrentRun(qint64 run);
    void report(Severity severity, const QString &text, const QString &details = {});

Q_SIGNALS:
    void message(mutascope::gui::Workspace::Severity severity, const QString &text, const QString &details);
    void projectOpeningChanged();
    void projectChanged();
    void accuracyChanged(); // measured now, or unknown again
    void accuracyProgress(double fraction);
    void sessionChanged(); // opened or closed
    void runsChanged();
    void currentRunChanged();
    void runStarted();
    void testActivated(qint64 id); // of the current run: to be compared

private:
    void connectLoader();
    void connectReader();
    void connectController();
    void setOpeningProject(bool opening);
    void onProjectFailed(const QString &path, const QString &what, const QString &hint);
    void onSessionOpened(const QString &file);
    void onRunsChanged();
    void onRunCreated(qint64 run);
    void onRunFinished(const bridge::RunInfo &run);
    void openProjectOfSession();

    bridge::ProjectLoader m_loader;
    bridge::RecentFiles m_recent;
    bridge::SessionReader m_reader;
    bridge::RunController m_controller;
    bridge::SessionJob m_job;
    std::optional<bridge::ProjectInfo> m_project;
    std::optional<bridge::CleanAccuracy> m_accuracy;
    bool m_openingProject = false;
    bool m_projectOfSession = false; // the opening project was not asked for by the user
    qint64 m_currentRun = 0;
    qint64 m_wantedRun = 0; // to become current as soon as the reader knows it
    QString m_sampleFolder;
    bridge::ModelJobs m_models;
    bridge::AssessJob m_assessment;
    bridge::EngineJobs m_engines;
};

} // namespace mutascope::gui
