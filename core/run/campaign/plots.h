// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/run/campaign/assessment_table.h"
#include "core/run/campaign/canvas.h"

namespace mutascope {

struct Plot {
    std::string title;
    std::string caption; // what bands, boxes and axes are
    double width = 500;
    double height = 260;
    std::function<void(Canvas &)> draw;
};

enum class Curve { Coverage, Failing };

// Mean over the repeats and its 95 % bootstrap band, over model calls.
Plot curvePlot(const Assessment &assessment, Curve what);
// A box a generator: quartiles, whiskers to the extremes, a dot for each repeat.
Plot boxPlot(const Comparison &comparison);
// Each metric an axis from its worst mean (bottom) to its best (top), each generator a line.
Plot parallelPlot(const std::vector<Comparison> &comparisons);

} // namespace mutascope
