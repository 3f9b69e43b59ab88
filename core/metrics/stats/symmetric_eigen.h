// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/model/torch/matrix_product.h"
#include <vector>

namespace mutascope {

struct SymmetricEigen {
    std::vector<double> values; // largest first
    DenseMatrix vectors; // row i belongs to value i, of length 1
};

// Throws Error{Internal} where the matrix is not square or not finite.
SymmetricEigen symmetricEigen(const DenseMatrix &matrix);

} // namespace mutascope
