// SPDX-License-Identifier: GPL-3.0-or-later
// Runs a search in a thread of its own and tells the window about it.
#pragma once

#include "app/bridge/values.h"
#include "widgets/run_status.h"

#include <QObject>
#include <memory>

namespace mutascope {
struct ProgressEvent;
}

namespace mutascope::bridge {

struct TreeGrowth;

// Every method returns at once. Signals come in the thread of this object, at most 30 times a second.
class RunController : public QObject {
    Q_OBJECT

public:
    enum class State { Idle, Running, Paused, Stopping };
    Q_ENUM(State)

    explicit RunController(QObject *parent = nullptr);
    // A search at work is aborted: what its last checkpoint held is kept. Waits for one step at most.
    ~RunController() override;

    // The session is made, or the run is added to it. paused: waits before its first step.
    // False where a run is at work already.
    bool start(const QString &projectFolder, const RunSetup &setup, const QString &sessionFile,
               bool paused = false);
    // Goes on with a stopped or interrupted run; budget counts what was used before.
    bool resumeRun(const QString &sessionFile, const RunInfo &run, const BudgetValues &budget);

    State state() const;
    bool isBusy() const { return state() != State::Idle; }
    qint64 run() const; // of the present or last run; 0: not created yet
    QString sessionFile() const;
    QString criterion() const;

    // Whether neuronCoverageChanged() comes twice a second; else only when the search begins.
    void setNeuronCoverageWanted(bool wanted);

    // Where profiles of criteria are kept; empty: the user's cache folder. For tests.
    void setCacheFolder(const QString &folder);
    QString cacheFolder() const;

public Q_SLOTS:
    void pause();
    void resume();
    void step(); // one step, then pause
    void stop(); // finishes the step and saves
    void abort(); // drops the step

Q_SIGNALS:
    void stateChanged(mutascope::bridge::RunController::State state);
    void phaseChanged(const QString &phase, double fraction); // fraction -1: unknown
    void runCreated(qint64 run);
    void statusChanged(const mutascope::widgets::RunStatusData &status);
    void pointsAdded(const QList<mutascope::bridge::CurvePoint> &points);
    // Of a training; batches that are repeated replace those before.
    void lossesAdded(const std::vector<mutascope::bridge::LossRow> &rows);
    // For a TreeWalker: each continues the one before.
    void treesGrew(const std::shared_ptr<const mutascope::bridge::TreeGrowth> &growth);
    void failingTestFound(const mutascope::bridge::FoundTest &test);
    void neuronCoverageChanged(const mutascope::widgets::NeuronMapData &map);
    void logged(const QList<mutascope::bridge::LogLine> &lines);
    void checkpointed(qint64 tests);
    // The last signal of a run: one of them.
    void finished(const mutascope::bridge::RunInfo &run);
    void cancelled(); // stopped before its search began; nothing was stored
    void failed(const QString &what, const QString &hint);

private:
    struct Private;
    bool launch(bool paused, const QString &sessionFile, const QString &criterion);
    void setState(State state);
    void drain();
    void onThreadEnded();
    widgets::RunStatusData statusOf(const ProgressEvent &event) const;

    std::unique_ptr<Private> m;
};

} // namespace mutascope::bridge
