// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/metrics/metric.h"
#include "core/model/torch/matrix_product.h"

namespace mutascope {

struct Reduced {
    DenseMatrix rows; // centred, along the directions of largest variance
    double explained = 1; // share of the variance that is left
};

// Principal components of finite rows: as many as asked for, fewer where the rows have fewer.
Reduced principalComponents(const FeatureRows &features, std::size_t components);

} // namespace mutascope
