// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/stats/ranks.h"
#include <algorithm>
#include <numeric>

namespace mutascope {

Ranks ranksOf(std::span<const double> values)
{
    std::vector<std::size_t> order(values.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, {}, [&](std::size_t i) { return values[i]; });
    Ranks result{std::vector<double>(values.size()), 0};
    for (std::size_t begin = 0; begin < order.size();) {
        std::size_t end = begin + 1;
        while (end < order.size() && values[order[end]] == values[order[begin]])
            ++end;
        const double ties = double(end - begin);
        for (std::size_t i = begin; i < end; ++i)
            result.ranks[order[i]] = double(begin) + (ties + 1) / 2;
        result.tieTerm += ties * ties * ties - ties;
        begin = end;
    }
    return result;
}

} // namespace mutascope
