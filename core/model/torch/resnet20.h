// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/base/image.h"
#include <torch/csrc/jit/api/module.h>

namespace mutascope {

// For images of any size; made for 32x32.
torch::jit::Module makeResNet20(const ImageShape &input, int classes, std::uint64_t seed);

} // namespace mutascope
