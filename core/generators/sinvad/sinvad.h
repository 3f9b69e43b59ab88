// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/generators/generator.h"

namespace mutascope {

// Search in the latent space of a variational auto-encoder: Kang, Feldt, Yoo, "SINVAD: Search-based Image
// Space Navigation for DNN Image Classifier Test Input Generation", ICSEW 2020.
GeneratorInfo sinVadInfo();

} // namespace mutascope
