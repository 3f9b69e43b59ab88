// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <string>

namespace mutascope {

// A field as RFC 4180 wants it: in quotes where it holds commas, quotes or line breaks.
std::string csvField(const std::string &text);

} // namespace mutascope
