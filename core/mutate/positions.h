// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/base/rng.h"
#include <cstddef>
#include <vector>

namespace mutascope {

// min(count, size) different indices below size, each set of them and each order equally likely.
std::vector<std::size_t> distinctPositions(Rng &rng, std::size_t count, std::size_t size);

} // namespace mutascope
