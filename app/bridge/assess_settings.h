// SPDX-License-Identifier: GPL-3.0-or-later
// "GENERATOR.NAME=VALUE" and "NAME=VALUE", as assessments take them. Only bridge sources include this.
#pragma once

#include "core/run/run.h"

#include <nlohmann/json.hpp>

namespace mutascope::bridge {

// The generator's parameters with the settings that speak of it. Throws Error{Usage} on a setting it does not
// have, or on an illegal value; settings of others are passed over.
ParamSet assessedParams(const std::string &generator, const std::vector<std::string> &settings);

// What has to be set beside the given settings so that the generator's parameters are the stored ones.
std::vector<std::string> settingsBeside(const std::vector<std::string> &given, const std::string &generator,
                                        const nlohmann::json &stored);

} // namespace mutascope::bridge
