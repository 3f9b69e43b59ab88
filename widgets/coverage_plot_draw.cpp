// SPDX-License-Identifier: GPL-3.0-or-later
// Coverage plot: axes and graphs.
#include "widgets/count_ticker.h"
#include "widgets/coverage_plot_p.h"

#include <algorithm>
#include <limits>

namespace mutascope::widgets {
namespace {

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

QCPRange padded(const QCPRange &range)
{
    const double pad = range.size() > 0.0 ? range.size() * 0.06 : std::max(std::abs(range.upper) * 0.06, 0.5);
    return {range.lower - pad, range.upper + pad};
}

} // namespace

void CoveragePlot::draw()
{
    m_panel->followX(m_d->dataRange());
    for (Panel::Series &one : m_panel->series)
        m_d->updateGraph(one);
    m_d->updateAxes();
}

QString CoveragePlot::Private::xLabel() const
{
    switch (xAxis) {
    case PlotAxis::Time:
        if (panel->plot->xAxis->range().upper < 120.0)
            return tr("time (s)");
        return panel->plot->xAxis->range().upper < 3600.0 ? tr("time (min:s)") : tr("time (h:min:s)");
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

QCPRange CoveragePlot::Private::dataRange() const
{
    double lower = std::numeric_limits<double>::infinity();
    double upper = -lower;
    for (const auto &[id, all] : points) {
        if (all.empty())
            continue;
        lower = std::min(lower, axisValue(all.front(), xAxis));
        upper = std::max(upper, axisValue(all.back(), xAxis));
    }
    if (lower > upper)
        return {0.0, 1.0};
    return {lower, upper > lower ? upper : lower + 1.0};
}

void CoveragePlot::Private::updateGraph(Series &one)
{
    const QCPRange range = panel->plot->xAxis->range();
    PlotCurve curve = decimate(points[one.id], xAxis, range.lower, range.upper, panel->buckets());
    if (one.side == Side::Left && yMode == YMode::Percent) {
        for (double &y : curve.y)
            y *= 100.0;
    }
    one.graph->setData(curve.x, curve.y, true);
}

void CoveragePlot::Private::updateAxes()
{
    QCustomPlot *plot = panel->plot;
    plot->xAxis->setTicker(tickerFor(xAxis, plot->xAxis->range().upper));
    plot->xAxis->setLabel(xLabel());
    plot->yAxis->setLabel(leftLabel());
    plot->yAxis2->setTicker(QSharedPointer<QCPAxisTicker>(new CountTicker));
    plot->yAxis2->setLabel(tr("failing tests"));
    plot->yAxis2->setVisible(panel->showsSide(Side::Right));
    panel->releaseAxes();
    panel->followY(Side::Left, coverageRange());
    panel->followY(Side::Right, failingRange());
}

QCPRange CoveragePlot::Private::coverageRange() const
{
    const bool percent = yMode == YMode::Percent;
    const std::optional<QCPRange> values = panel->valueRange(Side::Left);
    if (!values)
        return {0.0, percent ? 100.0 : 1.0};
    QCPRange range = padded(*values);
    if (percent && values->lower < values->lower - range.lower)
        range.lower = 0.0;
    if (percent && values->upper <= 100.0)
        range.upper = std::min(range.upper, 102.0);
    return range;
}

QCPRange CoveragePlot::Private::failingRange() const
{
    const std::optional<QCPRange> values = panel->valueRange(Side::Right);
    return values ? QCPRange(0.0, padded(*values).upper) : QCPRange(0.0, 1.0);
}

} // namespace mutascope::widgets
