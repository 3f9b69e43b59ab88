// SPDX-License-Identifier: GPL-3.0-or-later
// Where a run's thread leaves its events for the window to fetch.
#pragma once

#include "app/bridge/tree_growth.h"
#include "core/run/event.h"

#include <atomic>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace mutascope::bridge {

// Of phases, progress and checkpoints the last one counts; of tests, points, losses and log lines the newest
// are kept. Nothing is lost by that, for they are in the session. What happens in search trees is kept whole,
// for each piece of it continues the one before.
class RunInbox : public RunObserver {
public:
    static constexpr std::size_t maximumTests = 64;
    static constexpr std::size_t maximumPoints = 8192;
    static constexpr std::size_t maximumLogLines = 1000;
    static constexpr std::size_t maximumLosses = 65'536;

    struct Contents {
        std::optional<RunCreatedEvent> created;
        std::optional<PhaseEvent> phase;
        std::optional<ProgressEvent> progress;
        std::optional<CheckpointEvent> checkpoint;
        std::optional<NeuronCoverageEvent> neurons;
        std::deque<TestEvent> failing;
        std::deque<CoveragePoint> points;
        std::deque<LossPoint> losses;
        std::deque<LogEntry> log;
        std::shared_ptr<const TreeGrowth> growth; // null: nothing new
    };

    void onEvent(const RunEvent &event) override;
    // The first map always: it shows what was covered before the search.
    bool wantsNeuronCoverage() const override { return m_neuronsWanted || !m_hasNeurons; }
    void setNeuronsWanted(bool wanted) { m_neuronsWanted = wanted; }
    Contents take();
    int runs() const; // that were created: 0 or 1

private:
    void add(const TestEvent &event);
    void add(const SearchEvent &event);

    mutable std::mutex m_mutex;
    Contents m_contents;
    std::shared_ptr<TreeGrowth> m_growth; // until it is taken
    TreeExtent m_taken; // of the search trees
    int m_runs = 0;
    std::atomic<bool> m_neuronsWanted = false;
    std::atomic<bool> m_hasNeurons = false;
};

} // namespace mutascope::bridge
