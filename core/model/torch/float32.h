// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <torch/csrc/jit/api/module.h>

namespace mutascope {

// Turns weights of 16 and 64 bits, and conversions to 16 bits in the code, into 32 bits: images come in as
// float32, and processors have no convolutions of 16 bits.
void useFloat32(torch::jit::Module &module);

} // namespace mutascope
