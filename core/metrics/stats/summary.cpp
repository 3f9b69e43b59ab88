// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/stats/summary.h"
#include "core/base/error.h"
#include <algorithm>
#include <cmath>
#include <numeric>

namespace mutascope {

namespace {

double meanOf(std::span<const double> values)
{
    return std::accumulate(values.begin(), values.end(), 0.0) / double(values.size());
}

double deviationOf(std::span<const double> values, double mean)
{
    double squares = 0;
    for (const double value : values)
        squares += (value - mean) * (value - mean);
    return values.size() < 2 ? 0 : std::sqrt(squares / double(values.size() - 1));
}

} // namespace

void requireFinite(std::span<const double> values)
{
    if (!std::ranges::all_of(values, [](double value) { return std::isfinite(value); }))
        throw Error(ErrorCode::Internal, "a statistic was asked of values that are not all finite");
}

double quantile(std::span<const double> sorted, double share)
{
    const double position = share * double(sorted.size() - 1);
    const auto below = std::size_t(position);
    const std::size_t above = std::min(below + 1, sorted.size() - 1);
    return std::lerp(sorted[below], sorted[above], position - double(below));
}

Summary summarise(std::span<const double> values)
{
    if (values.empty())
        throw Error(ErrorCode::Internal, "a statistic was asked of no values");
    requireFinite(values);
    std::vector<double> sorted(values.begin(), values.end());
    std::ranges::sort(sorted);
    const double mean = meanOf(values);
    return {values.size(),
            mean,
            deviationOf(values, mean),
            sorted.front(),
            quantile(sorted, 0.25),
            quantile(sorted, 0.5),
            quantile(sorted, 0.75),
            sorted.back()};
}

} // namespace mutascope
