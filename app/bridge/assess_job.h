// SPDX-License-Identifier: GPL-3.0-or-later
// Runs an assessment as `mutascope-cli assess` does, in a thread of its own; reads what a folder holds.
#pragma once

#include "app/bridge/assess_values.h"

#include <QObject>
#include <memory>

namespace mutascope::bridge {

// One assessment at a time. Every method returns at once; signals come in the thread of this object, progress
// at most 30 times a second.
class AssessJob : public QObject {
    Q_OBJECT

public:
    enum class State { Idle, Running, Paused, Stopping };
    Q_ENUM(State)

    explicit AssessJob(QObject *parent = nullptr);
    ~AssessJob() override; // stops; waits until every run at work has saved its step

    State state() const { return m_state; }
    bool isBusy() const { return m_state != State::Idle; }

    // The program that makes the runs; beside this one unless told otherwise.
    void setProgram(const QString &path);
    void setCacheFolder(const QString &folder); // "": the user's

    // Begins in a new or empty folder, or goes on with what is in it: interrupted runs are resumed, failed
    // ones tried once more. False where an assessment is at work already.
    bool start(const AssessSetup &setup);
    void open(const QString &folder); // of an assessment that was begun; opened() or failed() follows
    void probe(const QString &projectFolder); // probed() follows, or probeFailed()
    bool canReport() const; // something is measured
    void writeReport(); // of what there is now; reportWritten() or failed() follows

public Q_SLOTS:
    void pause(); // runs at work save their step and end; resume() takes them up
    void resume();
    void stop(); // the same, for good; a second time drops the step

Q_SIGNALS:
    void stateChanged(mutascope::bridge::AssessJob::State state);
    void progressChanged(const QString &phase, double fraction); // "profiling", "running", "reporting"
    void cellsChanged(const std::vector<mutascope::bridge::CellInfo> &cells);
    void tableChanged(const mutascope::bridge::AssessState &assessment); // after each cell
    // The last signal of an assessment: one of them.
    void finished(const mutascope::bridge::AssessState &assessment);
    void stopped(); // what there is has been told by tableChanged()
    void failed(const QString &what, const QString &hint);

    void opened(const mutascope::bridge::AssessState &assessment);
    void openFailed(const QString &what, const QString &hint);
    void probed(const QString &projectFolder, const mutascope::bridge::AssessProbe &probe);
    void probeFailed(const QString &projectFolder, const QString &what);
    void reportWritten(const QString &file); // report.html
    void reportFailed(const QString &what, const QString &hint);

private:
    struct Private;
    void setState(State state);
    void drain();
    void finish(const std::function<void()> &last);

    std::unique_ptr<Private> m;
    State m_state = State::Idle;
};

} // namespace mutascope::bridge
