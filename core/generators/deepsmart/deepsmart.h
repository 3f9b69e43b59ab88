// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/generators/generator.h"

namespace mutascope {

// Coverage-guided fuzzing by Monte Carlo Tree Search; Demir, Eniser and Sen, "DeepSmartFuzzer", 2019
// (arXiv 1911.10621).
GeneratorInfo deepSmartInfo();

} // namespace mutascope
