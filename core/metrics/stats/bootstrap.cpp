// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/stats/bootstrap.h"
#include "core/base/error.h"
#include "core/base/rng.h"
#include "core/metrics/stats/summary.h"
#include <algorithm>

namespace mutascope {

namespace {

std::vector<std::size_t> resampled(std::size_t count, Rng rng)
{
    std::vector<std::size_t> items(count);
    for (std::size_t &item : items)
        item = rng.below(std::uint32_t(count));
    return items;
}

Interval percentiles(std::vector<double> values, double level)
{
    std::ranges::sort(values);
    return {quantile(values, (1 - level) / 2), quantile(values, (1 + level) / 2)};
}

double meanAt(const std::vector<std::vector<double>> &curves, std::span<const std::size_t> runs,
              std::size_t point)
{
    double sum = 0;
    for (const std::size_t run : runs)
        sum += curves[run][point];
    return sum / double(runs.size());
}

void requireSameLength(const std::vector<std::vector<double>> &curves)
{
    for (const std::vector<double> &curve : curves) {
        requireFinite(curve);
        if (curve.size() != curves.front().size())
            throw Error(ErrorCode::Internal, "curves of a band differ in length");
    }
}

} // namespace

std::optional<Interval>
bootstrapInterval(std::size_t count,
                  const std::function<std::optional<double>(std::span<const std::size_t>)> &statistic,
                  const BootstrapOptions &options)
{
    if (count == 0)
        return std::nullopt;
    const Rng rng(options.seed);
    std::vector<double> values;
    for (std::size_t i = 0; i < options.resamples; ++i)
        if (const auto value = statistic(resampled(count, rng.sub(i))))
            values.push_back(*value);
    if (values.empty() || values.size() * 2 < options.resamples)
        return std::nullopt;
    return percentiles(std::move(values), options.level);
}

CurveBand bootstrapBand(const std::vector<std::vector<double>> &curves, const BootstrapOptions &options)
{
    CurveBand band;
    if (curves.empty())
        return band;
    requireSameLength(curves);
    std::vector<std::vector<std::size_t>> resamples; // whole runs: the points of a curve belong together
    const Rng rng(options.seed);
    for (std::size_t i = 0; i < options.resamples; ++i)
        resamples.push_back(resampled(curves.size(), rng.sub(i)));
    std::vector<double> means(options.resamples);
    for (std::size_t point = 0; point < curves.front().size(); ++point) {
        std::ranges::transform(resamples, means.begin(),
                               [&](const auto &runs) { return meanAt(curves, runs, point); });
        const Interval interval = percentiles(means, options.level);
        double sum = 0;
        for (const std::vector<double> &curve : curves)
            sum += curve[point];
        band.low.push_back(interval.low);
        band.mean.push_back(sum / double(curves.size()));
        band.high.push_back(interval.high);
    }
    return band;
}

std::vector<double> steppedAt(std::span<const double> x, std::span<const double> y,
                              std::span<const double> points)
{
    if (x.size() != y.size())
        throw Error(ErrorCode::Internal, "a curve has another number of values than of points");
    std::vector<double> values;
    for (const double point : x.empty() ? std::span<const double>{} : points) {
        const auto beyond = std::ranges::upper_bound(x, point) - x.begin();
        values.push_back(y[std::size_t(std::max<std::ptrdiff_t>(beyond - 1, 0))]);
    }
    return values;
}

} // namespace mutascope
