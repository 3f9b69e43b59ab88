// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/campaign/campaign_config.h"
#include "core/base/error.h"
#include "core/base/param_builders.h"
#include <nlohmann/json.hpp>

namespace mutascope::engines {

namespace {

using nlohmann::json;

constexpr const char *judging = "Judging";
constexpr const char *ours = "ours";

std::vector<ParamSpec> judgeParams()
{
    const JudgeConfig defaults;
    return {
        realParam("relative", defaults.relative, 0, 1,
                  {judging, "Liu et al., NNSmith, ASPLOS 2023, section 4",
                   "Largest difference to the reference, in shares of its value, that is no failure."}),
        realParam("absolute", defaults.absolute, 0, 1000,
                  {judging, "Liu et al., NNSmith, ASPLOS 2023, section 4",
                   "Largest difference to the reference that is no failure, whatever the value."}),
        integerParam("repeats", defaults.repeats, 1, 100,
                     {judging, ours, "Runs of each model that are compared for non-determinism.", "runs"}),
        booleanParam("localise", defaults.localise,
                     {judging, ours, "Look for the first operator whose value differs."}),
        realParam(
            "engine-seconds", defaults.seconds, 0.05, 3600,
            {judging, ours, "Time an engine may take for a model, and for each run, before it hangs.", "s"}),
        integerParam("engine-memory", std::int64_t(defaults.memoryBytes >> 20), 64, 1048576,
                     {judging, ours, "Memory an engine's process may take.", "MB"}),
    };
}

json budgetJson(const CampaignBudget &budget)
{
    json object = json::object();
    if (budget.models)
        object["models"] = *budget.models;
    if (budget.seconds)
        object["seconds"] = *budget.seconds;
    return object;
}

CampaignBudget budgetFrom(const json &object)
{
    CampaignBudget budget;
    if (object.contains("models"))
        budget.models = object.at("models").get<std::int64_t>();
    if (object.contains("seconds"))
        budget.seconds = object.at("seconds").get<double>();
    return budget;
}

CampaignConfig configFrom(const json &object)
{
    CampaignConfig config;
    object.at("engines").get_to(config.engines);
    config.strategy = strategyNamed(object.at("search").get<std::string>());
    object.at("settings").get_to(config.settings);
    object.at("seed").get_to(config.seed);
    config.budget = budgetFrom(object.at("budget"));
    object.at("extra_engines").get_to(config.extraEngines);
    if (const auto start = object.find("start"); start != object.end())
        config.start = {start->at("name").get<std::string>(), planFromJson(start->at("plan"))};
    return config;
}

} // namespace

json toJson(const CampaignConfig &config)
{
    json object{{"generator", campaignGenerator},
                {"engines", config.engines},
                {"search", nameOf(config.strategy)},
                {"settings", config.settings},
                {"seed", config.seed},
                {"budget", budgetJson(config.budget)},
                {"extra_engines", config.extraEngines}};
    if (config.start)
        object["start"] = {{"name", config.start->name}, {"plan", toJson(config.start->plan)}};
    return object;
}

CampaignConfig campaignConfigFromJson(const json &object)
{
    try {
        return configFrom(object);
    } catch (const json::exception &) {
        throw Error(ErrorCode::BadData, "the campaign's configuration cannot be read",
                    "The file is damaged; use a copy or the backup beside it");
    }
}

std::vector<ParamSpec> campaignParams(Strategy strategy)
{
    std::vector<ParamSpec> specs = searchParams(strategy);
    for (ParamSpec &spec : judgeParams())
        specs.push_back(std::move(spec));
    return specs;
}

ParamSet campaignSettings(const CampaignConfig &config)
{
    ParamSet params(campaignParams(config.strategy));
    for (const auto &[name, value] : config.settings)
        params.set(name, value);
    return params;
}

JudgeConfig judgeConfig(const CampaignConfig &config)
{
    const ParamSet params = campaignSettings(config);
    JudgeConfig judge;
    judge.engines = config.engines;
    judge.opset = int(params.integer("opset"));
    judge.relative = params.real("relative");
    judge.absolute = params.real("absolute");
    judge.repeats = int(params.integer("repeats"));
    judge.localise = params.boolean("localise");
    judge.seconds = params.real("engine-seconds");
    judge.memoryBytes = std::uint64_t(params.integer("engine-memory")) << 20;
    judge.extraEngines = config.extraEngines;
    return judge;
}

} // namespace mutascope::engines
