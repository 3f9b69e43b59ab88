// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstddef>
#include <span>
#include <vector>

namespace mutascope {

// Of a sample that is not empty.
struct Summary {
    std::size_t count = 0;
    double mean = 0;
    double deviation = 0; // of the sample (divided by count - 1); 0 for a single value
    double minimum = 0;
    double lowerQuartile = 0;
    double median = 0;
    double upperQuartile = 0;
    double maximum = 0;
    // As MetricValue has them.
    std::vector<double> quartiles() const { return {minimum, lowerQuartile, median, upperQuartile, maximum}; }
};

// Throws Error{Internal} where there is no value or one that is not finite.
Summary summarise(std::span<const double> values);

// Interpolated between the two nearest values (type 7 of Hyndman and Fan, 1996: what R and numpy do unless
// told otherwise). sorted: ascending, not empty; share in [0, 1].
double quantile(std::span<const double> sorted, double share);

// What every statistic asks of its samples. Throws Error{Internal}.
void requireFinite(std::span<const double> values);

} // namespace mutascope
