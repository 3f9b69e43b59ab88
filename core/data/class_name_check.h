// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <string>
#include <vector>

namespace mutascope {

// What is wrong with a list of class names: people and files tell classes apart by their names, so that each
// needs its own, which can be shown on one line. "": nothing.
std::string classNameProblem(const std::vector<std::string> &names);

// A name that can be shown: bytes that are no UTF-8, and control characters, become '?'.
std::string asLine(const std::string &text);

} // namespace mutascope
