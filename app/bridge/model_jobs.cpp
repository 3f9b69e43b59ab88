// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bridge/model_jobs.h"

#include "app/bridge/after_work.h"
#include "app/bridge/convert.h"
#include "app/bridge/job_inbox.h"
#include "app/bridge/job_work.h"
#include "app/bridge/worker.h"
#include "core/base/stop.h"

#include <QTimer>

namespace mutascope::bridge {

namespace {
constexpr int drainMilliseconds = 33;
}

struct ModelJobs::Private {
    std::shared_ptr<RunControl> control; // of the job at work
    std::shared_ptr<JobInbox> inbox;
    QTimer timer;
    Worker worker; // last: gone before what it uses
};

ModelJobs::ModelJobs(QObject *parent) : QObject(parent), m(std::make_unique<Private>())
{
    m->timer.setInterval(drainMilliseconds);
    connect(&m->timer, &QTimer::timeout, this, &ModelJobs::drain);
}

ModelJobs::~ModelJobs()
{
    if (m->control)
        m->control->stop();
}

void ModelJobs::setState(State state)
{
    if (state == m_state)
        return;
    m_state = state;
    Q_EMIT stateChanged(state);
}

void ModelJobs::pause()
{
    if (m_state != State::Running)
        return;
    m->control->pause();
    setState(State::Paused);
}

void ModelJobs::resume()
{
    if (m_state != State::Paused)
        return;
    m->control->resume();
    setState(State::Running);
}

void ModelJobs::stop()
{
    if (!isBusy())
        return;
    m->control->stop();
    setState(State::Stopping);
}

bool ModelJobs::start(std::function<Message(RunControl &, JobInbox &)> work)
{
    if (isBusy())
        return false;
    m->control = std::make_shared<RunControl>();
    m->inbox = std::make_shared<JobInbox>();
    m->worker.post([this, work = std::move(work), control = m->control, inbox = m->inbox] {
        Message message;
        try {
            message = work(*control, *inbox);
        } catch (...) {
            const ErrorWords words = currentErrorWords();
            message = [this, words] { Q_EMIT failed(words.what, words.hint); };
        }
        QMetaObject::invokeMethod(
            this, [this, message] { finish(message); }, Qt::QueuedConnection);
    });
    m->timer.start();
    setState(State::Running);
    return true;
}

void ModelJobs::drain()
{
    const JobInbox::Content content = m->inbox->take();
    if (!content.any)
        return;
    if (!content.points.empty())
        Q_EMIT pointsAdded(content.points);
    Q_EMIT phaseChanged(content.phase, content.fraction);
}

void ModelJobs::finish(const Message &message)
{
    m->timer.stop();
    drain();
    setState(State::Idle);
    message();
}

bool ModelJobs::train(const TrainOrder &order)
{
    return start([this, order](RunControl &control, JobInbox &inbox) -> Message {
        const auto outcome = trainProject(order, control, inbox);
        if (!outcome)
            return [this] { Q_EMIT cancelled(); };
        return [this, outcome] { Q_EMIT trained(*outcome); };
    });
}

bool ModelJobs::retrain(const RetrainOrder &order)
{
    return start([this, order](RunControl &control, JobInbox &inbox) -> Message {
        const auto outcome = retrainProject(order, control, inbox);
        if (!outcome)
            return [this] { Q_EMIT cancelled(); };
        return [this, outcome] { Q_EMIT retrained(*outcome); };
    });
}

bool ModelJobs::transfer(const TransferOrder &order)
{
    return start([this, order](RunControl &control, JobInbox &inbox) -> Message {
        const TransferMatrix matrix = transferMatrix(order, control, inbox);
        if (matrix.interrupted && matrix.lines.isEmpty())
            return [this] { Q_EMIT cancelled(); };
        return [this, matrix] { Q_EMIT transferred(matrix); };
    });
}

bool ModelJobs::workOn(const AfterOrder &order)
{
    return start([this, order](RunControl &control, JobInbox &inbox) -> Message {
        const auto outcome = workAfter(order, control, inbox);
        if (!outcome)
            return [this] { Q_EMIT cancelled(); };
        return [this, outcome] { Q_EMIT worked(*outcome); };
    });
}

} // namespace mutascope::bridge
