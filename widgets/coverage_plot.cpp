// SPDX-License-Identifier: GPL-3.0-or-later
// Coverage and failing tests of several runs over time, model calls or tests: data, readout and choices.
#include "widgets/coverage_plot.h"

#include "widgets/coverage_plot_p.h"
#include "widgets/formats.h"

#include <QActionGroup>
#include <QMenu>
#include <algorithm>

namespace mutascope::widgets {

CoveragePlot::CoveragePlot(QWidget *parent)
    : PlotPanel(tr("Plot of coverage and failing tests"), tr("No coverage recorded yet"), parent),
      m_d(std::make_unique<Private>())
{
    m_d->owner = this;
    m_d->panel = m_panel.get();
    m_panel->redraw();
}

CoveragePlot::~CoveragePlot() = default;

void CoveragePlot::addSeries(const QString &id, const QString &name, SeriesKind kind)
{
    if (hasSeries(id))
        return setSeriesName(id, name);
    m_d->points[id] = {};
    m_panel->addSeries(id, name, kind == SeriesKind::Coverage ? Side::Left : Side::Right);
}

void CoveragePlot::removeSeries(const QString &id)
{
    PlotPanel::removeSeries(id);
    m_d->points.erase(id);
}

void CoveragePlot::appendPoint(const QString &id, const SeriesPoint &point)
{
    const auto found = m_d->points.find(id);
    if (found == m_d->points.end())
        return;
    found->second.push_back(point);
    m_panel->schedule();
}

void CoveragePlot::setPoints(const QString &id, std::vector<SeriesPoint> points)
{
    const auto found = m_d->points.find(id);
    if (found == m_d->points.end())
        return;
    found->second = std::move(points);
    m_panel->schedule();
}

const std::vector<SeriesPoint> &CoveragePlot::points(const QString &id) const
{
    static const std::vector<SeriesPoint> kNone;
    const auto found = m_d->points.find(id);
    return found == m_d->points.end() ? kNone : found->second;
}

void CoveragePlot::clear()
{
    m_d->points.clear();
    PlotPanel::clear();
}

void CoveragePlot::clearPoints()
{
    for (auto &[id, points] : m_d->points)
        points.clear();
    resetView();
}

CoveragePlot::XAxis CoveragePlot::xAxis() const
{
    return m_d->xAxis;
}

void CoveragePlot::setXAxis(XAxis axis)
{
    if (axis == m_d->xAxis)
        return;
    m_d->xAxis = axis;
    m_panel->hover(QPoint(-1, -1));
    resetView();
    Q_EMIT xAxisChanged();
}

CoveragePlot::YMode CoveragePlot::yMode() const
{
    return m_d->yMode;
}

void CoveragePlot::setYMode(YMode mode)
{
    m_d->yMode = mode;
    m_panel->schedule();
}

void CoveragePlot::setYLabel(const QString &label)
{
    m_d->yLabel = label;
    m_panel->schedule();
}

bool CoveragePlot::isEmpty() const
{
    return std::all_of(m_d->points.begin(), m_d->points.end(),
                       [](const auto &entry) { return entry.second.empty(); });
}

QString CoveragePlot::Private::positionText(double at) const
{
    const QLocale locale = owner->locale();
    switch (xAxis) {
    case PlotAxis::Time:
        return at < 60.0 ? tr("%1 s").arg(locale.toString(at, 'f', 1)) : formatDuration(at);
    case PlotAxis::Calls:
        return tr("%1 model calls").arg(locale.toString(qRound64(at)));
    case PlotAxis::Tests:
        return tr("%1 tests").arg(locale.toString(qRound64(at)));
    }
    return {};
}

QString CoveragePlot::Private::valueText(const Series &one, double value) const
{
    const QLocale locale = owner->locale();
    if (one.side == Side::Right)
        return locale.toString(qRound64(value));
    return yMode == YMode::Percent ? formatPercent(locale, value) : locale.toString(value, 'g', 6);
}

// The last point at or before the position: what was known then, never an interpolation.
QString CoveragePlot::readoutAt(double position) const
{
    QStringList parts{m_d->positionText(position)};
    for (const Panel::Series &one : m_panel->series) {
        const std::vector<SeriesPoint> &all = points(one.id);
        const auto after = std::partition_point(all.begin(), all.end(), [&](const SeriesPoint &point) {
            return axisValue(point, m_d->xAxis) <= position;
        });
        if (after == all.begin() || !one.graph->visible())
            continue;
        parts << QStringLiteral("%1 %2").arg(one.name, m_d->valueText(one, std::prev(after)->value));
    }
    return parts.size() > 1 ? parts.join(QStringLiteral("  ·  ")) : QString();
}

QByteArray CoveragePlot::csv() const
{
    QByteArray text("series,seconds,calls,tests,value\n");
    for (const Panel::Series &one : m_panel->series)
        text += csvLines(m_panel->exportName(one), points(one.id));
    return text;
}

void CoveragePlot::addChoices(QMenu &menu)
{
    auto *axes = new QActionGroup(&menu);
    const auto addAxis = [&](const QString &text, PlotAxis axis) {
        QAction *action = menu.addAction(text, this, [this, axis] { setXAxis(axis); });
        action->setCheckable(true);
        action->setChecked(axis == m_d->xAxis);
        axes->addAction(action);
    };
    menu.addSection(tr("Horizontal axis"));
    addAxis(tr("&Time"), PlotAxis::Time);
    addAxis(tr("Model &Calls"), PlotAxis::Calls);
    addAxis(tr("T&ests"), PlotAxis::Tests);
}

} // namespace mutascope::widgets
