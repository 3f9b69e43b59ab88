// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

// Dense matrices in double precision, multiplied by the BLAS behind LibTorch. Double, because distances and
// densities are differences of products: single precision would lose what they are compared by.
namespace mutascope {

// Row-major.
struct DenseMatrix {
    std::size_t rows = 0;
    std::size_t columns = 0;
    std::vector<double> values;

    DenseMatrix() = default;
    DenseMatrix(std::size_t rowCount, std::size_t columnCount)
        : rows(rowCount), columns(columnCount), values(rowCount * columnCount)
    {
    }
    std::span<double> row(std::size_t index) { return std::span(values).subspan(index * columns, columns); }
    std::span<const double> row(std::size_t index) const
    {
        return std::span(values).subspan(index * columns, columns);
    }
};

// Some rows of a matrix, or all.
struct MatrixView {
    std::span<const double> values;
    std::size_t rows = 0;
    std::size_t columns = 0;

    MatrixView(const DenseMatrix &matrix) : values(matrix.values), rows(matrix.rows), columns(matrix.columns)
    {
    }
    // Rows [begin, end).
    MatrixView(const DenseMatrix &matrix, std::size_t begin, std::size_t end)
        : values(std::span(matrix.values).subspan(begin * matrix.columns, (end - begin) * matrix.columns)),
          rows(end - begin), columns(matrix.columns)
    {
    }
};

// a times b transposed: entry (i, j) is the scalar product of row i of a and row j of b. Throws
// Error{Internal} where the columns differ, Error{BadData} where the memory is not enough.
DenseMatrix timesTransposed(const MatrixView &a, const MatrixView &b);
// a transposed times a: entry (i, j) is the scalar product of columns i and j.
DenseMatrix gramMatrix(const MatrixView &a);
// W with W * covariance * W transposed = 1, from the Cholesky factor, lower triangular; empty where the
// matrix is not positive definite.
std::optional<DenseMatrix> whiteningMatrix(const DenseMatrix &covariance);

} // namespace mutascope
