// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <nlohmann/json.hpp>
#include <string>

namespace mutascope {

// JSON of a file that a person wrote or that comes from anybody. Beyond the grammar it refuses a key that
// stands twice in an object (the library would silently take the last) and nesting deep enough to exhaust the
// stack of whoever walks over it. Throws Error{BadData} for these, nlohmann::json::exception for the rest.
nlohmann::json parseStrictly(const std::string &text);

} // namespace mutascope
