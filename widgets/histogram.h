// SPDX-License-Identifier: GPL-3.0-or-later
// Counts of values in equally wide bins, the same bins for every series.
#pragma once

#include <vector>

namespace mutascope::widgets {

struct Histogram {
    double low = 0;
    double width = 1; // of a bin
    std::vector<std::vector<int>> counts; // series, then bins
    double center(int bin) const { return low + (bin + 0.5) * width; }
};

// Values must be finite. The largest one belongs to the last bin; where all are equal, to the middle one.
Histogram histogramOf(const std::vector<std::vector<float>> &series, int bins);

} // namespace mutascope::widgets
