// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/base/output_file.h"
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

// Files and folders that are given by users.
namespace mutascope {

// Throws Error where it is no regular file or larger than the given size.
std::vector<std::uint8_t> readWholeFile(const std::filesystem::path &file, std::size_t largest = 1 << 30);

// Creates folder where it is missing. Throws Error{Io} where it is a file, not empty or not writable.
void prepareEmptyFolder(const std::filesystem::path &folder);
void makeFolder(const std::filesystem::path &folder);

// One folder name a class: letters, digits, '.', '_' and '-' only, never empty, never twice.
std::vector<std::string> classFolders(const std::vector<std::string> &classNames);

} // namespace mutascope
