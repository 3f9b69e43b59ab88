// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <filesystem>
#include <string>

namespace mutascope {

// Throws Error{NotFound} where there is no such folder, Error{BadData} with the hint where it is a file.
void checkFolder(const std::filesystem::path &folder, const std::string &hint);

} // namespace mutascope
