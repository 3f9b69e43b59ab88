// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/base/param_spec.h"

// Short ways to write ParamSpecs.
namespace mutascope {

struct ParamNote {
    const char *group;
    const char *source;
    const char *tooltip;
    const char *unit = "";
    bool advanced = false;
};

ParamSpec integerParam(const std::string &name, std::int64_t value, double minimum, double maximum,
                       const ParamNote &note);
ParamSpec realParam(const std::string &name, double value, double minimum, double maximum,
                    const ParamNote &note);
ParamSpec booleanParam(const std::string &name, bool value, const ParamNote &note);
ParamSpec textParam(const std::string &name, const std::string &value, const ParamNote &note);
// The first choice is the default.
ParamSpec choiceParam(const std::string &name, std::vector<std::string> choices, const ParamNote &note);

} // namespace mutascope
