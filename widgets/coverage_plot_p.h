// SPDX-License-Identifier: GPL-3.0-or-later
// State of CoveragePlot: points and the choice of axes.
#pragma once

#include "widgets/coverage_plot.h"
#include "widgets/plot_panel_p.h"

#include <map>

namespace mutascope::widgets {

struct CoveragePlot::Private {
    using Series = Panel::Series;

    CoveragePlot *owner = nullptr;
    Panel *panel = nullptr;
    std::map<QString, std::vector<SeriesPoint>> points; // one list a series
    PlotAxis xAxis = PlotAxis::Time;
    YMode yMode = YMode::Percent;
    QString yLabel;

    QString positionText(double at) const;
    QString valueText(const Series &one, double value) const;

    // Drawing (coverage_plot_draw.cpp)
    QString xLabel() const;
    QString leftLabel() const;
    QCPRange dataRange() const;
    void updateGraph(Series &one);
    void updateAxes();
    QCPRange coverageRange() const;
    QCPRange failingRange() const;
};

} // namespace mutascope::widgets
