// SPDX-License-Identifier: GPL-3.0-or-later
// Campaigns against inference engines, and work on their findings, in a thread of its own.
#pragma once

#include "app/bridge/engine_values.h"

#include <QObject>
#include <functional>
#include <memory>

namespace mutascope::bridge {

// One job at a time. Every method returns at once; signals come in the thread of this object, progress at
// most 30 times a second. The engines run in processes of their own; what they do never ends the window.
class EngineJobs : public QObject {
    Q_OBJECT

public:
    enum class State { Idle, Running, Stopping };
    Q_ENUM(State)
    enum class Kind { Campaign, Reduction, Reproduction, Export };
    Q_ENUM(Kind)

    explicit EngineJobs(QObject *parent = nullptr);
    ~EngineJobs() override; // stops; waits for the model at work

    State state() const { return m_state; }
    Kind kind() const { return m_kind; } // of the job at work, or the last one
    bool isBusy() const { return m_state != State::Idle; }
    QString file() const { return m_file; } // session the job at work is about
    bool isWriting(const QString &file) const; // a campaign is at work in it

    // False where a job is at work already.
    bool startCampaign(const CampaignSetup &setup);
    // Up to the budget it has, or to a new one.
    bool resumeCampaign(const QString &file, qint64 run, std::optional<qint64> models,
                        std::optional<double> seconds);
    static double reductionSeconds(); // that a reduction may take
    bool reduce(const FindingRef &finding);
    bool reproduce(const FindingRef &finding);
    bool exportFinding(const FindingRef &finding, const FindingRow &failure, const QString &folder);

    // As `engines triage` does. While a campaign writes the file, it stores the verdict itself, after the
    // model at work. triaged() or triageFailed() follows.
    void triage(const FindingRef &finding, const QString &state, const QString &note);

public Q_SLOTS:
    // A campaign finishes the model at work and saves; a reduction keeps the smallest graph so far; other
    // work ends by itself.
    void stop();

Q_SIGNALS:
    void stateChanged(mutascope::bridge::EngineJobs::State state);
    void campaignCreated(const QString &file, qint64 run); // or taken up again
    void campaignProgress(const mutascope::bridge::CampaignProgressInfo &progress);
    void reductionProgress(int tests, int operators);
    void triaged(const mutascope::bridge::FindingRef &finding);
    void triageFailed(const QString &what, const QString &hint);
    // The last signal of a job: one of them.
    void campaignEnded(const QString &file, qint64 run, mutascope::bridge::RunPhase phase,
                       const QString &message);
    void reduced(const mutascope::bridge::ReductionInfo &result);
    void reproduced(const mutascope::bridge::ReproductionInfo &result);
    void exported(const QString &folder);
    void failed(const QString &what, const QString &hint);

private:
    struct Private;
    struct Inbox;
    using Message = std::function<void()>; // to be called in this object's thread
    bool start(Kind kind, const QString &file, std::function<Message(Inbox &)> work);
    void tell(const Message &message); // from the worker's thread
    void tellTriage(const FindingRef &finding, const std::function<void()> &work);
    void drain();
    void finish(const Message &message);

    std::unique_ptr<Private> m;
    State m_state = State::Idle;
    Kind m_kind = Kind::Campaign;
    QString m_file;
};

} // namespace mutascope::bridge
