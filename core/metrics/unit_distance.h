// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <span>

namespace mutascope {

// Squared distance of two rows of one width, each divided by its length, from 0 to 4. A row of zeros stays
// one.
double squaredUnitDistance(std::span<const float> a, std::span<const float> b);

} // namespace mutascope
