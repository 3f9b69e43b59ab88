// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <filesystem>
#include <optional>
#include <string>

// Files that only save time: one that cannot be read or written is as good as none.
namespace mutascope {

// XDG_CACHE_HOME/mutascope, or ~/.cache/mutascope; empty where the user has no home.
std::filesystem::path userCacheFolder();

std::optional<std::string> readCached(const std::filesystem::path &file);
// Makes the folder where it is missing.
void writeCached(const std::filesystem::path &file, const std::string &bytes);

} // namespace mutascope
