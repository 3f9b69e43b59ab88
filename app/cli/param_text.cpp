// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/param_text.h"
#include "app/cli/output.h"
#include "core/run/run.h"
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace mutascope::cli {

namespace {

std::string rangeText(const ParamSpec &spec)
{
    const std::string low = spec.minimum ? fmt::format("{}", *spec.minimum) : "";
    const std::string high = spec.maximum ? fmt::format("{}", *spec.maximum) : "";
    if (!spec.choices.empty())
        return joined(spec.choices, "|");
    if (low.empty() && high.empty())
        return "";
    if (high.empty())
        return low + " or more";
    return low.empty() ? high + " or less" : low + " to " + high;
}

std::string headline(const ParamSpec &spec)
{
    std::vector<std::string> parts = {typeName(spec.type)};
    for (const std::string &part : {rangeText(spec), spec.unit})
        if (!part.empty())
            parts.push_back(part);
    const std::string value = toText(spec.defaultValue);
    parts.push_back("default " + (value.empty() ? "none" : value));
    return fmt::format("{}  ({})", spec.name, joined(parts));
}

std::string generatorNames()
{
    std::vector<std::string> ids;
    for (const GeneratorInfo &info : generators())
        ids.push_back(info.id);
    return joined(ids);
}

} // namespace

std::string paramText(const std::vector<ParamSpec> &params, const std::string &indent)
{
    std::string out;
    for (const ParamSpec &spec : params)
        out.append(indent)
            .append(headline(spec))
            .append("\n")
            .append(indent)
            .append("    ")
            .append(spec.tooltip)
            .append("\n");
    return out;
}

nlohmann::json paramsJson(const std::vector<ParamSpec> &params)
{
    nlohmann::json list = nlohmann::json::array();
    for (const ParamSpec &spec : params)
        list.push_back(toJson(spec));
    return list;
}

std::string settingsHelp(const std::string &generator)
{
    std::string out = "Settings of every run (--set NAME=VALUE):\n" + paramText(runParams(), "  ");
    if (generator.empty())
        return out
            + fmt::format("\nGenerators: {}. Their settings: mutascope-cli run --generator ID --help\n",
                          generatorNames());
    const GeneratorInfo &info = generatorInfo(generator);
    return out + fmt::format("\nSettings of {}:\n", info.id) + paramText(info.params, "  ");
}

} // namespace mutascope::cli
