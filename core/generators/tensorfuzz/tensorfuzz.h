// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/generators/generator.h"

namespace mutascope {

// Baseline: normal noise and a corpus of what added coverage; Odena, Olsson, Andersen and Goodfellow,
// "TensorFuzz", ICML 2019.
GeneratorInfo tensorFuzzInfo();

} // namespace mutascope
