// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/run/campaign/canvas.h"

namespace mutascope {

// From low to high with steps of 1, 2 or 5 times a power of ten.
struct Scale {
    Scale(double smallest, double largest);
    // Ends at the largest value, with or without a step there.
    static Scale endingAt(double largest);
    double share(double value) const { return (value - low) / (high - low); }
    double low = 0;
    double high = 1;
    double step = 0.25;
};

constexpr Colour gridColour{0.85, 0.85, 0.85, 1};
constexpr Colour quietColour{0.35, 0.35, 0.35, 1};

// The frame of a plot with its axes.
struct PlotArea {
    double left = 0, top = 0, right = 0, bottom = 0;
    double x(double share) const { return left + (right - left) * share; }
    double y(double share) const { return bottom - (bottom - top) * share; }
};

void drawVerticalAxis(Canvas &canvas, const PlotArea &area, const Scale &scale, const std::string &label);
void drawHorizontalAxis(Canvas &canvas, const PlotArea &area, const Scale &scale, const std::string &label);
// Coloured names in rows below y.
void drawLegend(Canvas &canvas, const PlotArea &area, double y, const std::vector<std::string> &names);

} // namespace mutascope
