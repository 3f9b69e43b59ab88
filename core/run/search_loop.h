// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/run/engine_bench.h"
#include "core/run/engine_data.h"
#include "core/run/run_context.h"
#include <chrono>

namespace mutascope {

// Wall time of a search, pauses and training excluded.
class SearchClock {
public:
    explicit SearchClock(double before = 0) : m_before(before) { }
    double seconds() const
    {
        return m_before + std::chrono::duration<double>(Clock::now() - m_start).count() - m_paused;
    }
    void addPause(double seconds) { m_paused += seconds; }
    // Of this session of the run, whatever it did: when to save and to report goes by it.
    double wall() const { return std::chrono::duration<double>(Clock::now() - m_start).count(); }

private:
    using Clock = std::chrono::steady_clock;
    Clock::time_point m_start = Clock::now();
    double m_before;
    double m_paused = 0;
};

struct SearchOutcome {
    RunState state = RunState::Finished;
    std::string message;
    Counters counters;
    double coverage = 0;
};

// The loop every generator runs in: budget, pause, single step, stop, abort, checkpoints, events.
class SearchLoop {
public:
    struct Parts {
        RunContext &context;
        EngineBench &bench;
        SearchClock &clock;
        EngineData &data;
        TestSink &sink;
        RunControl &control;
        RunObserver &observer;
        std::optional<std::int64_t> stepLimit; // for a replay; the budget does not count then
        std::vector<LogEntry> log; // of the preparation, goes into the first checkpoint
    };
    explicit SearchLoop(Parts parts) : m_parts(std::move(parts)) { }

    // savedState: of the generator, of a resumed run; null: from the start. Returns when all is stored.
    SearchOutcome execute(const std::string *savedState);

private:
    GeneratorContext contextOf(std::uint64_t stream);
    void begin(const std::string *savedState);
    bool goOn();
    void waitIfPaused();
    StepResult step();
    StepResult trainingStep();
    StepResult searchStep();
    void afterStep();
    void addCoveragePoint(bool always);
    void sendProgress();
    void sendNeuronCoverage();
    void sendSearch();
    void sendLearning();
    void sendPhase();
    void takeNotes();
    void addSearch(Checkpoint &checkpoint);
    void checkpoint();
    void forwardEvents();
    double verifyRest();
    double coverage() const;
    std::string earlyEnd() const;
    std::string diagnosis() const; // "" where all is well
    SearchOutcome outcome(RunState state, const std::string &message);

    Parts m_parts;
    std::vector<CoveragePoint> m_points; // of the next checkpoint
    std::vector<SearchEvent> m_searched; // likewise
    std::vector<LossPoint> m_losses; // likewise
    std::vector<RunDocument> m_documents; // likewise
    bool m_trained = false; // the last step did
    double m_trainedShare = 0; // of the epochs
    std::optional<CoveragePoint> m_lastPoint;
    Counters m_stored; // as of the last checkpoint
    double m_storedCoverage = 0;
    double m_lastProgress = -1;
    double m_nextNeuronCoverage = 0; // not before
    double m_lastCheckpoint = 0;
};

} // namespace mutascope
