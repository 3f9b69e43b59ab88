// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/generators/generator.h"

namespace mutascope {

// Coverage-guided fuzzing, Xie et al., "DeepHunter", ISSTA 2019.
GeneratorInfo deepHunterInfo();

} // namespace mutascope
