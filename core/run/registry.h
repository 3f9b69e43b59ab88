// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/generators/generator.h"

namespace mutascope {

// The explicit list of built-in generators.
const std::vector<GeneratorInfo> &generators();
// Throws Error{Usage} that names the nearest id.
const GeneratorInfo &generatorInfo(const std::string &id);

} // namespace mutascope
