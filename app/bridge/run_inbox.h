// SPDX-License-Identifier: GPL-3.0-or-later
// Where a run's thread leaves its events for the window to fetch.
#pragma once

#include "core/run/event.h"

#include <atomic>
#include <deque>
#include <mutex>
#include <optional>
#include <vector>

namespace mutascope::bridge {

// Bounded: of phases, progress and checkpoints the last one counts; of the others the newest are kept.
// Nothing is lost by that, for tests, curves and log are in the session.
class RunInbox : public RunObserver {
public:
    static constexpr std::size_t maximumTests = 64;
    static constexpr std::size_t maximumPoints = 8192;
    static constexpr std::size_t maximumLogLines = 1000;

    struct Contents {
        std::optional<RunCreatedEvent> created;
        std::optional<PhaseEvent> phase;
        std::optional<ProgressEvent> progress;
        std::optional<CheckpointEvent> checkpoint;
        std::optional<NeuronCoverageEvent> neurons;
        std::deque<TestEvent> failing;
        std::deque<CoveragePoint> points;
        std::deque<LogEntry> log;
    };

    void onEvent(const RunEvent &event) override;
    // The first map always: it shows what was covered before the search.
    bool wantsNeuronCoverage() const override { return m_neuronsWanted || !m_hasNeurons; }
    void setNeuronsWanted(bool wanted) { m_neuronsWanted = wanted; }
    Contents take();
    int runs() const; // that were created: 0 or 1

private:
    void add(const TestEvent &event);

    mutable std::mutex m_mutex;
    Contents m_contents;
    int m_runs = 0;
    std::atomic<bool> m_neuronsWanted = false;
    std::atomic<bool> m_hasNeurons = false;
};

} // namespace mutascope::bridge
