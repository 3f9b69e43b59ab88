// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <string>

namespace mutascope {

// Version of the tensor library, "1.13.1".
std::string torchVersion();
// What the last bits of a model's outputs depend on besides model, input and threads: the library and how it
// is used. Part of the keys of what is computed once and kept, so that it is computed anew after an update.
std::string modelArithmetic();

} // namespace mutascope
