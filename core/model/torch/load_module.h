// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <filesystem>
#include <torch/csrc/jit/api/module.h>

namespace mutascope {

// A TorchScript file as a module on the CPU, in evaluation mode, its weights constant. Throws
// Error{NotFound|Io|BadModel}.
torch::jit::Module loadModule(const std::filesystem::path &file);

} // namespace mutascope
