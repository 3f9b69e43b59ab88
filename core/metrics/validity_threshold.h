// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/base/param_spec.h"
#include <vector>

namespace mutascope {

// "percentile": of the scores of real images, up to which a test is valid.
ParamSpec percentileParam();

// Interpolated between the two nearest scores; scores that are not finite are left out. Throws
// Error{BadData} where none is left.
double validityThreshold(std::vector<double> referenceScores, double percentile);

} // namespace mutascope
