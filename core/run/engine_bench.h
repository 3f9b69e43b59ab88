// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/coverage/criterion.h"
#include "core/generators/generator.h"
#include "core/model/decorators.h"
#include "core/model/model_failure.h"
#include "core/oracle/oracle.h"
#include "core/run/search_collector.h"
#include "core/run/test_sink.h"
#include <functional>

namespace mutascope {

// What models were asked to do.
struct ModelWork {
    std::int64_t calls = 0;
    double seconds = 0;
};

// Thrown through a generator's step by an abort: the step is dropped. No std::exception, so that no generator
// catches it by accident.
struct StepAborted { };

// The engine's side of a generator: judges, counts, numbers tests. Tests of the present step wait here until
// it ends.
class EngineBench : public TestBench {
public:
    struct Parts {
        CountingModel &model;
        const Oracle &oracle;
        Criterion *criterion = nullptr; // null: none
        const LayerSet &layers; // traced; empty: none
        const std::vector<Seed> &seeds;
        const RunControl &control;
        std::function<double()> seconds; // of the search so far
        std::function<Image(TestId)> storedImage;
        std::function<ModelWork()> otherModels = {}; // beside the one under test; empty: none
        std::function<FailedImages()> failures = {}; // of the model so far; empty: it fails on nothing
    };
    // counters, yields: where a resumed run left off. lastTest: highest test id so far.
    EngineBench(Parts parts, const Counters &counters, Yields yields, TestId lastTest,
                std::vector<bool> seedsFailed);

    Evaluation evaluate(std::vector<Candidate> candidates) override;
    double gain(const Evaluation &evaluation, std::size_t begin, std::size_t end) const override;
    double commit(const Evaluation &evaluation, std::size_t begin, std::size_t end) override;
    TestId keep(Evaluation &evaluation, std::size_t row, double gain) override;
    Image image(TestId id) const override { return m_parts.storedImage(id); }
    void countTries(const std::string &mutator, std::int64_t tries) override;
    void describeSearch(const SearchDescription &how) override { m_search.describe(how); }
    void searched(SearchChunk &&chunk) override { m_search.add(std::move(chunk)); }
    void trained(const LossPoint &point) override { m_losses.push_back(point); }
    void publish(RunDocument document) override { m_documents.push_back(std::move(document)); }
    void note(const std::string &level, const std::string &text) override;
    Model &model() override { return m_parts.model; }

    std::vector<PendingTest> takePending();
    std::vector<LossPoint> takeLosses();
    std::vector<RunDocument> takeDocuments();
    std::vector<LogEntry> takeNotes();
    SearchCollector &search() { return m_search; }
    // Takes over what the model counted, calls made by the generator itself included.
    void readModelCounters();
    // The same after a training step, whose calls and time in the model are not the search's.
    void readTrainingCounters();
    // Tests that the model failed on, by their numbers.
    const FailedImages &failedTests() const { return m_failedTests; }
    Counters &counters() { return m_counters; }
    const Yields &yields() const { return m_yields; }

private:
    Trace forward(const std::vector<Candidate> &candidates);
    ModelWork allWork() const;
    void judge(Evaluation &evaluation, std::size_t row);
    void noteFailures(const Evaluation &evaluation);
    TestId store(const Evaluation &evaluation, std::size_t row);
    void noteFind() { m_counters.secondsOfLastFind = m_parts.seconds(); }

    Parts m_parts;
    Counters m_counters;
    std::int64_t m_callsBefore; // of the dry run, of the run before it was resumed
    double m_modelSecondsBefore;
    Yields m_yields;
    TestId m_lastTest = 0;
    FailedImages m_failedTests;
    std::int64_t m_failures = 0; // of the model that were looked at
    bool m_failureNoted = false;
    std::vector<bool> m_seedsFailed;
    std::vector<PendingTest> m_pending;
    SearchCollector m_search;
    std::vector<LossPoint> m_losses;
    std::vector<RunDocument> m_documents;
    std::vector<LogEntry> m_notes;
};

} // namespace mutascope
