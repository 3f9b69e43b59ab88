// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <exception>

namespace mutascope {

// Whether memory ran out: as bad_alloc, or as one of the texts by which LibTorch passes that on.
bool isOutOfMemory(const std::exception &error);

} // namespace mutascope
