// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bridge/assess_settings.h"

#include "core/base/error.h"

#include <fmt/format.h>

namespace mutascope::bridge {

namespace {

std::string textOf(const nlohmann::json &value)
{
    return value.is_string() ? value.get<std::string>() : value.dump();
}

} // namespace

ParamSet assessedParams(const std::string &generator, const std::vector<std::string> &settings)
{
    RunConfig config;
    config.generator = generator;
    const ParamSet known = effectiveParams(config);
    for (const std::string &setting : settings) {
        const std::size_t equals = setting.find('=');
        if (equals == std::string::npos || equals == 0)
            throw Error(ErrorCode::Usage, fmt::format("'{}' is not GENERATOR.NAME=VALUE", setting),
                        "For example: advgan.epochs=4, or seeds-per-class=20 for all");
        const std::size_t dot = setting.find('.');
        const bool named = dot < equals;
        const std::size_t begin = named ? dot + 1 : 0;
        const std::string name = setting.substr(begin, equals - begin);
        if (named ? setting.substr(0, dot) == generator : known.contains(name))
            config.settings[name] = setting.substr(equals + 1);
    }
    return effectiveParams(config);
}

std::vector<std::string> settingsBeside(const std::vector<std::string> &given, const std::string &generator,
                                        const nlohmann::json &stored)
{
    const nlohmann::json present = assessedParams(generator, given).toJson();
    std::vector<std::string> more;
    for (const auto &[name, value] : stored.items())
        if (!present.contains(name) || present.at(name) != value)
            more.push_back(fmt::format("{}.{}={}", generator, name, textOf(value)));
    return more;
}

} // namespace mutascope::bridge
