// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/base/rng.h"
#include <utility>
#include <vector>

namespace mutascope {

// A uniformly random order (Fisher and Yates), the same on every machine: std::shuffle's differs between
// libraries. Fewer than 2^32 items.
template <typename Item> void shuffle(std::vector<Item> &items, Rng rng)
{
    for (std::size_t i = items.size(); i > 1; --i)
        std::swap(items[i - 1], items[rng.below(std::uint32_t(i))]);
}

} // namespace mutascope
