// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/mutate/positions.h"
#include <algorithm>

namespace mutascope {

std::vector<std::size_t> distinctPositions(Rng &rng, std::size_t count, std::size_t size)
{
    count = std::min(count, size);
    std::vector<bool> taken(size);
    std::vector<std::size_t> positions;
    while (positions.size() < count) {
        const std::size_t position = rng.below(std::uint32_t(size));
        if (!taken[position])
            positions.push_back(position);
        taken[position] = true;
    }
    return positions;
}

} // namespace mutascope
