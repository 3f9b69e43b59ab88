// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <filesystem>
#include <torch/csrc/jit/api/module.h>

namespace mutascope {

// Throws Error{Io} where no file can be made beside file: asked before work that takes minutes.
void checkCanWrite(const std::filesystem::path &file);

// Writes the module as TorchScript under another name and renames it: file is whole or as before, and its
// bytes do not depend on its name. Throws Error{Io}.
void saveModule(const torch::jit::Module &module, const std::filesystem::path &file);

} // namespace mutascope
