// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/train_options.h"
#include "app/cli/options.h"
#include <algorithm>
#include <fmt/format.h>

namespace mutascope::cli {

namespace {

const ParamSpec &specOf(const ArchitectureInfo &info, const std::string &name)
{
    return *std::ranges::find(info.params, name, &ParamSpec::name);
}

// "15; resnet20: 160, vgg16: 100"
std::string defaultsText(const std::string &name)
{
    const TrainOptions usual;
    const std::string value = toText(specOf(architectureInfo(usual.architecture), name).defaultValue);
    std::string others;
    for (const ArchitectureInfo &info : architectures())
        if (const std::string other = toText(specOf(info, name).defaultValue); other != value)
            others += fmt::format("{} {}: {}", others.empty() ? ";" : ",", info.id, other);
    return value + others;
}

std::string valueText(const ParamSpec &spec)
{
    if (spec.type == ParamType::Boolean)
        return "true|false";
    if (spec.type == ParamType::Integer)
        return "N";
    if (spec.choices.empty())
        return "X";
    std::vector<std::string> choices = spec.choices;
    std::ranges::sort(choices); // the first is an architecture's default
    return fmt::format("{}", fmt::join(choices, "|"));
}

} // namespace

void addTrainingParameters(CLI::App &command, TrainTexts &texts)
{
    for (const ParamSpec &spec : architectures().front().params) {
        const std::string names = (spec.name == "learning-rate" ? "--lr,--" : "--") + spec.name;
        addText(command, names, texts[spec.name],
                fmt::format("{} (default: {})", spec.tooltip, defaultsText(spec.name)))
            ->type_name(valueText(spec))
            ->group(spec.group);
    }
}

TrainOptions trainOptionsFrom(const std::string &architecture, const TrainTexts &texts)
{
    ParamSet params(architectureInfo(architecture).params);
    for (const auto &[name, text] : texts)
        if (!text.empty())
            params.set(name, text);
    return trainOptions(architecture, params);
}

} // namespace mutascope::cli
