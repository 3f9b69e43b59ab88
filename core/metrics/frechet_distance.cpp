// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/frechet_distance.h"
#include "core/base/error.h"
#include "core/coverage/nearest_rows.h"
#include "core/model/torch/product_root.h"
#include <algorithm>

namespace mutascope {

namespace {

double traceOf(const DenseMatrix &matrix)
{
    double sum = 0;
    for (std::size_t i = 0; i < matrix.rows; ++i)
        sum += matrix.row(i)[i];
    return sum;
}

} // namespace

double frechetDistance(const NormalFit &a, const NormalFit &b)
{
    if (a.mean.size() != b.mean.size())
        throw Error(ErrorCode::Internal, "deep features of different networks were compared");
    const double spread
        = traceOf(a.covariance) + traceOf(b.covariance) - 2 * traceOfProductRoot(a.covariance, b.covariance);
    return std::max(0.0, squaredDistance(a.mean, b.mean) + spread);
}

} // namespace mutascope
