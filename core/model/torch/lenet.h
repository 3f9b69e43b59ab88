// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/base/image.h"
#include <string>
#include <torch/csrc/jit/api/module.h>

namespace mutascope {

// lenet1, lenet4 or lenet5, for images of at least 4x4 pixels.
torch::jit::Module makeLeNet(const std::string &architecture, const ImageShape &input, int classes,
                             std::uint64_t seed);

} // namespace mutascope
