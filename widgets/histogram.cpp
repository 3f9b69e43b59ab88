// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/histogram.h"

#include <algorithm>
#include <limits>

namespace mutascope::widgets {

Histogram histogramOf(const std::vector<std::vector<float>> &series, int bins)
{
    double low = std::numeric_limits<double>::max();
    double high = std::numeric_limits<double>::lowest();
    for (const std::vector<float> &values : series)
        for (const float value : values) {
            low = std::min(low, double(value));
            high = std::max(high, double(value));
        }
    Histogram histogram;
    histogram.counts.assign(series.size(), std::vector<int>(std::size_t(bins)));
    if (low > high)
        return histogram;
    if (low == high) { // a bin must have a width
        low -= 0.5;
        high += 0.5;
    }
    histogram.low = low;
    histogram.width = (high - low) / bins;
    for (std::size_t i = 0; i < series.size(); ++i)
        for (const float value : series[i]) {
            const int bin = int((double(value) - low) / histogram.width);
            ++histogram.counts[i][std::size_t(std::clamp(bin, 0, bins - 1))];
        }
    return histogram;
}

} // namespace mutascope::widgets
