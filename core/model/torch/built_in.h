// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/base/image.h"
#include <string>
#include <torch/csrc/jit/api/module.h>

namespace mutascope {

// An untrained built-in architecture as a TorchScript module with logits as output, its weights drawn from
// seed. Throws Error{Usage} on an unknown architecture, a class count below 2 or images smaller than 4x4.
torch::jit::Module makeBuiltIn(const std::string &architecture, const ImageShape &input, int classes,
                               std::uint64_t seed);

} // namespace mutascope
