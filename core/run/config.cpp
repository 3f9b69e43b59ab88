// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/run/run.h"
#include <nlohmann/json.hpp>

namespace mutascope {

namespace {

ParamSpec integerSpec(const char *name, std::int64_t value, double minimum, double maximum, const char *unit,
                      const char *tooltip)
{
    ParamSpec spec;
    spec.name = name;
    spec.type = ParamType::Integer;
    spec.defaultValue = value;
    spec.minimum = minimum;
    spec.maximum = maximum;
    spec.unit = unit;
    spec.tooltip = tooltip;
    spec.source = "ours";
    spec.group = "Run";
    return spec;
}

ParamSpec splitSpec()
{
    ParamSpec spec;
    spec.name = "seed-split";
    spec.type = ParamType::Choice;
    spec.defaultValue = std::string("test");
    spec.choices = {"test", "train"};
    spec.tooltip = "Part of the data set the seeds are drawn from.";
    spec.source = "ours";
    spec.group = "Run";
    spec.advanced = true;
    return spec;
}

ParamSpec accuracySpec()
{
    ParamSpec spec;
    spec.name = "min-accuracy";
    spec.type = ParamType::Real;
    spec.defaultValue = 0.2;
    spec.minimum = 0;
    spec.maximum = 1;
    spec.tooltip = "Refuse to start where a smaller share of the images looked at for seeds is classified "
                   "correctly: the preprocessing is wrong then.";
    spec.source = "ours";
    spec.group = "Run";
    spec.advanced = true;
    return spec;
}

std::vector<ParamSpec> makeRunParams()
{
    std::vector<ParamSpec> specs;
    specs.push_back(integerSpec("seeds-per-class", 100, 1, 1e6, "images",
                                "Correctly classified images drawn from each class as seeds."));
    specs.push_back(splitSpec());
    specs.push_back(integerSpec("profile-limit", 0, 0, 1e9, "images",
                                "Training images the criterion is fitted on, 0: all of them."));
    specs.push_back(integerSpec("forward-batch", 256, 1, 65536, "images",
                                "Largest number of images in one forward of the model."));
    specs.push_back(accuracySpec());
    specs[2].advanced = specs[3].advanced = true;
    return specs;
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
