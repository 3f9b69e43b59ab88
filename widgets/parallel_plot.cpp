// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/parallel_plot.h"

#include "widgets/band_plot_style.h"

#include <QHelpEvent>
#include <QLocale>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <QToolTip>
#include <algorithm>
#include <cmath>
#include <limits>

namespace mutascope::widgets {

namespace {

constexpr double nearEnough = 8; // pixels from a line
constexpr double fadedAlpha = 0.18;
constexpr int headLines = 3;
constexpr int axisRoom = 70; // pixels at least

QString number(double value)
{
    const bool large = std::abs(value) >= 1000 && std::abs(value) < 1e9;
    return large ? QLocale().toString(value, 'f', 0) : QLocale().toString(value, 'g', 3);
}

double distanceTo(const QPointF &point, const QPointF &from, const QPointF &to)
{
    const QPointF way = to - from;
    const double length = QPointF::dotProduct(way, way);
    const double share
        = length > 0 ? std::clamp(QPointF::dotProduct(point - from, way) / length, 0.0, 1.0) : 0.0;
    const QPointF gap = point - (from + share * way);
    return std::hypot(gap.x(), gap.y());
}

} // namespace

ParallelPlot::ParallelPlot(QWidget *parent) : QWidget(parent)
{
    setMouseTracking(true);
    setAccessibleName(tr("Parallel coordinates"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

void ParallelPlot::setData(ParallelPlotData data)
{
    m_data = {{}, {}};
    m_ranges.clear();
    for (const ParallelPlotData::Line &line : data.lines)
        m_data.lines.push_back({line.name, {}});
    for (std::size_t axis = 0; axis < data.axes.size(); ++axis) {
        double low = std::numeric_limits<double>::max();
        double high = std::numeric_limits<double>::lowest();
        int values = 0;
        for (const ParallelPlotData::Line &line : data.lines) {
            if (axis >= line.values.size() || !line.values[axis])
                continue;
            low = std::min(low, *line.values[axis]);
            high = std::max(high, *line.values[axis]);
            ++values;
        }
        if (values < 2)
            continue;
        m_data.axes.push_back(data.axes[axis]);
        m_ranges.push_back({low, high});
        for (std::size_t line = 0; line < data.lines.size(); ++line)
            m_data.lines[line].values.push_back(
                axis < data.lines[line].values.size() ? data.lines[line].values[axis] : std::nullopt);
    }
    m_highlighted = -1;
    updateGeometry();
    update();
}

void ParallelPlot::setHighlighted(int line)
{
    if (line == m_highlighted)
        return;
    m_highlighted = line;
    update();
}

QSize ParallelPlot::minimumSizeHint() const
{
    return {std::max(420, int(m_data.axes.size()) * axisRoom + 80), 320};
}

QSize ParallelPlot::sizeHint() const
{
    return minimumSizeHint().expandedTo({700, 420});
}

QRectF ParallelPlot::plotArea() const
{
    const double line = fontMetrics().lineSpacing();
    return QRectF(rect()).adjusted(56, line * (headLines + 1) + 14, -56, -line * 3 - 22);
}

double ParallelPlot::axisX(std::size_t axis, const QRectF &area) const
{
    const auto gaps = double(std::max<std::size_t>(1, m_data.axes.size() - 1));
    return area.left() + area.width() * double(axis) / gaps;
}

std::optional<QPointF> ParallelPlot::spot(std::size_t line, std::size_t axis, const QRectF &area) const
{
    const std::optional<double> value = m_data.lines[line].values[axis];
    if (!value)
        return std::nullopt;
    const Range &range = m_ranges[axis];
    double share = range.high > range.low ? (*value - range.low) / (range.high - range.low) : 0.5;
    if (!m_data.axes[axis].higherIsBetter)
        share = 1 - share;
    return QPointF(axisX(axis, area), area.bottom() - share * area.height());
}

void ParallelPlot::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(rect(), palette().color(QPalette::Base));
    const QRectF area = plotArea();
    if (m_data.axes.empty()) {
        painter.setPen(palette().color(QPalette::PlaceholderText));
        painter.drawText(rect(), Qt::AlignCenter, tr("Two generators with figures are needed"));
        return;
    }
    drawAxes(painter, area);
    for (std::size_t line = 0; line < m_data.lines.size(); ++line)
        if (int(line) != m_highlighted)
            drawLine(painter, area, line);
    if (m_highlighted >= 0)
        drawLine(painter, area, std::size_t(m_highlighted));
    drawLegend(painter, area);
}

void ParallelPlot::drawAxes(QPainter &painter, const QRectF &area) const
{
    const double line = fontMetrics().lineSpacing();
    const double room = m_data.axes.size() > 1 ? axisX(1, area) - area.left() - 6 : area.width();
    for (std::size_t axis = 0; axis < m_data.axes.size(); ++axis) {
        const double x = axisX(axis, area);
        const bool higher = m_data.axes[axis].higherIsBetter;
        painter.setPen(
            QPen(mixed(palette().color(QPalette::Base), palette().color(QPalette::Text), 0.45), 1));
        painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()));
        painter.setPen(palette().color(QPalette::Text));
        const QRectF head(x - room / 2, 4, room, line * headLines);
        painter.drawText(head, Qt::AlignHCenter | Qt::AlignBottom | Qt::TextWordWrap, m_data.axes[axis].name);
        painter.setPen(palette().color(QPalette::PlaceholderText));
        const Range &range = m_ranges[axis];
        painter.drawText(QRectF(x - room / 2, area.top() - line - 4, room, line), Qt::AlignCenter,
                         number(higher ? range.high : range.low));
        painter.drawText(QRectF(x - room / 2, area.bottom() + 4, room, line), Qt::AlignCenter,
                         number(higher ? range.low : range.high));
    }
}

// Broken where the line has no value.
void ParallelPlot::drawLine(QPainter &painter, const QRectF &area, std::size_t line) const
{
    const bool strong = int(line) == m_highlighted;
    QPen pen = seriesPen(int(line), palette(), strong ? 3.4 : 2);
    QColor color = pen.color();
    if (m_highlighted >= 0 && !strong)
        color.setAlphaF(float(fadedAlpha));
    pen.setColor(color);
    QPainterPath path;
    bool joined = false;
    QList<QPointF> spots;
    for (std::size_t axis = 0; axis < m_data.axes.size(); ++axis) {
        const std::optional<QPointF> at = spot(line, axis, area);
        if (at && joined)
            path.lineTo(*at);
        else if (at)
            path.moveTo(*at);
        if (at)
            spots.append(*at);
        joined = at.has_value();
    }
    painter.setPen(pen);
    painter.setBrush(Qt::NoBrush);
    painter.drawPath(path);
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    for (const QPointF &at : std::as_const(spots))
        painter.drawEllipse(at, strong ? 4.5 : 3.2, strong ? 4.5 : 3.2);
}

void ParallelPlot::drawLegend(QPainter &painter, const QRectF &area) const
{
    const double line = fontMetrics().lineSpacing();
    double x = 12;
    double y = area.bottom() + line + 18;
    for (std::size_t i = 0; i < m_data.lines.size(); ++i) {
        const QString &name = m_data.lines[i].name;
        const double wide = 28 + fontMetrics().horizontalAdvance(name) + 16;
        if (x + wide > width() && x > 12) {
            x = 12;
            y += line;
        }
        painter.setPen(seriesPen(int(i), palette(), 3));
        painter.drawLine(QPointF(x, y), QPointF(x + 22, y));
        QFont nameFont = font();
        nameFont.setBold(int(i) == m_highlighted);
        painter.setFont(nameFont);
        painter.setPen(palette().color(QPalette::Text));
        painter.drawText(QPointF(x + 28, y + fontMetrics().ascent() / 2.0 - 1), name);
        x += wide;
    }
    painter.setFont(font());
}

int ParallelPlot::lineAt(const QPointF &position) const
{
    const QRectF area = plotArea();
    double nearest = nearEnough;
    int found = -1;
    for (std::size_t line = 0; line < m_data.lines.size(); ++line)
        for (std::size_t axis = 0; axis + 1 < m_data.axes.size(); ++axis) {
            const std::optional<QPointF> from = spot(line, axis, area);
            const std::optional<QPointF> to = spot(line, axis + 1, area);
            if (!from || !to)
                continue;
            const double gap = distanceTo(position, *from, *to);
            if (gap < nearest) {
                nearest = gap;
                found = int(line);
            }
        }
    return found;
}

void ParallelPlot::mouseMoveEvent(QMouseEvent *event)
{
    setHighlighted(lineAt(event->position()));
}

void ParallelPlot::leaveEvent(QEvent *)
{
    setHighlighted(-1);
}

// The figures of the line at the nearest axis.
bool ParallelPlot::event(QEvent *event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto *help = static_cast<QHelpEvent *>(event);
    const int line = lineAt(help->pos());
    QString text;
    if (line >= 0) {
        const QRectF area = plotArea();
        const double gap = m_data.axes.size() > 1 ? axisX(1, area) - axisX(0, area) : 1;
        const auto axis = std::size_t(
            std::clamp(std::lround((help->pos().x() - area.left()) / gap), 0L, long(m_data.axes.size()) - 1));
        const std::optional<double> value = m_data.lines[std::size_t(line)].values[axis];
        text = tr("%1 · %2: %3 %4")
                   .arg(m_data.lines[std::size_t(line)].name, m_data.axes[axis].name,
                        value ? QLocale().toString(*value, 'g', 4) : QStringLiteral("–"),
                        m_data.axes[axis].unit);
    }
    QToolTip::showText(help->globalPos(), text.trimmed(), this);
    return true;
}

} // namespace mutascope::widgets
