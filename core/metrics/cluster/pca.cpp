// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/cluster/pca.h"
#include "core/metrics/stats/symmetric_eigen.h"
#include <algorithm>
#include <cmath>
#include <numeric>

namespace mutascope {

namespace {

DenseMatrix centred(const FeatureRows &features)
{
    std::vector<double> means(features.width);
    for (std::size_t i = 0; i < features.count; ++i)
        std::ranges::transform(means, features.row(i), means.begin(), std::plus{});
    for (double &mean : means)
        mean /= double(features.count);
    DenseMatrix result(features.count, features.width);
    for (std::size_t i = 0; i < features.count; ++i)
        std::ranges::transform(features.row(i), means, result.row(i).begin(), std::minus<double>{});
    return result;
}

DenseMatrix firstRows(const DenseMatrix &matrix, std::size_t count)
{
    DenseMatrix result(count, matrix.columns);
    std::copy_n(matrix.values.begin(), result.values.size(), result.values.begin());
    return result;
}

// Rows fewer than columns: the eigenvectors of the smaller matrix of scalar products of rows, times the roots
// of their eigenvalues, are the same components.
DenseMatrix fromRowProducts(const SymmetricEigen &eigen, std::size_t components)
{
    DenseMatrix result(eigen.values.size(), components);
    for (std::size_t c = 0; c < components; ++c) {
        const double root = std::sqrt(std::max(eigen.values[c], 0.0));
        for (std::size_t i = 0; i < result.rows; ++i)
            result.row(i)[c] = root * eigen.vectors.row(c)[i];
    }
    return result;
}

double shareOfFirst(const std::vector<double> &values, std::size_t count)
{
    const auto sum = [&](std::size_t end) {
        return std::accumulate(values.begin(), values.begin() + std::ptrdiff_t(end), 0.0);
    };
    const double all = sum(values.size());
    return all > 0 ? sum(count) / all : 1;
}

} // namespace

Reduced principalComponents(const FeatureRows &features, std::size_t components)
{
    const DenseMatrix rows = centred(features);
    const bool wide = rows.rows < rows.columns;
    const SymmetricEigen eigen = symmetricEigen(wide ? timesTransposed(rows, rows) : gramMatrix(rows));
    const std::size_t kept = std::min(components, eigen.values.size());
    return {wide ? fromRowProducts(eigen, kept) : timesTransposed(rows, firstRows(eigen.vectors, kept)),
            shareOfFirst(eigen.values, kept)};
}

} // namespace mutascope
