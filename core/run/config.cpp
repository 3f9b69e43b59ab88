// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/base/param_builders.h"
#include "core/engines/campaign/engine_campaign.h"
#include "core/run/run.h"
#include <nlohmann/json.hpp>

namespace mutascope {

namespace {

std::vector<ParamSpec> makeRunParams()
{
    return {
        integerParam(
            "seeds-per-class", 100, 1, 1e6,
            {"Run", "ours", "Correctly classified images drawn from each class as seeds.", "images"}),
        choiceParam("seed-split", {"test", "train"},
                    {"Run", "ours", "Part of the data set the seeds are drawn from.", "", true}),
        integerParam(
            "profile-limit", 0, 0, 1e9,
            {"Run", "ours", "Training images the criterion is fitted on, 0: all of them.", "images", true}),
        integerParam(
            "forward-batch", 256, 1, 65536,
            {"Run", "ours", "Largest number of images in one forward of the model.", "images", true}),
        realParam("min-accuracy", 0.2, 0, 1,
                  {"Run", "ours",
                   "Refuse to start where a smaller share of the images looked at for seeds is classified "
                   "correctly: the preprocessing is wrong then.",
                   "", true}),
    };
}

template <typename Value> Value read(const nlohmann::json &object, const char *key)
{
    try {
        return object.at(key).get<Value>();
    } catch (const nlohmann::json::exception &) {
        throw Error(ErrorCode::BadData, std::string("the stored configuration lacks a valid '") + key + "'");
    }
}

} // namespace

nlohmann::json toJson(const RunConfig &config)
{
    return {{"generator", config.generator}, {"criterion", config.criterion},   {"layers", config.layers},
            {"settings", config.settings},   {"budget", toJson(config.budget)}, {"seed", config.seed},
            {"threads", config.threads}};
}

RunConfig runConfigFromJson(const nlohmann::json &object)
{
    engines::refuseCampaign(object);
    RunConfig config;
    config.generator = read<std::string>(object, "generator");
    config.criterion = read<std::string>(object, "criterion");
    config.layers = read<std::string>(object, "layers");
    config.settings = read<std::map<std::string, std::string>>(object, "settings");
    config.budget = budgetFromJson(read<nlohmann::json>(object, "budget"));
    config.seed = read<std::uint64_t>(object, "seed");
    config.threads = read<int>(object, "threads");
    return config;
}

const std::vector<ParamSpec> &runParams()
{
    static const std::vector<ParamSpec> specs = makeRunParams();
    return specs;
}

ParamSet effectiveParams(const RunConfig &config)
{
    std::vector<ParamSpec> specs = runParams();
    const std::vector<ParamSpec> &own = generatorInfo(config.generator).params;
    specs.insert(specs.end(), own.begin(), own.end());
    ParamSet params(std::move(specs));
    for (const auto &[name, text] : config.settings)
        params.set(name, text);
    return params;
}

} // namespace mutascope
