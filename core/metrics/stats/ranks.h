// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <span>
#include <vector>

namespace mutascope {

struct Ranks {
    std::vector<double> ranks; // 1 for the least; equal values share the mean of theirs
    double tieTerm = 0; // sum of t^3 - t over groups of t equal values
};

Ranks ranksOf(std::span<const double> values);

} // namespace mutascope
