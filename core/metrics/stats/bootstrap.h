// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

// Efron, "Bootstrap Methods: Another Look at the Jackknife", Ann. Stat. 1979; percentile intervals. The same
// seed gives the same interval.
namespace mutascope {

struct BootstrapOptions {
    double level = 0.95;
    std::size_t resamples = 1000;
    std::uint64_t seed = 1;
};

struct Interval {
    double low = 0;
    double high = 0;
};

// statistic of which items (indices below count, with repetition); nothing where a resample has none, which
// is then left out. Nothing where less than half of the resamples have one.
std::optional<Interval>
bootstrapInterval(std::size_t count,
                  const std::function<std::optional<double>(std::span<const std::size_t>)> &statistic,
                  const BootstrapOptions &options = {});

// What the curves of several runs say about their mean, point by point.
struct CurveBand {
    std::vector<double> low;
    std::vector<double> mean;
    std::vector<double> high;
};

// curves[run][point], all over the same points. One run has no spread: low = mean = high. Empty without runs.
// Throws Error{Internal} where the curves differ in length.
CurveBand bootstrapBand(const std::vector<std::vector<double>> &curves, const BootstrapOptions &options = {});

// A curve that stays at a value until the next (coverage over calls), read at other points: the value of the
// last x that is not beyond. x ascending; before the first x the first value holds. Empty without points.
std::vector<double> steppedAt(std::span<const double> x, std::span<const double> y,
                              std::span<const double> points);

} // namespace mutascope
