// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bridge/run_controller.h"

#include "app/bridge/losses_query.h"
#include "app/bridge/run_job.h"

#include <QTimer>
#include <chrono>
#include <thread>

namespace mutascope::bridge {

namespace {

constexpr std::chrono::milliseconds drainInterval(34); // at most 30 times a second

QList<LogLine> toLogLines(const std::deque<LogEntry> &entries)
{
    QList<LogLine> lines;
    for (const LogEntry &entry : entries)
        lines.append(
            {entry.seconds, QString::fromStdString(entry.level), QString::fromStdString(entry.text)});
    return lines;
}

QList<CurvePoint> toCurvePoints(const std::deque<CoveragePoint> &points)
{
    QList<CurvePoint> out;
    for (const CoveragePoint &point : points)
        out.append(toCurvePoint(point));
    return out;
}

std::vector<LossRow> toLossRows(const std::deque<LossPoint> &points)
{
    std::vector<LossRow> rows;
    rows.reserve(points.size());
    for (const LossPoint &point : points)
        rows.push_back(toLossRow(point));
    return rows;
}

widgets::NeuronMapData toMap(const NeuronCoverageEvent &event)
{
    widgets::NeuronMapData map;
    for (const LayerSlice &layer : event.layers)
        map.layers.push_back({QString::fromStdString(layer.name), layer.count});
    map.covered.assign(event.covered.begin(), event.covered.end());
    map.itemsPerNeuron = event.itemsPerNeuron;
    return map;
}

} // namespace

struct RunController::Private {
    QTimer timer;
    State state = State::Idle;
    qint64 run = 0;
    QString sessionFile;
    QString criterion;
    double coverageStart = 0;
    std::filesystem::path cacheFolder;
    bool neuronsWanted = false;
    RunOrder order; // of the next launch
    std::shared_ptr<RunJob> job;
    std::jthread thread;
};

RunController::RunController(QObject *parent) : QObject(parent), m(std::make_unique<Private>())
{
    m->timer.setInterval(drainInterval);
    connect(&m->timer, &QTimer::timeout, this, &RunController::drain);
}

RunController::~RunController()
{
    if (m->job)
        m->job->control().abort();
}

bool RunController::start(const QString &projectFolder, const RunSetup &setup, const QString &sessionFile,
                          bool paused)
{
    if (isBusy())
        return false;
    m->order = {};
    m->order.project = toPath(projectFolder);
    m->order.config = toConfig(setup);
    return launch(paused, sessionFile, setup.criterion);
}

bool RunController::resumeRun(const QString &sessionFile, const RunInfo &run, const BudgetValues &budget)
{
    if (isBusy())
        return false;
    m->order = {};
    m->order.resumedRun = run.id;
    m->order.budget = toBudget(budget);
    return launch(false, sessionFile, run.criterion);
}

bool RunController::launch(bool paused, const QString &sessionFile, const QString &criterion)
{
    m->run = 0;
    m->sessionFile = sessionFile;
    m->criterion = criterion;
    m->coverageStart = 0;
    m->order.session = toPath(sessionFile);
    m->order.options.cacheFolder = m->cacheFolder;
    m->job = std::make_shared<RunJob>(std::move(m->order));
    m->job->inbox().setNeuronsWanted(m->neuronsWanted);
    if (paused)
        m->job->control().pause();
    setState(paused ? State::Paused : State::Running);
    m->timer.start();
    m->thread = std::jthread([this, job = m->job] {
        job->execute();
        QMetaObject::invokeMethod(this, &RunController::onThreadEnded, Qt::QueuedConnection);
    });
    return true;
}

RunController::State RunController::state() const
{
    return m->state;
}

qint64 RunController::run() const
{
    return m->run;
}

QString RunController::sessionFile() const
{
    return m->sessionFile;
}

QString RunController::criterion() const
{
    return m->criterion;
}

void RunController::setCacheFolder(const QString &folder)
{
    m->cacheFolder = toPath(folder);
}

void RunController::setState(State state)
{
    if (m->state == state)
        return;
    m->state = state;
    Q_EMIT stateChanged(state);
}

QString RunController::cacheFolder() const
{
    return fromPath(m->cacheFolder);
}

void RunController::setNeuronCoverageWanted(bool wanted)
{
    m->neuronsWanted = wanted;
    if (m->job)
        m->job->inbox().setNeuronsWanted(wanted);
}

void RunController::pause()
{
    if (m->state != State::Running)
        return;
    m->job->control().pause();
    setState(State::Paused);
}

void RunController::resume()
{
    if (m->state != State::Paused)
        return;
    m->job->control().resume();
    setState(State::Running);
}

void RunController::step()
{
    if (m->state != State::Running && m->state != State::Paused)
        return;
    m->job->control().pause();
    m->job->control().singleStep();
    setState(State::Paused);
}

void RunController::stop()
{
    if (!isBusy())
        return;
    m->job->control().stop();
    setState(State::Stopping);
}

void RunController::abort()
{
    if (!isBusy())
        return;
    m->job->control().abort();
    setState(State::Stopping);
}

void RunController::drain()
{
    const RunInbox::Contents contents = m->job->inbox().take();
    if (contents.created) {
        m->run = contents.created->run;
        m->coverageStart = contents.created->coverageStart;
        Q_EMIT runCreated(m->run);
    }
    if (contents.phase)
        Q_EMIT phaseChanged(QString::fromStdString(contents.phase->phase), contents.phase->fraction);
    if (!contents.log.empty())
        Q_EMIT logged(toLogLines(contents.log));
    if (!contents.points.empty())
        Q_EMIT pointsAdded(toCurvePoints(contents.points));
    if (!contents.losses.empty())
        Q_EMIT lossesAdded(toLossRows(contents.losses));
    if (contents.growth)
        Q_EMIT treesGrew(contents.growth);
    if (!contents.failing.empty()) {
        const TestEvent &last = contents.failing.back();
        Q_EMIT failingTestFound({toTestRow(last.test), mutationText(last.test.mutation),
                                 m->job->seedImage(last.test.seed), toQImage(last.image)});
    }
    if (contents.neurons)
        Q_EMIT neuronCoverageChanged(toMap(*contents.neurons));
    if (contents.progress)
        Q_EMIT statusChanged(statusOf(*contents.progress));
    if (contents.checkpoint)
        Q_EMIT checkpointed(contents.checkpoint->tests);
}

widgets::RunStatusData RunController::statusOf(const ProgressEvent &event) const
{
    widgets::RunStatusData status = toStatus(event);
    status.coverageStart = m->coverageStart;
    status.criterion = m->criterion;
    return status;
}

void RunController::onThreadEnded()
{
    m->thread.join();
    m->timer.stop();
    drain();
    const std::shared_ptr<RunJob> job = m->job; // a receiver may start the next run
    setState(State::Idle);
    if (job->record())
        Q_EMIT finished(toRunInfo(*job->record(), false));
    else if (job->cancelled())
        Q_EMIT cancelled();
    else
        Q_EMIT failed(job->error().what, job->error().hint);
}

} // namespace mutascope::bridge
