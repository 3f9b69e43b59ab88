// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/engine_bench.h"
#include "core/base/error.h"
#include <algorithm>
#include <cmath>
#include <utility>

namespace mutascope {

EngineBench::EngineBench(Parts parts, const Counters &counters, Yields yields, TestId lastTest,
                         std::vector<bool> seedsFailed)
    : m_parts(std::move(parts)), m_counters(counters), m_callsBefore(counters.modelCalls),
      m_modelSecondsBefore(counters.modelSeconds), m_yields(std::move(yields)), m_lastTest(lastTest),
      m_seedsFailed(std::move(seedsFailed))
{
    m_seedsFailed.resize(m_parts.seeds.size());
}

Trace EngineBench::forward(const std::vector<Candidate> &candidates)
{
    ImageBatch batch(m_parts.model.spec().input);
    batch.reserve(candidates.size());
    for (const Candidate &candidate : candidates)
        batch.append(candidate.image);
    if (!m_parts.layers.empty())
        return m_parts.model.trace(batch, m_parts.layers);
    Trace trace;
    trace.predictions = m_parts.model.predict(batch);
    return trace;
}

Evaluation EngineBench::evaluate(std::vector<Candidate> candidates)
{
    if (m_parts.control.abortRequested())
        throw StepAborted();
    Evaluation evaluation;
    evaluation.candidates = std::move(candidates);
    evaluation.verdicts.resize(evaluation.candidates.size());
    if (evaluation.candidates.empty())
        return evaluation;
    evaluation.trace = forward(evaluation.candidates);
    readModelCounters();
    if (m_parts.criterion)
        evaluation.scores = imageScores(*m_parts.criterion, TraceRows::all(evaluation.trace));
    for (std::size_t row = 0; row < evaluation.candidates.size(); ++row)
        judge(evaluation, row);
    noteFailures(evaluation);
    return evaluation;
}

// The first one at once; all of them when the search ends.
void EngineBench::noteFailures(const Evaluation &evaluation)
{
    const FailedImages all = m_parts.failures ? m_parts.failures() : FailedImages();
    if (all.count() == m_failures)
        return;
    m_failures = all.count();
    for (std::size_t row = 0; row < evaluation.verdicts.size(); ++row)
        if (!hasPrediction(evaluation.trace.predictions, row))
            m_failedTests.add(evaluation.verdicts[row].id, all.why());
    if (m_failedTests.count() > 0 && !m_failureNoted)
        note("warning", m_failedTests.text("test") + "; such tests are kept as failing ones");
    m_failureNoted = m_failedTests.count() > 0;
}

void EngineBench::judge(Evaluation &evaluation, std::size_t row)
{
    const Candidate &candidate = evaluation.candidates[row];
    const Predictions &predictions = evaluation.trace.predictions;
    const int label = m_parts.seeds.at(std::size_t(candidate.seed)).label;
    Verdict &verdict = evaluation.verdicts[row];
    verdict.predicted = predictions.predicted(row);
    verdict.failing = m_parts.oracle.failing(label, predictions, row);
    verdict.confidence = predictions.probabilitiesOf(row).at(std::size_t(verdict.predicted));
    MutatorYield &yield = m_yields[candidate.mutation.mutator];
    ++m_counters.tests;
    ++yield.accepted;
    if (!verdict.failing)
        return;
    ++m_counters.failing;
    ++yield.failing;
    if (!m_seedsFailed[std::size_t(candidate.seed)])
        ++m_counters.seedsFailed;
    m_seedsFailed[std::size_t(candidate.seed)] = true;
    verdict.id = store(evaluation, row);
}

TestId EngineBench::store(const Evaluation &evaluation, std::size_t row)
{
    const Candidate &candidate = evaluation.candidates[row];
    const Verdict &verdict = evaluation.verdicts[row];
    PendingTest test;
    test.image = candidate.image;
    test.path = candidate.path;
    TestRecord &record = test.record;
    record.id = ++m_lastTest;
    record.seed = candidate.seed;
    record.parent = candidate.parent;
    record.mutation = candidate.mutation;
    record.label = m_parts.seeds[std::size_t(candidate.seed)].label;
    record.predicted = verdict.predicted;
    record.confidence = verdict.confidence;
    record.failing = verdict.failing;
    record.step = m_counters.steps;
    record.atCalls = m_counters.modelCalls;
    record.atTests = m_counters.tests;
    noteFind();
    record.atSeconds = m_counters.secondsOfLastFind;
    if (row < evaluation.scores.size() && !std::isnan(evaluation.scores[row]))
        record.surprise = evaluation.scores[row];
    record.probabilities = evaluation.trace.predictions.probabilitiesOf(row);
    m_pending.push_back(std::move(test));
    return record.id;
}

double EngineBench::gain(const Evaluation &evaluation, std::size_t begin, std::size_t end) const
{
    return m_parts.criterion ? m_parts.criterion->gain({evaluation.trace, begin, end}) : 0;
}

double EngineBench::commit(const Evaluation &evaluation, std::size_t begin, std::size_t end)
{
    if (!m_parts.criterion)
        return 0;
    const double before = m_parts.criterion->value();
    m_parts.criterion->commit({evaluation.trace, begin, end});
    return m_parts.criterion->value() - before;
}

TestId EngineBench::keep(Evaluation &evaluation, std::size_t row, double gain)
{
    Verdict &verdict = evaluation.verdicts.at(row);
    if (verdict.id == 0)
        verdict.id = store(evaluation, row);
    // Ids ascend, and what a step keeps is of that step.
    const auto found
        = std::lower_bound(m_pending.begin(), m_pending.end(), verdict.id,
                           [](const PendingTest &test, TestId id) { return test.record.id < id; });
    if (found == m_pending.end() || found->record.id != verdict.id)
        throw Error(ErrorCode::Internal, "a generator kept a test of an earlier step");
    found->record.kept = true;
    found->record.gain = gain;
    ++m_counters.kept;
    ++m_yields[evaluation.candidates[row].mutation.mutator].kept;
    return verdict.id;
}

void EngineBench::countTries(const std::string &mutator, std::int64_t tries)
{
    m_yields[mutator].tried += tries;
}

ModelWork EngineBench::allWork() const
{
    ModelWork work = m_parts.otherModels ? m_parts.otherModels() : ModelWork();
    work.calls += m_parts.model.calls();
    work.seconds += m_parts.model.seconds();
    return work;
}

void EngineBench::readModelCounters()
{
    const ModelWork work = allWork();
    m_counters.modelCalls = m_callsBefore + work.calls;
    m_counters.modelSeconds = m_modelSecondsBefore + work.seconds;
}

void EngineBench::readTrainingCounters()
{
    const ModelWork work = allWork();
    m_counters.trainingCalls += m_callsBefore + work.calls - m_counters.modelCalls;
    m_callsBefore = m_counters.modelCalls - work.calls;
    m_modelSecondsBefore = m_counters.modelSeconds - work.seconds;
}

void EngineBench::note(const std::string &level, const std::string &text)
{
    m_notes.push_back({m_parts.seconds(), level, text});
}

std::vector<PendingTest> EngineBench::takePending()
{
    return std::exchange(m_pending, {});
}

std::vector<LossPoint> EngineBench::takeLosses()
{
    return std::exchange(m_losses, {});
}

std::vector<RunDocument> EngineBench::takeDocuments()
{
    return std::exchange(m_documents, {});
}

std::vector<LogEntry> EngineBench::takeNotes()
{
    return std::exchange(m_notes, {});
}

} // namespace mutascope
