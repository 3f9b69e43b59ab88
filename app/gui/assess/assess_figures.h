// SPDX-License-Identifier: GPL-3.0-or-later
// The figures of an assessment as tables and plots show them.
#pragma once

#include "app/bridge/assess_values.h"
#include "widgets/band_plot.h"
#include "widgets/box_plot.h"
#include "widgets/metric_table.h"
#include "widgets/parallel_plot.h"

namespace mutascope::gui {

// Which figures are shown.
struct FigureFilter {
    enum class Kind { Main, All, Family };
    Kind kind = Kind::Main;
    QString family;

    bool accepts(const bridge::FigureInfo &figure) const;
};

QString figureTitle(const bridge::FigureInfo &figure); // "PSNR (dB)"
QString runsText(qint64 number); // "1 run", "5 runs"
QString figureNumber(double value, int digits = 4); // significant ones
widgets::MetricTableData tableOf(const bridge::AssessState &state, const FigureFilter &filter);
std::vector<widgets::BoxPlotData> boxesOf(const bridge::AssessState &state, const FigureFilter &filter);
widgets::ParallelPlotData parallelOf(const bridge::AssessState &state, const FigureFilter &filter);
// Those that have one; a series keeps its place, and so its colour, where it has none.
void showBands(widgets::BandPlot &plot, const std::vector<bridge::BandCurve> &curves);

} // namespace mutascope::gui
