// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bridge/engine_jobs.h"

#include "app/bridge/convert.h"
#include "app/bridge/engine_convert.h"
#include "app/bridge/engine_work.h"
#include "app/bridge/worker.h"
#include "core/base/stop.h"
#include "core/engines/reduce/reduce.h"

#include <QTimer>
#include <deque>

namespace mutascope::bridge {

namespace {
constexpr int drainMilliseconds = 33;

struct Verdict {
    FindingRef finding;
    QString state;
    QString note;
};

} // namespace

// What passes between the window and the job at work.
struct EngineJobs::Inbox {
    RunControl control;
    std::mutex mutex;
    std::optional<CampaignProgressInfo> progress; // not told yet
    std::optional<std::pair<int, int>> reduction; // tests, operators
    std::deque<Verdict> verdicts; // to be stored by the campaign
    bool closed = false; // it stores no more of them

    std::deque<Verdict> takeVerdicts(bool last)
    {
        const std::lock_guard lock(mutex);
        closed = closed || last;
        return std::exchange(verdicts, {});
    }
    bool offer(const Verdict &verdict)
    {
        const std::lock_guard lock(mutex);
        if (!closed)
            verdicts.push_back(verdict);
        return !closed;
    }
};

struct EngineJobs::Private {
    std::shared_ptr<Inbox> inbox; // of the job at work
    using Campaign = std::function<RunRecord(RunControl &, const CampaignStep &)>;
    static bool startCampaign(EngineJobs &jobs, const QString &file, const Campaign &campaign);
    static CampaignStep step(EngineJobs &jobs, const QString &file, Inbox &inbox);

    QTimer timer;
    Worker triages; // of sessions nobody writes
    Worker worker; // last: gone before what it uses
};

EngineJobs::EngineJobs(QObject *parent) : QObject(parent), m(std::make_unique<Private>())
{
    m->timer.setInterval(drainMilliseconds);
    connect(&m->timer, &QTimer::timeout, this, &EngineJobs::drain);
}

EngineJobs::~EngineJobs()
{
    if (m->inbox)
        m->inbox->control.stop();
}

bool EngineJobs::isWriting(const QString &file) const
{
    return isBusy() && m_kind == Kind::Campaign && m_file == file;
}

void EngineJobs::tell(const Message &message)
{
    QMetaObject::invokeMethod(this, message, Qt::QueuedConnection);
}

bool EngineJobs::start(Kind kind, const QString &file, std::function<Message(Inbox &)> work)
{
    if (isBusy())
        return false;
    m->inbox = std::make_shared<Inbox>();
    m_kind = kind;
    m_file = file;
    m->worker.post([this, work = std::move(work), inbox = m->inbox] {
        Message message;
        try {
            message = work(*inbox);
        } catch (...) {
            const ErrorWords words = currentErrorWords();
            message = [this, words] { Q_EMIT failed(words.what, words.hint); };
        }
        tell([this, message] { finish(message); });
    });
    m->timer.start();
    m_state = State::Running;
    Q_EMIT stateChanged(m_state);
    return true;
}

void EngineJobs::stop()
{
    if (m_state != State::Running)
        return;
    m->inbox->control.stop();
    m_state = State::Stopping;
    Q_EMIT stateChanged(m_state);
}

void EngineJobs::drain()
{
    std::optional<CampaignProgressInfo> progress;
    std::optional<std::pair<int, int>> reduction;
    {
        const std::lock_guard lock(m->inbox->mutex);
        progress = std::exchange(m->inbox->progress, {});
        reduction = std::exchange(m->inbox->reduction, {});
    }
    if (progress)
        Q_EMIT campaignProgress(*progress);
    if (reduction)
        Q_EMIT reductionProgress(reduction->first, reduction->second);
}

// Verdicts that came too late for the campaign are stored now that nobody writes.
void EngineJobs::finish(const Message &message)
{
    m->timer.stop();
    drain();
    m_state = State::Idle;
    for (const Verdict &verdict : m->inbox->takeVerdicts(true))
        triage(verdict.finding, verdict.state, verdict.note);
    Q_EMIT stateChanged(m_state);
    message();
}

// After each model: tells how far it is, and stores what people said meanwhile.
CampaignStep EngineJobs::Private::step(EngineJobs &jobs, const QString &file, Inbox &inbox)
{
    return [&jobs, &inbox, file, known = false](SessionStore &store, std::int64_t run,
                                                const engines::CampaignProgress &progress) mutable {
        if (!std::exchange(known, true))
            jobs.tell([&jobs, file, run] { Q_EMIT jobs.campaignCreated(file, run); });
        {
            const std::lock_guard lock(inbox.mutex);
            inbox.progress = toInfo(progress);
        }
        for (const Verdict &verdict : inbox.takeVerdicts(false))
            jobs.tellTriage(verdict.finding,
                            [&] { storeTriage(store, verdict.finding, verdict.state, verdict.note); });
    };
}

bool EngineJobs::Private::startCampaign(EngineJobs &jobs, const QString &file, const Campaign &campaign)
{
    return jobs.start(Kind::Campaign, file, [&jobs, file, campaign](Inbox &inbox) -> Message {
        const RunRecord record = campaign(inbox.control, step(jobs, file, inbox));
        const RunInfo info = toRunInfo(record, false);
        return [&jobs, file, info] { Q_EMIT jobs.campaignEnded(file, info.id, info.phase, info.message); };
    });
}

bool EngineJobs::startCampaign(const CampaignSetup &setup)
{
    return Private::startCampaign(
        *this, setup.sessionFile,
        [setup](RunControl &control, const CampaignStep &step) { return runCampaign(setup, control, step); });
}

bool EngineJobs::resumeCampaign(const QString &file, qint64 run, std::optional<qint64> models,
                                std::optional<double> seconds)
{
    engines::CampaignBudget budget;
    if (models)
        budget.models = *models;
    budget.seconds = seconds;
    return Private::startCampaign(*this, file,
                                  [file, run, budget](RunControl &control, const CampaignStep &step) {
                                      return bridge::resumeCampaign(file, run, budget, control, step);
                                  });
}

double EngineJobs::reductionSeconds()
{
    return engines::ReduceConfig().seconds;
}

bool EngineJobs::reduce(const FindingRef &finding)
{
    return start(Kind::Reduction, finding.file, [this, finding](Inbox &inbox) -> Message {
        const ReductionInfo info = reduceFinding(finding, [&inbox](int tests, int operators) {
            const std::lock_guard lock(inbox.mutex);
            inbox.reduction = {tests, operators};
            return !inbox.control.stopRequested();
        });
        return [this, info] { Q_EMIT reduced(info); };
    });
}

bool EngineJobs::reproduce(const FindingRef &finding)
{
    return start(Kind::Reproduction, finding.file, [this, finding](Inbox &) -> Message {
        const ReproductionInfo info = reproduceFinding(finding);
        return [this, info] { Q_EMIT reproduced(info); };
    });
}

bool EngineJobs::exportFinding(const FindingRef &finding, const FindingRow &failure, const QString &folder)
{
    return start(Kind::Export, finding.file, [this, finding, failure, folder](Inbox &) -> Message {
        bridge::exportFinding(finding, failure, folder);
        return [this, folder] { Q_EMIT exported(folder); };
    });
}

// Called in any thread.
void EngineJobs::tellTriage(const FindingRef &finding, const std::function<void()> &work)
{
    try {
        work();
        tell([this, finding] { Q_EMIT triaged(finding); });
    } catch (...) {
        const ErrorWords words = currentErrorWords();
        tell([this, words] { Q_EMIT triageFailed(words.what, words.hint); });
    }
}

void EngineJobs::triage(const FindingRef &finding, const QString &state, const QString &note)
{
    if (isWriting(finding.file) && m->inbox->offer({finding, state, note}))
        return;
    m->triages.post([this, finding, state, note] {
        tellTriage(finding, [&] {
            SessionStore store(toPath(finding.file), SessionStore::Mode::ReadWrite);
            storeTriage(store, finding, state, note);
        });
    });
}

} // namespace mutascope::bridge
