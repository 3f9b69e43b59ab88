// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <string>

namespace mutascope {

// Version of the tensor library, "1.13.1".
std::string torchVersion();

} // namespace mutascope
