// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/metrics/feature_moments.h"

namespace mutascope {

// Squared Wasserstein distance of two normal distributions (Dowson and Landau, 1982), never below 0. Throws
// Error{Internal} where their widths differ.
double frechetDistance(const NormalFit &a, const NormalFit &b);

} // namespace mutascope
