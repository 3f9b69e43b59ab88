// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/generators/generator.h"

namespace mutascope {

// Perturbations by a network that is trained against a discriminator and the model; Xiao et al., "Generating
// Adversarial Examples with Adversarial Networks", IJCAI 2018. docs/results/advgan.md has what it reaches.
GeneratorInfo advGanInfo();

} // namespace mutascope
