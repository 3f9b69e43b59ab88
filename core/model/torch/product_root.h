// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/model/torch/matrix_product.h"

namespace mutascope {

// Trace of the square root of a times b, both covariances: symmetric, no eigenvalue below 0 but for
// rounding. Needs no inverse, so either may be singular. Throws Error{Internal} where the sizes differ or
// the numbers are not finite, Error{BadData} where the memory is not enough.
double traceOfProductRoot(const DenseMatrix &a, const DenseMatrix &b);

} // namespace mutascope
