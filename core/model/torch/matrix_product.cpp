// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/torch/matrix_product.h"
#include "core/base/error.h"
#include "core/model/torch/torch_error.h"
#include <torch/torch.h>

namespace mutascope {

namespace {

// A tensor over memory that is not its own. LibTorch has no tensors of constant memory; inputs are only read.
at::Tensor tensorOver(const double *values, std::size_t rows, std::size_t columns)
{
    return at::from_blob(const_cast<double *>(values), {std::int64_t(rows), std::int64_t(columns)},
                         at::kDouble);
}

at::Tensor tensorOf(const MatrixView &matrix)
{
    return tensorOver(matrix.values.data(), matrix.rows, matrix.columns);
}

at::Tensor tensorOf(const DenseMatrix &matrix)
{
    return tensorOf(MatrixView(matrix));
}

template <typename Work> auto calculated(const Work &work)
{
    const at::NoGradGuard noGradients;
    try {
        return work();
    } catch (const std::bad_alloc &) {
        throw Error(ErrorCode::BadData, "a matrix product needs more memory than there is",
                    "Choose fewer layers, neurons or samples");
    } catch (const c10::Error &error) {
        throw Error(ErrorCode::Internal, "a matrix product failed: " + plainMessage(error));
    }
}

} // namespace

DenseMatrix timesTransposed(const MatrixView &a, const MatrixView &b)
{
    if (a.columns != b.columns)
        throw Error(ErrorCode::Internal, "matrices of different widths were multiplied");
    return calculated([&] {
        DenseMatrix product(a.rows, b.rows);
        at::Tensor target = tensorOf(product);
        at::mm_out(target, tensorOf(a), tensorOf(b).t());
        return product;
    });
}

DenseMatrix gramMatrix(const MatrixView &a)
{
    return calculated([&] {
        DenseMatrix product(a.columns, a.columns);
        at::Tensor target = tensorOf(product);
        at::mm_out(target, tensorOf(a).t(), tensorOf(a));
        return product;
    });
}

std::optional<DenseMatrix> whiteningMatrix(const DenseMatrix &covariance)
{
    if (covariance.rows != covariance.columns)
        throw Error(ErrorCode::Internal, "a covariance is not square");
    return calculated([&]() -> std::optional<DenseMatrix> {
        const auto [factor, failed] = at::linalg_cholesky_ex(tensorOf(covariance));
        if (failed.item<int>() != 0)
            return std::nullopt;
        const at::Tensor inverse
            = at::linalg_solve_triangular(factor, at::eye(std::int64_t(covariance.rows), at::kDouble),
                                          /*upper=*/false)
                  .contiguous();
        DenseMatrix result(covariance.rows, covariance.columns);
        tensorOf(result).copy_(inverse);
        return result;
    });
}

} // namespace mutascope
