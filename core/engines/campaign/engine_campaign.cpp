// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/campaign/engine_campaign.h"
#include "core/base/error.h"
#include "core/engines/campaign/campaign_loop.h"
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace mutascope::engines {

namespace {

// In the place of a project's snapshot.
std::string projectText()
{
    return nlohmann::json{{"generator", campaignGenerator}}.dump();
}

std::string versionsOf(const Judge &judge)
{
    nlohmann::json versions = nlohmann::json::object();
    for (const EngineId &engine : judge.engines())
        versions[engine.id] = engine.version;
    return versions.dump();
}

void checkBudget(const CampaignBudget &budget)
{
    if (!budget.any())
        throw Error(ErrorCode::Usage, "the campaign has no budget",
                    "Give a number of models or of seconds, or both");
}

// The last checkpoint stays; the run says that it failed, where that can still be written.
void noteFailure(SessionStore &store, std::int64_t run, const std::string &why) noexcept
{
    try {
        const RunRecord record = store.run(run);
        store.finishRun(run, RunState::Failed, why, record.counters, record.coverageStart,
                        record.coverageEnd);
    } catch (const std::exception &) {
        // A full disk: the run stays as the last checkpoint left it, running, which is interrupted.
    }
}

RunRecord executed(CampaignLoop &loop, SessionStore &store, std::int64_t run, RunControl &control,
                   const CampaignObserver &observer)
{
    try {
        return loop.execute(control, observer);
    } catch (const Error &error) {
        noteFailure(store, run, error.message());
        throw;
    }
}

} // namespace

RunRecord runCampaign(const CampaignConfig &config, Judge &judge, SessionStore &store, RunControl &control,
                      const CampaignObserver &observer)
{
    checkBudget(config.budget);
    campaignSettings(config); // throws before there is a run
    RunRecord record;
    record.generator = campaignGenerator;
    record.seed = config.seed;
    record.config = toJson(config).dump();
    record.project = projectText();
    record.versions = versionsOf(judge);
    const std::int64_t run = store.createRun(record, {});
    CampaignLoop loop(config, judge, store, run);
    return executed(loop, store, run, control, observer);
}

void refuseCampaign(const nlohmann::json &object)
{
    if (!object.is_object() || !object.contains("generator") || object.at("generator") != campaignGenerator)
        return;
    throw Error(ErrorCode::Usage,
                "the run is a campaign against inference engines: it has no project and no images",
                "Use the subcommands of: mutascope-cli engines (fuzz --resume, findings, export, reproduce)");
}

CampaignConfig campaignOf(const SessionStore &store, std::int64_t run)
{
    const RunRecord record = store.run(run);
    if (record.generator != campaignGenerator)
        throw Error(ErrorCode::NotFound,
                    fmt::format("run {} of {} ({}) is no campaign against inference engines", run,
                                store.file().string(), record.generator),
                    "Make one with: mutascope-cli engines fuzz --out FILE");
    return campaignConfigFromJson(nlohmann::json::parse(record.config, nullptr, false));
}

RunRecord resumeCampaign(SessionStore &store, std::int64_t run, const CampaignBudget &budget, Judge &judge,
                         RunControl &control, const CampaignObserver &observer)
{
    CampaignConfig config = campaignOf(store, run);
    if (budget.any())
        config.budget = budget;
    else if (store.run(run).state == RunState::Finished)
        throw Error(ErrorCode::Usage, fmt::format("campaign {} has finished", run),
                    "To go on with it give a larger budget, for example --budget-models N");
    CampaignLoop loop(config, judge, store, run);
    loop.restore();
    return executed(loop, store, run, control, observer);
}

} // namespace mutascope::engines
