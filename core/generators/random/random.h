// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/generators/generator.h"

namespace mutascope {

// Baseline: seeds, mutators and parameters drawn uniformly, no feedback.
GeneratorInfo randomInfo();

} // namespace mutascope
