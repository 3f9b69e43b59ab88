// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <string>

namespace mutascope::cli {

// Names come from files of anybody: control characters but line breaks and tabs, which a terminal would obey,
// become '?'. Whatever is printed goes through it.
std::string printable(const std::string &text);

} // namespace mutascope::cli
