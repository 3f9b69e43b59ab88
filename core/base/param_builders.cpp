// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/param_builders.h"

namespace mutascope {

namespace {

ParamSpec param(const std::string &name, ParamType type, ParamValue value, const ParamNote &note)
{
    ParamSpec spec;
    spec.name = name;
    spec.type = type;
    spec.defaultValue = std::move(value);
    spec.unit = note.unit;
    spec.tooltip = note.tooltip;
    spec.source = note.source;
    spec.group = note.group;
    spec.advanced = note.advanced;
    return spec;
}

ParamSpec within(ParamSpec spec, double minimum, double maximum)
{
    spec.minimum = minimum;
    spec.maximum = maximum;
    return spec;
}

} // namespace

ParamSpec integerParam(const std::string &name, std::int64_t value, double minimum, double maximum,
                       const ParamNote &note)
{
    return within(param(name, ParamType::Integer, value, note), minimum, maximum);
}

ParamSpec realParam(const std::string &name, double value, double minimum, double maximum,
                    const ParamNote &note)
{
    return within(param(name, ParamType::Real, value, note), minimum, maximum);
}

ParamSpec booleanParam(const std::string &name, bool value, const ParamNote &note)
{
    return param(name, ParamType::Boolean, value, note);
}

ParamSpec textParam(const std::string &name, const std::string &value, const ParamNote &note)
{
    return param(name, ParamType::Text, value, note);
}

ParamSpec choiceParam(const std::string &name, std::vector<std::string> choices, const ParamNote &note)
{
    ParamSpec spec = param(name, ParamType::Choice, choices.front(), note);
    spec.choices = std::move(choices);
    return spec;
}

} // namespace mutascope
