// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/kernel_distance.h"
#include "core/base/error.h"
#include "core/model/torch/matrix_product.h"
#include <algorithm>
#include <numeric>

namespace mutascope {

namespace {

double kernel(double product, double width)
{
    const double value = product / width + 1;
    return value * value * value;
}

double kernelSum(const DenseMatrix &a, const DenseMatrix &b)
{
    const DenseMatrix products = timesTransposed(a, b);
    const double width = double(a.columns);
    return std::accumulate(products.values.begin(), products.values.end(), 0.0,
                           [width](double sum, double product) { return sum + kernel(product, width); });
}

// Mean of the kernel over pairs of different rows.
double meanWithin(const DenseMatrix &a)
{
    double diagonal = 0;
    for (std::size_t i = 0; i < a.rows; ++i) {
        const auto row = a.row(i);
        diagonal += kernel(std::inner_product(row.begin(), row.end(), row.begin(), 0.0), double(a.columns));
    }
    return (kernelSum(a, a) - diagonal) / (double(a.rows) * double(a.rows - 1));
}

double squaredDiscrepancy(const DenseMatrix &a, const DenseMatrix &b)
{
    return meanWithin(a) + meanWithin(b) - 2 * kernelSum(a, b) / (double(a.rows) * double(b.rows));
}

// The first `count` of a random order (Fisher and Yates).
DenseMatrix drawn(const FeatureRows &rows, std::size_t count, Rng rng)
{
    std::vector<std::size_t> order(rows.count);
    std::iota(order.begin(), order.end(), std::size_t{0});
    DenseMatrix result(count, rows.width);
    for (std::size_t i = 0; i < count; ++i) {
        std::swap(order[i], order[i + rng.below(std::uint32_t(rows.count - i))]);
        std::ranges::copy(rows.row(order[i]), result.row(i).begin());
    }
    return result;
}

} // namespace

SubsetPlan planSubsets(std::size_t countA, std::size_t countB, std::size_t subsets, std::size_t size)
{
    return {std::max(countA, countB) <= size ? 1 : subsets, std::min(countA, size), std::min(countB, size)};
}

std::vector<double> kernelDistances(const FeatureRows &a, const FeatureRows &b, const SubsetPlan &plan,
                                    const Rng &rng)
{
    if (a.width != b.width || std::min(plan.ofA, plan.ofB) < 2 || plan.ofA > a.count || plan.ofB > b.count)
        throw Error(ErrorCode::Internal, "deep features do not fit the subsets that are to be compared");
    std::vector<double> distances;
    for (std::size_t i = 0; i < plan.subsets; ++i)
        distances.push_back(
            squaredDiscrepancy(drawn(a, plan.ofA, rng.sub(2 * i)), drawn(b, plan.ofB, rng.sub(2 * i + 1))));
    return distances;
}

} // namespace mutascope
