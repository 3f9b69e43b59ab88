// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/base/param_spec.h"
#include "core/run/registry.h"

namespace mutascope::cli {

// One paragraph a parameter: name, type, range, default and what it does.
std::string paramText(const std::vector<ParamSpec> &params, const std::string &indent);
nlohmann::json paramsJson(const std::vector<ParamSpec> &params);

// The end of 'run --help': the parameters of a generator, or which generators there are.
std::string settingsHelp(const std::string &generator);

} // namespace mutascope::cli
