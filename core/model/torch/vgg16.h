// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/base/image.h"
#include <torch/csrc/jit/api/module.h>

namespace mutascope {

// For images of any size; a 2x2 pooling is left out where a side is 1 pixel already.
torch::jit::Module makeVgg16(const ImageShape &input, int classes, std::uint64_t seed);

} // namespace mutascope
