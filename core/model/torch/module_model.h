// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/model/model.h"
#include <torch/csrc/jit/api/module.h>

namespace mutascope {

// A module in evaluation mode as a Model. spec: input, scale, mean, std, channel order, file, name and
// SHA-256 are taken over; classes and probabilities are found out. Throws Error{BadModel}.
std::unique_ptr<Model> modelOf(torch::jit::Module module, ModelSpec spec);

} // namespace mutascope
