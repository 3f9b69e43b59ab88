// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/search_loop.h"
#include "core/model/layer_slices.h"
#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace mutascope {

namespace {

// Sub-streams of the run's RNG: 0 draws the seeds, 1 is start()'s, then one a step.
constexpr std::uint64_t startStream = 1;
constexpr std::uint64_t firstStepStream = 2;
constexpr std::uint64_t firstTrainingStream = std::uint64_t{1} << 40; // one a training step

constexpr double progressInterval = 0.1;
constexpr double checkpointInterval = 1; // writing takes its time too: at most 2 s apart in all
// Points of the coverage curve are at least this far apart, and further as a run grows, so that a run of a
// day keeps some tens of thousands.
constexpr double pointInterval = 0.02;
constexpr double pointShare = 1.0 / 2000;
// Maps of the neurons: so far apart, and so many times what making one took, that the search hardly notices.
constexpr double neuronInterval = 0.5;
constexpr double neuronCostFactor = 50;

} // namespace

GeneratorContext SearchLoop::contextOf(std::uint64_t stream)
{
    const RunContext &context = m_parts.context;
    return {m_parts.bench,   context.seeds, context.params,
            m_parts.control, m_parts.data,  Rng(context.config.seed).sub(stream)};
}

double SearchLoop::coverage() const
{
    return m_parts.context.criterion ? m_parts.context.criterion->value() : 0;
}

void SearchLoop::begin(const std::string *savedState)
{
    GeneratorContext context = contextOf(startStream);
    if (savedState)
        m_parts.context.generator->load(context, *savedState);
    else
        m_parts.context.generator->start(context);
    m_parts.bench.counters().queue = m_parts.context.generator->queueLength();
    m_parts.sink.add(m_parts.bench.takePending());
    addCoveragePoint(true);
    m_trained = m_parts.context.generator->training();
    sendPhase();
    checkpoint();
    sendProgress();
    sendNeuronCoverage();
}

SearchOutcome SearchLoop::execute(const std::string *savedState)
{
    StepResult result = StepResult::More;
    try {
        begin(savedState);
        while (result == StepResult::More && goOn())
            result = step();
    } catch (const StepAborted &) {
    }
    if (m_parts.control.abortRequested()) {
        m_parts.sink.flush();
        return {RunState::Stopped, "aborted; what the last checkpoint held is kept", m_stored,
                m_storedCoverage};
    }
    const bool stopped = m_parts.control.stopRequested();
    return outcome(stopped ? RunState::Stopped : RunState::Finished, diagnosis());
}

// "" where the budget left room for a test.
std::string SearchLoop::earlyEnd() const
{
    const Counters &counters = m_parts.bench.counters();
    if (counters.tests > 0 || m_parts.stepLimit || !m_parts.context.config.budget.reached(counters))
        return {};
    return fmt::format("the budget ended before the first test: {} model calls and {:.1f} s went into "
                       "checking {} seeds{}; give a larger one",
                       counters.modelCalls, counters.seconds, counters.seeds,
                       counters.trainingSteps > 0 ? " (training is not part of it)" : "");
}

std::string SearchLoop::diagnosis() const
{
    const FailedImages &failed = m_parts.bench.failedTests();
    std::string own = m_parts.context.generator->diagnosis();
    if (own.empty())
        own = earlyEnd();
    if (failed.count() == 0)
        return own;
    return failed.text("test") + "; correct the model's code for such images"
        + (own.empty() ? "" : ". " + own);
}

bool SearchLoop::goOn()
{
    waitIfPaused();
    if (m_parts.control.stopRequested())
        return false;
    const Counters &counters = m_parts.bench.counters();
    if (m_parts.stepLimit && counters.steps >= *m_parts.stepLimit)
        return false;
    if (m_parts.stepLimit || m_parts.context.generator->training())
        return true; // networks are trained whatever the search may cost
    return !m_parts.context.config.budget.reached(counters);
}

void SearchLoop::waitIfPaused()
{
    if (!m_parts.control.paused() || m_parts.control.stopRequested())
        return;
    checkpoint(); // a pause may be long: leave nothing unsaved
    m_parts.sink.flush();
    sendProgress();
    sendNeuronCoverage();
    m_parts.clock.addPause(m_parts.control.waitWhilePaused());
    m_lastCheckpoint = m_parts.clock.wall();
}

StepResult SearchLoop::step()
{
    const bool training = m_parts.context.generator->training();
    if (training != m_trained) {
        m_trained = training;
        sendPhase();
    }
    return training ? trainingStep() : searchStep();
}

StepResult SearchLoop::trainingStep()
{
    Counters &counters = m_parts.bench.counters();
    const SearchClock watch;
    GeneratorContext context = contextOf(firstTrainingStream + std::uint64_t(counters.trainingSteps));
    const StepResult result = m_parts.context.generator->step(context);
    ++counters.trainingSteps;
    m_parts.bench.readTrainingCounters();
    const double seconds = watch.seconds();
    counters.trainingSeconds += seconds;
    m_parts.clock.addPause(seconds);
    afterStep();
    return result;
}

StepResult SearchLoop::searchStep()
{
    Counters &counters = m_parts.bench.counters();
    GeneratorContext context = contextOf(firstStepStream + std::uint64_t(counters.steps));
    const StepResult result = m_parts.context.generator->step(context);
    ++counters.steps;
    m_parts.bench.readModelCounters();
    counters.queue = m_parts.context.generator->queueLength();
    afterStep();
    return result;
}

void SearchLoop::afterStep()
{
    Counters &counters = m_parts.bench.counters();
    m_parts.sink.add(m_parts.bench.takePending());
    counters.seconds = m_parts.clock.seconds();
    counters.verified = m_parts.sink.verified();
    counters.verifyCalls = m_parts.sink.verifyCalls();
    addCoveragePoint(false);
    const double now = m_parts.clock.wall();
    if (now - m_lastCheckpoint >= checkpointInterval)
        checkpoint();
    if (now - m_lastProgress >= progressInterval)
        sendProgress();
    if (now >= m_nextNeuronCoverage)
        sendNeuronCoverage();
}

void SearchLoop::addCoveragePoint(bool always)
{
    const Counters &counters = m_parts.bench.counters();
    const CoveragePoint point{m_parts.clock.seconds(), counters.modelCalls, counters.tests, counters.failing,
                              coverage()};
    if (m_lastPoint) {
        const bool same = point.value == m_lastPoint->value && point.failing == m_lastPoint->failing
            && point.tests == m_lastPoint->tests;
        const double apart = std::max(pointInterval, point.seconds * pointShare);
        if (same || (!always && point.seconds - m_lastPoint->seconds < apart))
            return;
    }
    m_lastPoint = point;
    m_points.push_back(point);
    m_parts.observer.onEvent(CoverageEvent{point});
}

void SearchLoop::sendSearch()
{
    if (const std::optional<SearchEvent> event = m_parts.bench.search().take()) {
        m_searched.push_back(*event);
        m_parts.observer.onEvent(*event);
    }
}

void SearchLoop::takeNotes()
{
    std::vector<LogEntry> notes = m_parts.bench.takeNotes();
    for (LogEntry &entry : m_parts.data.takeNotes())
        notes.push_back(std::move(entry));
    for (LogEntry &entry : notes) {
        m_parts.observer.onEvent(LogEvent{entry});
        m_parts.log.push_back(std::move(entry));
    }
}

void SearchLoop::sendLearning()
{
    takeNotes();
    for (RunDocument &document : m_parts.bench.takeDocuments()) {
        m_parts.observer.onEvent(DocumentEvent{document});
        m_documents.push_back(std::move(document));
    }
    std::vector<LossPoint> points = m_parts.bench.takeLosses();
    if (points.empty())
        return;
    m_losses.insert(m_losses.end(), points.begin(), points.end());
    if (points.back().epochs > 0)
        m_trainedShare = double(points.back().epoch - 1) / points.back().epochs;
    m_parts.observer.onEvent(LossEvent{std::move(points)});
    sendPhase();
}

// Of a training, how far it is: by epochs, since a step knows no more.
void SearchLoop::sendPhase()
{
    if (!m_trained) {
        m_parts.observer.onEvent(PhaseEvent{"searching", -1});
        return;
    }
    m_parts.observer.onEvent(PhaseEvent{"training", m_trainedShare});
}

void SearchLoop::addSearch(Checkpoint &checkpoint)
{
    sendSearch();
    for (SearchEvent &event : m_searched) {
        checkpoint.search.append(*event.chunk);
        if (event.description)
            checkpoint.searchDescription = std::move(event.description);
    }
    m_searched.clear();
}

void SearchLoop::sendProgress()
{
    forwardEvents();
    sendSearch();
    sendLearning();
    const Counters &counters = m_parts.bench.counters();
    m_lastProgress = m_parts.clock.wall();
    m_parts.observer.onEvent(ProgressEvent{
        counters, coverage(), m_parts.context.config.budget.fraction(counters), m_parts.bench.yields()});
}

void SearchLoop::sendNeuronCoverage()
{
    const RunContext &context = m_parts.context;
    if (!context.criterion || !m_parts.observer.wantsNeuronCoverage())
        return;
    const SearchClock watch;
    if (std::optional<NeuronCoverage> map = neuronCoverage(*context.criterion))
        m_parts.observer.onEvent(
            NeuronCoverageEvent{std::move(map->covered), map->itemsPerNeuron,
                                sliceLayers(context.model->uncounted().layers(), context.layers)});
    m_nextNeuronCoverage
        = m_parts.clock.wall() + std::max(neuronInterval, neuronCostFactor * watch.seconds());
}

void SearchLoop::checkpoint()
{
    Counters &counters = m_parts.bench.counters();
    counters.seconds = m_parts.clock.seconds();
    m_lastCheckpoint = m_parts.clock.wall();
    sendLearning();
    Checkpoint checkpoint;
    checkpoint.counters = m_stored = counters;
    checkpoint.coverageEnd = m_storedCoverage = coverage();
    checkpoint.coverage = std::exchange(m_points, {});
    checkpoint.yields = m_parts.bench.yields();
    checkpoint.log = std::exchange(m_parts.log, {});
    checkpoint.generatorState = m_parts.context.generator->save();
    if (m_parts.context.criterion)
        checkpoint.criterionState = m_parts.context.criterion->save();
    addSearch(checkpoint);
    checkpoint.losses = std::exchange(m_losses, {});
    checkpoint.documents = std::exchange(m_documents, {});
    checkpoint.artefacts = m_parts.data.takeArtefacts();
    m_parts.sink.checkpoint(std::move(checkpoint));
}

void SearchLoop::forwardEvents()
{
    for (const RunEvent &event : m_parts.sink.takeEvents())
        m_parts.observer.onEvent(event);
}

// Returns the seconds it took.
double SearchLoop::verifyRest()
{
    m_parts.sink.flush();
    const SearchClock clock;
    m_parts.sink.verifyRest(m_parts.context.model->uncounted(), m_parts.control, m_parts.observer);
    return clock.seconds();
}

SearchOutcome SearchLoop::outcome(RunState state, const std::string &message)
{
    m_parts.observer.onEvent(PhaseEvent{"saving", -1});
    m_parts.bench.counters().seconds = m_parts.clock.seconds();
    addCoveragePoint(true);
    if (!message.empty())
        m_parts.log.push_back({m_parts.clock.seconds(), "info", message});
    checkpoint();
    Counters &counters = m_parts.bench.counters();
    counters.verifySeconds += verifyRest();
    counters.verified = m_parts.sink.verified();
    counters.verifyCalls = m_parts.sink.verifyCalls();
    counters.seconds = m_stored.seconds;
    sendProgress();
    sendNeuronCoverage();
    return {state, message, m_parts.bench.counters(), coverage()};
}

} // namespace mutascope
