// SPDX-License-Identifier: GPL-3.0-or-later
// Coverage plot: the values under the mouse.
#include "widgets/coverage_plot_p.h"
#include "widgets/formats.h"

#include <QLabel>
#include <algorithm>

namespace mutascope::widgets {

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
    if (one.kind == SeriesKind::FailingTests)
        return locale.toString(qRound64(value));
    return yMode == YMode::Percent ? formatPercent(locale, value) : locale.toString(value, 'g', 6);
}

// The last point at or before the position: what was known then, never an interpolation.
QString CoveragePlot::readoutAt(double position) const
{
    QStringList parts{m_d->positionText(position)};
    for (const Private::Series &one : m_d->series) {
        const auto after
            = std::partition_point(one.points.begin(), one.points.end(), [&](const SeriesPoint &point) {
                  return axisValue(point, m_d->xAxis) <= position;
              });
        if (after == one.points.begin() || !one.graph->visible())
            continue;
        parts << QStringLiteral("%1 %2").arg(one.name, m_d->valueText(one, std::prev(after)->value));
    }
    return parts.size() > 1 ? parts.join(QStringLiteral("  ·  ")) : QString();
}

QString CoveragePlot::readoutText() const
{
    return m_d->readoutText;
}

void CoveragePlot::Private::hover(const QPoint &position)
{
    const bool inside = plot->axisRect()->rect().contains(position);
    const double at = plot->xAxis->pixelToCoord(position.x());
    readoutText = inside ? owner->readoutAt(at) : QString();
    cursor->point1->setCoords(at, 0.0);
    cursor->point2->setCoords(at, 1.0);
    const bool shown = !readoutText.isEmpty();
    if (shown || cursor->visible())
        plot->replot(QCustomPlot::rpQueuedReplot);
    cursor->setVisible(shown);
    showReadout();
}

void CoveragePlot::Private::showReadout()
{
    const bool idle = readoutText.isEmpty();
    const QString text = idle
        ? tr("Point at the plot to read values · wheel zooms · dragging moves · double click shows all")
        : readoutText;
    readout->setText(readout->fontMetrics().elidedText(text, Qt::ElideRight, readout->width()));
    readout->setToolTip(readoutText);
    readout->setForegroundRole(idle ? QPalette::PlaceholderText : QPalette::WindowText);
}

} // namespace mutascope::widgets
