// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <filesystem>

namespace mutascope::bridge {

// Makes the folder of a session that is to be written. Throws Error{Io}.
void makeFolderOf(const std::filesystem::path &file);

} // namespace mutascope::bridge
