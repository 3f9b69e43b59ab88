// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <filesystem>

namespace mutascope {

// Refuses, in plain words, what is no TorchScript archive this LibTorch can read: missing, empty or truncated
// files, other formats, weights without a model, archives of a newer PyTorch.
// Throws Error{NotFound|Io|BadModel}.
void checkTorchScriptArchive(const std::filesystem::path &file);

} // namespace mutascope
