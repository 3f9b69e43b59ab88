// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/metrics/metric.h"

namespace mutascope {

FeatureRows chosenRows(const FeatureRows &rows, const std::vector<std::size_t> &chosen);
// Between two rows made unit vectors; 2 at most. A row of zeros is at distance 1 from any other.
double unitDistance(std::span<const float> first, std::span<const float> second);

} // namespace mutascope
