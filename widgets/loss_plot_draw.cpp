// SPDX-License-Identifier: GPL-3.0-or-later
// Losses of a training: graphs, marks and axes.
#include "widgets/colors.h"
#include "widgets/count_ticker.h"
#include "widgets/loss_plot_p.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace mutascope::widgets {
namespace {

constexpr double kPad = 0.06; // of a range, above and below the data
constexpr double kMarkHeight = 0.03; // of the axis, above its foot
constexpr double kFaint = 0.3; // opacity behind a smoothed curve

QCPRange padded(const QCPRange &range)
{
    const double pad
        = range.size() > 0.0 ? range.size() * kPad : std::max(std::abs(range.upper) * kPad, 1e-6);
    const double lower = range.lower - pad;
    return {range.lower >= 0.0 && lower < 0.0 ? 0.0 : lower, range.upper + pad};
}

QCPRange paddedLogarithmic(const QCPRange &range)
{
    const double factor = std::max(std::pow(range.upper / range.lower, kPad), 1.1);
    return {range.lower / factor, range.upper * factor};
}

// What a logarithmic axis has no place for.
qsizetype dropNonPositive(PlotCurve &curve)
{
    qsizetype dropped = 0;
    for (double &y : curve.y) {
        if (y > 0.0 || std::isnan(y))
            continue;
        y = std::numeric_limits<double>::quiet_NaN();
        ++dropped;
    }
    return dropped;
}

} // namespace

void LossPlot::draw()
{
    for (auto &[id, loss] : m_d->losses)
        m_d->makeCurves(loss);
    m_panel->followX(m_d->dataRange());
    m_d->updateScale();
    for (Panel::Series &one : m_panel->series)
        m_d->updateGraph(one);
    m_d->updateAxes();
    m_d->updateMarks();
}

void LossPlot::applyOwnColors(const QPalette &palette)
{
    if (!m_d)
        return; // the panel is being made
    for (const Panel::Series &one : m_panel->series) {
        QColor color = m_panel->color(one);
        color.setAlphaF(float(kFaint));
        m_d->losses.at(one.id).faint->setPen(QPen(color, 1.0));
    }
    const QPen pen(accentColor(Accent::Error, palette), 2.0);
    m_d->marks->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssCross, pen, Qt::NoBrush, 9.0));
}

QCPRange LossPlot::Private::dataRange() const
{
    double lower = std::numeric_limits<double>::infinity();
    double upper = -lower;
    for (const auto &[id, loss] : losses) {
        if (loss.shown.x.isEmpty())
            continue;
        lower = std::min(lower, loss.shown.x.first());
        upper = std::max(upper, loss.shown.x.last());
    }
    if (lower > upper)
        return {0.0, 1.0};
    return {lower, upper > lower ? upper : lower + 1.0};
}

// Before there is data to fit, a logarithmic axis needs a range it can show.
void LossPlot::Private::updateScale()
{
    QCPAxis *axis = panel->plot->yAxis;
    const bool now = axis->scaleType() == QCPAxis::stLogarithmic;
    if (now == logarithmic)
        return;
    panel->settingRange = true;
    if (logarithmic)
        axis->setRange(0.1, 1.0);
    axis->setScaleType(logarithmic ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
    panel->settingRange = false;
    axis->setTicker(logarithmic ? QSharedPointer<QCPAxisTicker>(new QCPAxisTickerLog)
                                : QSharedPointer<QCPAxisTicker>(new QCPAxisTicker));
}

void LossPlot::Private::updateGraph(Panel::Series &one)
{
    Loss &loss = losses.at(one.id);
    const QCPRange range = panel->plot->xAxis->range();
    const auto set = [&](QCPGraph *graph, const PlotCurve &whole) {
        PlotCurve curve = decimate(whole, range.lower, range.upper, panel->buckets());
        for (double &y : curve.y)
            y *= one.side == Side::Right ? 100.0 : 1.0;
        if (one.side == Side::Left && logarithmic)
            dropNonPositive(curve);
        graph->setData(curve.x, curve.y, true);
    };
    set(one.graph, loss.shown);
    loss.faint->setVisible(isSmooth() && one.graph->visible());
    set(loss.faint, loss.faint->visible() ? loss.plain : PlotCurve());
    // A single point, such as the mean of the first epoch, makes no line.
    one.graph->setScatterStyle(loss.shown.x.size() == 1 || xAxis == XAxis::Epoch
                                   ? QCPScatterStyle(QCPScatterStyle::ssDisc, 5.0)
                                   : QCPScatterStyle());
}

void LossPlot::Private::updateAxes()
{
    QCustomPlot *plot = panel->plot;
    plot->xAxis->setTicker(QSharedPointer<QCPAxisTicker>(new CountTicker));
    plot->xAxis->setLabel(xAxis == XAxis::Batch ? tr("batch") : tr("epoch"));
    plot->yAxis->setLabel(leftLabel());
    plot->yAxis2->setLabel(rightLabel());
    plot->yAxis2->setVisible(panel->showsSide(Side::Right));
    panel->releaseAxes();
    panel->followY(Side::Left, lossRange());
    panel->followY(Side::Right, {0.0, 102.0});
}

QString LossPlot::Private::rightLabel() const
{
    QStringList names;
    for (const Panel::Series &one : panel->series)
        if (one.side == Side::Right)
            names.append(one.name);
    return names.size() == 1 ? tr("%1 (%)").arg(names.first()) : tr("share (%)");
}

QString LossPlot::Private::leftLabel() const
{
    if (!logarithmic)
        return tr("loss");
    qsizetype dropped = 0;
    for (const Panel::Series &one : panel->series) {
        if (one.side == Side::Right || !one.graph->visible())
            continue;
        PlotCurve curve = losses.at(one.id).shown;
        dropped += dropNonPositive(curve);
    }
    return dropped == 0 ? tr("loss (logarithmic)")
                        : tr("loss (logarithmic, without %1 values of 0 or less)")
                              .arg(owner->locale().toString(qint64(dropped)));
}

QCPRange LossPlot::Private::lossRange() const
{
    const QCP::SignDomain signs = logarithmic ? QCP::sdPositive : QCP::sdBoth;
    const std::optional<QCPRange> values = panel->valueRange(Side::Left, signs);
    if (logarithmic)
        return values ? paddedLogarithmic(*values) : QCPRange(0.1, 1.0);
    return values ? padded(*values) : QCPRange(0.0, 1.0);
}

// At the foot of the plot, wherever it was zoomed to; a few pixels apart, for a training that went on without
// numbers would be a wall of them.
void LossPlot::Private::updateMarks()
{
    const QCPRange shown = panel->plot->yAxis->range();
    const double foot = logarithmic ? shown.lower * std::pow(shown.upper / shown.lower, kMarkHeight)
                                    : shown.lower + kMarkHeight * shown.size();
    const double apart = panel->plot->xAxis->range().size() / panel->buckets() * 8.0;
    QVector<double> x;
    for (const double position : owner->gaps())
        if (x.isEmpty() || position - x.last() >= apart)
            x.append(position);
    marks->setData(x, QVector<double>(x.size(), foot), true);
    if (x.isEmpty())
        marks->removeFromLegend();
    else if (!panel->plot->legend->hasItemWithPlottable(marks))
        marks->addToLegend();
}

} // namespace mutascope::widgets
