// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/campaign/campaign_loop.h"
#include "core/base/error.h"
#include "core/base/state_codec.h"
#include "core/engines/campaign/stored_findings.h"
#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <utility>

namespace mutascope::engines {

namespace {

using nlohmann::json;

constexpr const char *campaignFormat = "engine campaign 1";
constexpr double checkpointSeconds = 1; // and as much again for a step at work: at most 2 apart
constexpr std::int64_t mostIdle = 10000; // steps without a model that was run: nothing is left to cover

std::string enginesJson(const Judge &judge)
{
    json list = json::array();
    for (const EngineId &engine : judge.engines())
        list.push_back({{"id", engine.id}, {"version", engine.version}, {"settings", engine.settings}});
    return list.dump();
}

json issuesJson(const KnownIssues &known)
{
    json list = json::array();
    for (const KnownIssues::Issue &issue : known.issues())
        list.push_back({{"operator", issue.op},
                        {"form", issue.form},
                        {"engine", issue.engine},
                        {"signature", issue.signature},
                        {"models", issue.models},
                        {"failures", issue.failures}});
    return list;
}

json totalsJson(const Trials &trials)
{
    const TrialCounts &counts = trials.counts();
    return {{"models", counts.models},
            {"generated", counts.generated},
            {"agreed", counts.agreed},
            {"not_comparable", counts.notComparable},
            {"our_faults", counts.ourFaults},
            {"compared", counts.compared},
            {"taken", counts.taken},
            {"findings", trials.findings().findings().size()},
            {"models_sha256", trials.modelsSha256()},
            {"known_issues", issuesJson(trials.known())}};
}

// What CampaignLoop::state() gives; the texts are views into it.
struct State {
    std::int64_t steps = 0;
    std::int64_t idle = 0; // steps without a model that was run
    double seconds = 0;
    std::string_view trials;
    std::string_view search;
};

State stateIn(const std::string &bytes)
{
    StateReader in = StateReader::unsealed(bytes);
    if (in.text() != campaignFormat)
        throwBadState("it is of another version");
    State state;
    state.steps = std::int64_t(in.u64());
    state.idle = std::int64_t(in.u64());
    state.seconds = in.f64();
    state.trials = in.text();
    state.search = in.text();
    in.expectEnd();
    return state;
}

double secondsSince(std::chrono::steady_clock::time_point start)
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

} // namespace

CampaignLoop::CampaignLoop(CampaignConfig config, Judge &judge, SessionStore &store, std::int64_t run)
    : m_config(std::move(config)), m_params(campaignSettings(m_config)),
      m_settings(searchSettings(m_config.strategy, m_params)), m_store(store), m_run(run),
      m_factory(m_settings, m_config.start ? std::optional(m_config.start->plan) : std::nullopt),
      m_trials(m_settings, judge), m_search(makeModelSearch(m_settings, m_params, m_factory)),
      m_engines(enginesJson(judge)), m_begun(Clock::now()), m_stored(m_begun)
{
}

std::string CampaignLoop::state() const
{
    StateWriter out;
    out.text(campaignFormat);
    out.u64(std::uint64_t(m_steps));
    out.u64(std::uint64_t(m_idle));
    out.f64(seconds());
    out.text(m_trials.save());
    out.text(m_search->save());
    return out.sealed();
}

void CampaignLoop::restore()
{
    const auto saved = m_store.savedState(m_run);
    if (!saved)
        return; // killed before its first checkpoint
    const State state = stateIn(saved->generator);
    m_steps = state.steps;
    m_idle = state.idle;
    m_secondsBefore = state.seconds;
    m_trials.load(std::string(state.trials));
    m_trials.findings().restore(storedFindings(m_store, m_run));
    m_search->load(std::string(state.search), m_trials);
    m_described = true;
    if (const auto points = m_store.engineCoverage(m_run); !points.empty())
        m_lastPoint = points.back();
}

double CampaignLoop::seconds() const
{
    return m_secondsBefore + secondsSince(m_begun);
}

bool CampaignLoop::reached() const
{
    const CampaignBudget &budget = m_config.budget;
    return (budget.models && m_trials.counts().models >= *budget.models)
        || (budget.seconds && seconds() >= *budget.seconds);
}

// The step's random numbers come from its number alone.
void CampaignLoop::step()
{
    const std::int64_t before = m_trials.counts().models;
    const std::optional<Candidate> start = m_steps == 0 ? m_factory.start() : std::nullopt;
    if (start) {
        m_trials.noteGenerated();
        m_trials.run(*start);
    } else {
        m_search->step(m_trials, Rng(m_config.seed).sub(std::uint64_t(m_steps)));
    }
    ++m_steps;
    m_idle = m_trials.counts().models > before ? 0 : m_idle + 1;
    notePoint();
}

// Where a curve has a corner; the last one is noted whatever it is.
void CampaignLoop::notePoint()
{
    const CoverageValues covered = m_trials.coverage().value();
    const auto findings = std::int64_t(m_trials.findings().findings().size());
    if (!m_done && covered.total == m_lastPoint.total && findings == m_lastPoint.findings)
        return;
    m_lastPoint = {m_trials.counts().models,
                   m_trials.counts().generated,
                   findings,
                   seconds(),
                   covered.parts,
                   covered.total};
    m_points.push_back(m_lastPoint);
}

EngineCampaignRecord CampaignLoop::record() const
{
    EngineCampaignRecord record;
    json totals = totalsJson(m_trials);
    totals["findings_sha256"] = m_done ? m_trials.findings().sha256() : "";
    record.totals = totals.dump(-1, ' ', false, json::error_handler_t::replace); // messages are of engines
    record.engines = m_engines;
    record.yields = m_trials.yields().toJson().dump();
    json names = json::array();
    for (const CorpusEntry &entry : m_settings.coverage.corpus)
        names.push_back(entry.name);
    record.operators = names.dump();
    for (const auto &row : m_trials.coverage().edges())
        record.edges.insert(record.edges.end(), row.begin(), row.end());
    return record;
}

std::shared_ptr<const EngineCheckpoint> CampaignLoop::takeEngines()
{
    auto engines = std::make_shared<EngineCheckpoint>();
    engines->campaign = record();
    engines->coverage = std::exchange(m_points, {});
    for (const std::size_t index : m_trials.findings().takeChanged()) {
        const Finding &finding = m_trials.findings().findings()[index];
        engines->findings.push_back(toRecord(finding));
        engines->models.push_back(exampleOf(finding));
    }
    return engines;
}

std::vector<LogEntry> CampaignLoop::takeLog()
{
    std::vector<LogEntry> log;
    for (std::string &fault : m_trials.takeFaults())
        log.push_back({seconds(), "error", "our own fault: " + std::move(fault)});
    return log;
}

Counters CampaignLoop::counters() const
{
    const TrialCounts &counts = m_trials.counts();
    Counters counters;
    counters.modelCalls = counters.tests = counts.models;
    counters.failing = counts.models - counts.agreed - counts.ourFaults;
    counters.kept = std::int64_t(m_trials.findings().findings().size());
    counters.steps = m_steps;
    counters.seconds = seconds();
    return counters;
}

void CampaignLoop::checkpoint()
{
    Checkpoint checkpoint;
    checkpoint.counters = counters();
    checkpoint.coverageEnd = m_trials.coverage().value().total;
    checkpoint.search = m_search->takeChunk();
    checkpoint.generatorState = state();
    if (!m_described)
        checkpoint.searchDescription = m_search->description();
    checkpoint.engines = takeEngines();
    checkpoint.log = takeLog();
    m_store.writeCheckpoint(m_run, checkpoint);
    m_described = true;
    m_stored = Clock::now();
}

CampaignProgress CampaignLoop::progress() const
{
    CampaignProgress progress{m_trials.counts().models,
                              m_trials.counts().generated,
                              std::int64_t(m_trials.findings().findings().size()),
                              m_trials.coverage().value().total,
                              seconds(),
                              -1};
    if (m_config.budget.models)
        progress.fraction
            = double(progress.models) / double(std::max<std::int64_t>(*m_config.budget.models, 1));
    if (m_config.budget.seconds)
        progress.fraction = std::max(progress.fraction, progress.seconds / *m_config.budget.seconds);
    progress.fraction = std::min(progress.fraction, 1.0);
    return progress;
}

void CampaignLoop::work(RunControl &control, const CampaignObserver &observer)
{
    while (!control.stopRequested() && !reached() && m_idle < mostIdle) {
        const double waited = control.waitWhilePaused();
        m_secondsBefore -= waited;
        if (control.stopRequested())
            break;
        step();
        if (observer)
            observer(progress());
        if (secondsSince(m_stored) >= checkpointSeconds)
            checkpoint();
    }
}

RunRecord CampaignLoop::finish(const RunControl &control)
{
    const bool idle = m_idle >= mostIdle;
    const bool finished = reached() || idle;
    const RunState state = finished ? RunState::Finished : RunState::Stopped;
    const std::string message = idle && !reached()
        ? fmt::format("no model added coverage in {} steps, and none is run without (run-without-gain)",
                      m_idle)
        : (finished || !control.stopRequested() ? "" : "stopped");
    m_store.finishRun(m_run, state, message, counters(), 0, m_trials.coverage().value().total);
    return m_store.run(m_run);
}

RunRecord CampaignLoop::execute(RunControl &control, const CampaignObserver &observer)
{
    m_begun = m_stored = Clock::now();
    if (!m_described)
        checkpoint(); // from now on it can be resumed
    work(control, observer);
    if (!control.abortRequested()) {
        m_done = true;
        notePoint();
        checkpoint();
    }
    return finish(control);
}

OperatorCoverage storedCoverage(const SessionStore &store, std::int64_t run)
{
    const CampaignConfig config = campaignOf(store, run);
    const auto saved = store.savedState(run);
    if (!saved)
        throw Error(ErrorCode::NotFound, fmt::format("campaign {} has covered nothing yet", run),
                    "Wait for its first checkpoint");
    const SearchSettings settings = searchSettings(config.strategy, campaignSettings(config));
    return coverageIn(std::string(stateIn(saved->generator).trials), settings.coverage);
}

} // namespace mutascope::engines
