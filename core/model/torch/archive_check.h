// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/data/zip_directory.h"
#include <filesystem>
#include <vector>

namespace mutascope {

// Refuses, in plain words, what is no TorchScript archive this LibTorch can read: missing, empty, truncated
// or damaged files, other formats, weights without a model, archives of a newer PyTorch, zip bombs. Returns
// the archive's parts. Throws Error{NotFound|Io|BadModel}.
std::vector<ZipEntry> checkTorchScriptArchive(const std::filesystem::path &file);

} // namespace mutascope
