// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <string>

namespace mutascope {

// Versions of this program and of the libraries that decide its results, as JSON (RunRecord::versions).
std::string versionsJson();

} // namespace mutascope
