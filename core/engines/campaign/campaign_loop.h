// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/engines/campaign/engine_campaign.h"
#include "core/engines/search/model_search.h"
#include "core/store/engine_records.h"
#include <chrono>

namespace mutascope::engines {

// One campaign at work: the search, what it knows, and when that is stored.
class CampaignLoop {
public:
    CampaignLoop(CampaignConfig config, Judge &judge, SessionStore &store, std::int64_t run);
    void restore(); // what the session has of the run
    RunRecord execute(RunControl &control, const CampaignObserver &observer);

private:
    using Clock = std::chrono::steady_clock;
    bool reached() const;
    void step();
    void work(RunControl &control, const CampaignObserver &observer);
    void notePoint();
    void checkpoint();
    std::shared_ptr<const EngineCheckpoint> takeEngines();
    std::vector<LogEntry> takeLog();
    EngineCampaignRecord record() const;
    Counters counters() const;
    CampaignProgress progress() const;
    std::string state() const;
    double seconds() const;
    RunRecord finish(const RunControl &control);

    CampaignConfig m_config;
    ParamSet m_params;
    SearchSettings m_settings;
    SessionStore &m_store;
    std::int64_t m_run;
    ModelFactory m_factory;
    Trials m_trials;
    std::unique_ptr<ModelSearch> m_search;
    std::string m_engines; // JSON
    std::int64_t m_steps = 0;
    std::int64_t m_idle = 0; // steps since a model was run
    double m_secondsBefore = 0; // of the parts before this one
    Clock::time_point m_begun;
    Clock::time_point m_stored;
    std::vector<EngineCoveragePoint> m_points; // since the last checkpoint
    EngineCoveragePoint m_lastPoint;
    bool m_described = false;
    bool m_done = false;
};

// What a campaign has covered by its last checkpoint. Throws Error{NotFound} where run is no campaign or has
// no checkpoint yet, Error{BadData} where that cannot be read.
OperatorCoverage storedCoverage(const SessionStore &store, std::int64_t run);

} // namespace mutascope::engines
