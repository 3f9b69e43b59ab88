// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/stats/holm.h"
#include <algorithm>
#include <numeric>

namespace mutascope {

std::vector<double> holmAdjusted(std::span<const double> p)
{
    std::vector<std::size_t> order(p.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, {}, [&](std::size_t i) { return p[i]; });
    std::vector<double> adjusted(p.size());
    double largest = 0;
    for (std::size_t i = 0; i < order.size(); ++i) {
        largest = std::max(largest, double(order.size() - i) * p[order[i]]);
        adjusted[order[i]] = std::min(largest, 1.0);
    }
    return adjusted;
}

} // namespace mutascope
