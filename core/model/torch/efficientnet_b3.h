// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/base/image.h"
#include <torch/csrc/jit/api/module.h>

namespace mutascope {

// For images of any size; made for 300x300.
torch::jit::Module makeEfficientNetB3(const ImageShape &input, int classes, std::uint64_t seed);

} // namespace mutascope
