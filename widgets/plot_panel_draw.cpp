// SPDX-License-Identifier: GPL-3.0-or-later
// Curves in one plot: colours, ranges and legend.
#include "widgets/colors.h"
#include "widgets/plot_export.h"
#include "widgets/plot_panel_p.h"

#include <algorithm>

namespace mutascope::widgets {
namespace {

constexpr double kHiddenAlpha = 0.35; // of a legend entry
constexpr int kLegendIcon = 60; // pixels beside a name

QCPAxis *axisOf(QCustomPlot *plot, PlotPanel::Side side)
{
    return side == PlotPanel::Side::Left ? plot->yAxis : plot->yAxis2;
}

} // namespace

QPalette PlotPanel::Panel::palette() const
{
    return printing ? printPalette() : owner->palette();
}

QColor PlotPanel::Panel::color(const Series &one) const
{
    return seriesColor(colorIndex(one), palette());
}

void PlotPanel::Panel::applyColors()
{
    const QPalette colors = palette();
    plot->setBackground(colors.color(QPalette::Base));
    for (QCPAxis *axis : {plot->xAxis, plot->yAxis})
        applyAxisColors(axis, colors, true);
    for (QCPAxis *axis : {plot->xAxis2, plot->yAxis2})
        applyAxisColors(axis, colors, false);
    plot->legend->setFont(owner->font());
    cursor->setPen(QPen(mixed(colors.color(QPalette::Base), colors.color(QPalette::Text), 0.5), 1));
    emptyText->setColor(colors.color(QPalette::PlaceholderText));
    emptyText->setFont(owner->font());
    for (const Series &one : series) {
        QPen pen(color(one), 2.0);
        pen.setStyle(one.side == Side::Right ? Qt::DashLine : Qt::SolidLine);
        one.graph->setPen(pen);
    }
    owner->applyOwnColors(colors);
}

// Its companion's, else its own place among the series of its side, or among all.
int PlotPanel::Panel::colorIndex(const Series &one) const
{
    const Series *companion = one.companion.isEmpty() ? nullptr : find(one.companion);
    const Series &model = companion != nullptr ? *companion : one;
    return int(std::count_if(series.data(), &model,
                             [&](const Series &s) { return !colorsBySide || s.side == model.side; }));
}

void PlotPanel::Panel::applyAxisColors(QCPAxis *axis, const QPalette &palette, bool grid)
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

bool PlotPanel::Panel::showsSide(Side side) const
{
    return std::any_of(series.begin(), series.end(),
                       [side](const Series &s) { return s.side == side && s.graph->visible(); });
}

void PlotPanel::Panel::followX(const QCPRange &range)
{
    if (!autoX->isChecked())
        return;
    settingRange = true;
    plot->xAxis->setRange(range);
    settingRange = false;
}

void PlotPanel::Panel::followY(Side side, const QCPRange &range)
{
    if (!autoY->isChecked())
        return;
    settingRange = true;
    axisOf(plot, side)->setRange(range);
    settingRange = false;
}

void PlotPanel::Panel::releaseAxes()
{
    const bool free = !autoY->isChecked();
    const QList<QCPAxis *> axes = free ? QList{plot->xAxis, plot->yAxis, plot->yAxis2} : QList{plot->xAxis};
    plot->axisRect()->setRangeDragAxes(axes);
    plot->axisRect()->setRangeZoomAxes(axes);
}

std::optional<QCPRange> PlotPanel::Panel::valueRange(Side side, QCP::SignDomain signs) const
{
    std::optional<QCPRange> total;
    for (const Series &one : series) {
        bool found = false;
        const QCPRange range = one.graph->getValueRange(found, signs, plot->xAxis->range());
        if (one.side == side && found && one.graph->visible())
            total = total ? total->expanded(range) : range;
    }
    return total;
}

int PlotPanel::Panel::buckets() const
{
    return std::max(400, plot->axisRect()->width());
}

void PlotPanel::Panel::updateLegend()
{
    emptyText->setVisible(owner->isEmpty());
    plot->legend->setVisible(!series.empty());
    plot->legend->setMargins(series.empty() ? QMargins() : QMargins(8, 6, 8, 2));
    const QColor text = palette().color(QPalette::Text);
    int widest = 1;
    for (int i = 0; i < plot->legend->itemCount(); ++i) {
        auto *item = qobject_cast<QCPPlottableLegendItem *>(plot->legend->item(i));
        if (item == nullptr)
            continue;
        QColor color = text;
        if (!item->plottable()->visible())
            color.setAlphaF(float(kHiddenAlpha));
        item->setTextColor(color);
        item->setFont(owner->font());
        const int wide = owner->fontMetrics().horizontalAdvance(item->plottable()->name());
        widest = std::max(widest, wide + kLegendIcon);
    }
    plot->legend->setWrap(std::clamp(plot->width() / widest, 1, std::max(1, plot->legend->itemCount())));
    plot->legend->setFillOrder(QCPLayoutGrid::foColumnsFirst, true);
}

} // namespace mutascope::widgets
