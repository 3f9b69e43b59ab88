// SPDX-License-Identifier: GPL-3.0-or-later
// State of LossPlot: samples, the curves made of them, and what is drawn beside the series.
#pragma once

#include "widgets/loss_plot.h"
#include "widgets/plot_panel_p.h"

#include <map>

namespace mutascope::widgets {

struct LossPlot::Private {
    struct Loss {
        std::vector<LossSample> samples;
        PlotCurve plain; // as chosen, not smoothed
        PlotCurve shown;
        bool stale = true; // the curves are not those of the samples
        QCPGraph *faint = nullptr; // plain, behind a smoothed curve
    };

    LossPlot *owner = nullptr;
    Panel *panel = nullptr;
    std::map<QString, Loss> losses; // one a series
    QCPGraph *marks = nullptr; // of gaps
    XAxis xAxis = XAxis::Batch;
    bool logarithmic = false;
    double smoothing = 0.0;

    void makeCurves(Loss &loss) const;
    bool isSmooth() const { return smoothing > 0.0 && xAxis == XAxis::Batch; }

    // Drawing (loss_plot_draw.cpp)
    void updateGraph(Panel::Series &one);
    void updateAxes();
    void updateScale();
    void updateMarks();
    QString leftLabel() const;
    QString rightLabel() const;
    QCPRange dataRange() const;
    QCPRange lossRange() const;
};

} // namespace mutascope::widgets
