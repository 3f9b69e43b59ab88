// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/generators/generator.h"

namespace mutascope {

// What stands for a generator in runs that none made (derived_run.h). create() throws Error{Usage} that says
// why such a run cannot be executed, replayed or resumed. Not part of generators(): nobody can choose them.
const std::vector<GeneratorInfo> &derivedKinds();

} // namespace mutascope
