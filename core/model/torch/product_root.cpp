// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/torch/product_root.h"
#include "core/base/error.h"
#include "core/model/torch/torch_error.h"
#include <ATen/ATen.h>

namespace mutascope {

namespace {

at::Tensor tensorOf(const DenseMatrix &matrix)
{
    return at::from_blob(const_cast<double *>(matrix.values.data()),
                         {std::int64_t(matrix.rows), std::int64_t(matrix.columns)}, at::kDouble);
}

// F with F times F transposed = matrix, from its eigenvalues; those below 0 are rounding.
at::Tensor factorOfSingular(const at::Tensor &matrix)
{
    const auto [values, vectors] = at::linalg_eigh(matrix);
    return vectors * values.clamp_min(0).sqrt();
}

// a b and F^T b F, with F F^T = a, have the same eigenvalues but for zeros. Cholesky's factor costs a
// twentieth of the eigenvectors.
double trace(const at::Tensor &a, const at::Tensor &b)
{
    const auto [factorA, failedA] = at::linalg_cholesky_ex(a);
    const auto product = [](const at::Tensor &factor, const at::Tensor &other) {
        return at::linalg_eigvalsh(factor.t().mm(other).mm(factor)).clamp_min(0).sqrt().sum().item<double>();
    };
    if (failedA.item<int>() == 0)
        return product(factorA, b);
    const auto [factorB, failedB] = at::linalg_cholesky_ex(b);
    return failedB.item<int>() == 0 ? product(factorB, a) : product(factorOfSingular(a), b);
}

} // namespace

double traceOfProductRoot(const DenseMatrix &a, const DenseMatrix &b)
{
    if (a.rows != a.columns || b.rows != b.columns || a.rows != b.rows)
        throw Error(ErrorCode::Internal, "covariances of different sizes were multiplied");
    const at::NoGradGuard noGradients;
    try {
        return trace(tensorOf(a), tensorOf(b));
    } catch (const std::bad_alloc &) {
        throw Error(ErrorCode::BadData, "a covariance needs more memory than there is",
                    "Choose features of fewer values");
    } catch (const c10::Error &error) {
        throw Error(ErrorCode::Internal, "the root of a matrix failed: " + plainMessage(error));
    }
}

} // namespace mutascope
