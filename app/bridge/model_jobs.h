// SPDX-License-Identifier: GPL-3.0-or-later
// Trains and retrains models, puts failing tests to other models, and works on the tests of runs that have
// ended: in a thread of its own.
#pragma once

#include "app/bridge/after_values.h"
#include "app/bridge/job_values.h"

#include <QObject>
#include <functional>
#include <memory>

namespace mutascope {
class RunControl;
}

namespace mutascope::bridge {

class JobInbox;

// One job at a time. Every method returns at once; signals come in the thread of this object, progress at
// most 30 times a second.
class ModelJobs : public QObject {
    Q_OBJECT

public:
    enum class State { Idle, Running, Paused, Stopping };
    Q_ENUM(State)

    explicit ModelJobs(QObject *parent = nullptr);
    ~ModelJobs() override; // stops; waits for the batch at work

    State state() const { return m_state; }
    bool isBusy() const { return m_state != State::Idle; }
    // False where a job is at work already.
    bool train(const TrainOrder &order);
    bool retrain(const RetrainOrder &order);
    bool transfer(const TransferOrder &order);
    bool workOn(const AfterOrder &order); // minimises, reduces, clusters or deduplicates

public Q_SLOTS:
    void pause(); // behind the batch at work
    void resume();
    void stop(); // what was learned or measured by then is kept

Q_SIGNALS:
    void stateChanged(mutascope::bridge::ModelJobs::State state);
    void phaseChanged(const QString &phase, double fraction); // fraction -1: unknown
    void pointsAdded(const std::vector<mutascope::bridge::LossRow> &points);
    // The last signal of a job: one of them.
    void trained(const mutascope::bridge::TrainOutcome &outcome);
    void retrained(const mutascope::bridge::RetrainOutcome &outcome);
    void transferred(const mutascope::bridge::TransferMatrix &matrix);
    void worked(const mutascope::bridge::AfterOutcome &outcome);
    void cancelled(); // stopped before there was anything to keep
    void failed(const QString &what, const QString &hint);

private:
    struct Private;
    using Message = std::function<void()>; // to be called in this object's thread
    bool start(std::function<Message(RunControl &, JobInbox &)> work);
    void setState(State state);
    void drain();
    void finish(const Message &message);

    std::unique_ptr<Private> m;
    State m_state = State::Idle;
};

} // namespace mutascope::bridge
