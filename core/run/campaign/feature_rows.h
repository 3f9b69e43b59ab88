// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/metrics/metric.h"

namespace mutascope {

FeatureRows chosenRows(const FeatureRows &rows, const std::vector<std::size_t> &chosen);

} // namespace mutascope
