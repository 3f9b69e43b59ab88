// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/model/model.h"
#include "core/store/records.h"
#include <memory>
#include <variant>

// What a run tells its observers, as plain values. Sent from the run's thread.
namespace mutascope {

struct PhaseEvent {
    std::string phase; // "loading" "profiling" "dry-run" "training" "searching" "verifying" "saving"
    double fraction = -1; // 0..1 where known
};
struct RunCreatedEvent {
    std::int64_t run = 0;
    double coverageStart = 0;
    int seeds = 0;
};
// A stored test (failing or kept); it can be read from the store after the next CheckpointEvent.
struct TestEvent {
    TestRecord test;
    Image image;
};
struct CoverageEvent {
    CoveragePoint point;
};
// Numbers of the status panel, at most ten times a second.
struct ProgressEvent {
    Counters counters;
    double coverage = 0;
    double budgetFraction = -1;
    Yields yields;
};
// What a map of the neurons shows: of the items each neuron has, how many are covered. Only while the
// observer wants it, then when the search begins, ends or is paused, and at most twice a second between.
struct NeuronCoverageEvent {
    std::vector<std::uint32_t> covered; // one a neuron, in the order of the layers
    std::uint32_t itemsPerNeuron = 1;
    std::vector<LayerSlice> layers;
};
// What happened in the generator's search trees since the last one, a few times a second; it can be read from
// the store after the next CheckpointEvent. A resumed run begins with all that happened before.
struct SearchEvent {
    std::shared_ptr<const SearchChunk> chunk; // never null
    std::optional<SearchDescription> description; // where it is new
};
// Losses of training steps since the last one, a few times a second.
struct LossEvent {
    std::vector<LossPoint> points;
};
// A document a generator published; the last of its name counts.
struct DocumentEvent {
    RunDocument document;
};
struct CheckpointEvent {
    std::int64_t tests = 0; // stored so far
};
struct LogEvent {
    LogEntry entry;
};
struct FinishedEvent {
    RunRecord run;
};
using RunEvent
    = std::variant<PhaseEvent, RunCreatedEvent, TestEvent, CoverageEvent, ProgressEvent, NeuronCoverageEvent,
                   SearchEvent, LossEvent, DocumentEvent, CheckpointEvent, LogEvent, FinishedEvent>;

class RunObserver {
public:
    virtual ~RunObserver() = default;
    // Must not block and not throw.
    virtual void onEvent(const RunEvent &event) = 0;
    // Asked between two steps: a map of many neurons is not made for nobody. Must be thread-safe.
    virtual bool wantsNeuronCoverage() const { return false; }
};

} // namespace mutascope
