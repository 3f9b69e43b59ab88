// SPDX-License-Identifier: GPL-3.0-or-later
// Coverage plot: colours, axes and graphs.
#include "widgets/colors.h"
#include "widgets/count_ticker.h"
#include "widgets/coverage_plot_p.h"

#include <algorithm>
#include <limits>

namespace mutascope::widgets {
namespace {

using Kind = CoveragePlot::SeriesKind;

// Series of failing tests are dashed.
QPen seriesPen(int index, Kind kind, const QPalette &palette)
{
    QPen pen(seriesColor(index, palette), 2.0);
    if (kind == Kind::FailingTests)
        pen.setStyle(Qt::DashLine);
    return pen;
}

QSharedPointer<QCPAxisTicker> tickerFor(PlotAxis axis, double upper)
{
    if (axis != PlotAxis::Time)
        return QSharedPointer<QCPAxisTicker>(new CountTicker);
    if (upper < 120.0)
        return QSharedPointer<QCPAxisTicker>(new QCPAxisTicker);
    QSharedPointer<QCPAxisTickerTime> ticker(new QCPAxisTickerTime);
    ticker->setTimeFormat(upper < 3600.0 ? QStringLiteral("%m:%s") : QStringLiteral("%h:%m:%s"));
    return ticker;
}

} // namespace

void CoveragePlot::Private::applyColors(const QPalette &palette)
{
    plot->setBackground(palette.color(QPalette::Base));
    for (QCPAxis *axis : {plot->xAxis, plot->yAxis})
        applyAxisColors(axis, palette, true);
    for (QCPAxis *axis : {plot->xAxis2, plot->yAxis2})
        applyAxisColors(axis, palette, false);
    plot->legend->setFont(owner->font());
    cursor->setPen(QPen(mixed(palette.color(QPalette::Base), palette.color(QPalette::Text), 0.5), 1));
    emptyText->setColor(palette.color(QPalette::PlaceholderText));
    emptyText->setFont(owner->font());
    for (const Series &one : series)
        one.graph->setPen(seriesPen(colorIndex(one), one.kind, palette));
}

// Its companion's, else its own place among the series of its kind.
int CoveragePlot::Private::colorIndex(const Series &one) const
{
    const Series *companion = one.companion.isEmpty() ? nullptr : find(one.companion);
    const Series &model = companion != nullptr ? *companion : one;
    return int(std::count_if(series.data(), &model, [&](const Series &s) { return s.kind == model.kind; }));
}

void CoveragePlot::Private::applyAxisColors(QCPAxis *axis, const QPalette &palette, bool grid)
{
    const QColor text = palette.color(QPalette::Text);
    const QPen line(mixed(palette.color(QPalette::Base), text, 0.6));
    axis->setBasePen(line);
    axis->setTickPen(line);
    axis->setSubTickPen(line);
    axis->setTickLabelColor(text);
    axis->setLabelColor(text);
    axis->setLabelFont(owner->font());
    axis->setTickLabelFont(owner->font());
    axis->grid()->setVisible(grid);
    axis->grid()->setPen(QPen(gridColor(palette), 0, Qt::DotLine));
    axis->grid()->setZeroLinePen(QPen(gridColor(palette), 0));
}

QString CoveragePlot::Private::xLabel() const
{
    switch (xAxis) {
    case PlotAxis::Time:
        if (plot->xAxis->range().upper < 120.0)
            return tr("time (s)");
        return plot->xAxis->range().upper < 3600.0 ? tr("time (min:s)") : tr("time (h:min:s)");
    case PlotAxis::Calls:
        return tr("model calls");
    case PlotAxis::Tests:
        return tr("tests");
    }
    return {};
}

QString CoveragePlot::Private::leftLabel() const
{
    const QString label = yLabel.isEmpty() ? tr("coverage") : yLabel;
    return yMode == YMode::Percent ? tr("%1 (%)").arg(label) : label;
}

QCPRange CoveragePlot::Private::dataRangeX() const
{
    double lower = std::numeric_limits<double>::infinity();
    double upper = -lower;
    for (const Series &one : series) {
        if (one.points.empty())
            continue;
        lower = std::min(lower, axisValue(one.points.front(), xAxis));
        upper = std::max(upper, axisValue(one.points.back(), xAxis));
    }
    if (lower > upper)
        return {0.0, 1.0};
    return {lower, upper > lower ? upper : lower + 1.0};
}

void CoveragePlot::Private::updateXRange()
{
    if (!autoX->isChecked())
        return;
    settingRange = true;
    plot->xAxis->setRange(dataRangeX());
    settingRange = false;
}

void CoveragePlot::Private::updateGraph(Series &one)
{
    const int width = std::max(400, plot->axisRect()->width());
    const QCPRange range = plot->xAxis->range();
    PlotCurve curve = decimate(one.points, xAxis, range.lower, range.upper, width);
    if (one.kind == Kind::Coverage && yMode == YMode::Percent) {
        for (double &y : curve.y)
            y *= 100.0;
    }
    one.graph->setData(curve.x, curve.y, true);
}

void CoveragePlot::Private::updateAxes()
{
    plot->xAxis->setTicker(tickerFor(xAxis, plot->xAxis->range().upper));
    plot->xAxis->setLabel(xLabel());
    plot->yAxis2->setLabel(tr("failing tests"));
    plot->yAxis->setLabel(leftLabel());
    const auto failing = [](const Series &s) { return s.kind == Kind::FailingTests && s.graph->visible(); };
    plot->yAxis2->setVisible(std::any_of(series.begin(), series.end(), failing));
    const bool free = !autoY->isChecked();
    const QList<QCPAxis *> axes = free ? QList{plot->xAxis, plot->yAxis, plot->yAxis2} : QList{plot->xAxis};
    plot->axisRect()->setRangeDragAxes(axes);
    plot->axisRect()->setRangeZoomAxes(axes);
    if (free)
        return;
    settingRange = true;
    updateYRange(plot->yAxis, Kind::Coverage);
    updateYRange(plot->yAxis2, Kind::FailingTests);
    settingRange = false;
}

void CoveragePlot::Private::updateLegend()
{
    const bool points
        = std::any_of(series.begin(), series.end(), [](const Series &s) { return !s.points.empty(); });
    emptyText->setVisible(!points);
    plot->legend->setVisible(!series.empty());
    plot->legend->setMargins(series.empty() ? QMargins() : QMargins(8, 6, 8, 2));
    int widest = 1;
    const QColor text = owner->palette().color(QPalette::Text);
    for (const Series &one : series) {
        widest = std::max(widest, owner->fontMetrics().horizontalAdvance(one.name) + 60);
        QCPAbstractLegendItem *item = plot->legend->itemWithPlottable(one.graph);
        QColor color = printing ? QColor(Qt::black) : text;
        if (!one.graph->visible())
            color.setAlphaF(0.35F);
        item->setTextColor(color);
        item->setFont(owner->font());
    }
    plot->legend->setWrap(
        std::clamp(plot->width() / widest, 1, std::max(1, static_cast<int>(series.size()))));
    plot->legend->setFillOrder(QCPLayoutGrid::foColumnsFirst, true);
}

void CoveragePlot::Private::updateYRange(QCPAxis *axis, SeriesKind kind)
{
    QCPRange total;
    bool any = false;
    for (const Series &one : series) {
        bool found = false;
        const QCPRange range = one.graph->getValueRange(found, QCP::sdBoth, plot->xAxis->range());
        if (one.kind != kind || !found || !one.graph->visible())
            continue;
        total = any ? total.expanded(range) : range;
        any = true;
    }
    const bool percent = kind == Kind::Coverage && yMode == YMode::Percent;
    if (!any)
        return axis->setRange(0.0, percent ? 100.0 : 1.0);
    const double pad = total.size() > 0.0 ? total.size() * 0.06 : std::max(std::abs(total.upper) * 0.06, 0.5);
    const double lower
        = kind == Kind::FailingTests || (percent && total.lower < pad) ? 0.0 : total.lower - pad;
    axis->setRange(lower,
                   percent && total.upper <= 100.0 ? std::min(total.upper + pad, 102.0) : total.upper + pad);
}

} // namespace mutascope::widgets
