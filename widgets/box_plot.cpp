// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/box_plot.h"

#include "widgets/band_plot_style.h"

#include <QEvent>
#include <QHelpEvent>
#include <QLocale>
#include <QPainter>
#include <QToolTip>
#include <algorithm>
#include <cmath>
#include <limits>

namespace mutascope::widgets {

namespace {

constexpr double boxShare = 0.5; // of the room of a group
constexpr double boxAlpha = 0.28;
constexpr int wantedTicks = 5;
constexpr double dotRadius = 2.5;

// 1, 2 or 5 times a power of ten.
double niceStep(double range)
{
    const double rough = range / wantedTicks;
    const double power = std::pow(10.0, std::floor(std::log10(rough)));
    const double digit = rough / power;
    return power * (digit <= 1 ? 1 : digit <= 2 ? 2 : digit <= 5 ? 5 : 10);
}

QString number(double value)
{
    return QLocale().toString(value, 'g', 4);
}

} // namespace

BoxPlot::BoxPlot(QWidget *parent) : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

void BoxPlot::setData(BoxPlotData data)
{
    m_data = std::move(data);
    double low = std::numeric_limits<double>::max();
    double high = std::numeric_limits<double>::lowest();
    for (const BoxPlotData::Box &box : m_data.boxes)
        if (box.quartiles.size() == 5) {
            low = std::min(low, box.quartiles.front());
            high = std::max(high, box.quartiles.back());
        }
    if (low > high)
        low = 0, high = 1;
    if (high - low <= 1e-12 * std::max(std::abs(low), 1e-300)) {
        const double half = std::max(std::abs(low) * 0.1, 1e-9);
        low -= half, high += half;
    }
    m_step = niceStep(high - low);
    m_low = std::floor(low / m_step) * m_step;
    m_high = std::ceil(high / m_step) * m_step;
    setAccessibleName(m_data.title);
    update();
}

QSize BoxPlot::minimumSizeHint() const
{
    return {300, 210};
}

QSize BoxPlot::sizeHint() const
{
    return {380, 240};
}

QRectF BoxPlot::plotArea() const
{
    int widest = 0;
    for (double tick = m_low; tick <= m_high + m_step / 2; tick += m_step)
        widest
            = std::max(widest, fontMetrics().horizontalAdvance(number(std::round(tick / m_step) * m_step)));
    const double line = fontMetrics().lineSpacing();
    return QRectF(rect()).adjusted(widest + 16, 2 * line + 8, -8, -line * 2 - 10);
}

double BoxPlot::y(double value, const QRectF &area) const
{
    return area.bottom() - (value - m_low) / (m_high - m_low) * area.height();
}

void BoxPlot::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(rect(), palette().color(QPalette::Base));
    const QRectF area = plotArea();
    drawAxis(painter, area);
    const double width = area.width() / double(std::max<std::size_t>(1, m_data.boxes.size()));
    for (int i = 0; i < int(m_data.boxes.size()); ++i) {
        const QRectF slot(area.left() + i * width, area.top(), width, area.height());
        drawBox(painter, slot, i);
        drawName(painter, slot, i);
    }
}

void BoxPlot::drawAxis(QPainter &painter, const QRectF &area) const
{
    const double line = fontMetrics().lineSpacing();
    const QColor quiet = palette().color(QPalette::PlaceholderText);
    QFont bold = font();
    bold.setBold(true);
    painter.setFont(bold);
    painter.setPen(palette().color(QPalette::Text));
    const QString title = m_data.unit.isEmpty() ? m_data.title : tr("%1 (%2)").arg(m_data.title, m_data.unit);
    painter.drawText(QPointF(8, line), title);
    painter.setFont(font());
    painter.setPen(quiet);
    painter.drawText(QPointF(8, 2 * line - 1), m_data.direction);
    for (double tick = m_low; tick <= m_high + m_step / 2; tick += m_step) {
        const double value = std::round(tick / m_step) * m_step;
        const double at = y(value, area);
        painter.setPen(QPen(gridColor(palette()), 1));
        painter.drawLine(QPointF(area.left(), at), QPointF(area.right(), at));
        painter.setPen(palette().color(QPalette::Text));
        painter.drawText(QRectF(0, at - line / 2, area.left() - 6, line), Qt::AlignRight | Qt::AlignVCenter,
                         number(value));
    }
}

void BoxPlot::drawBox(QPainter &painter, const QRectF &slot, int index) const
{
    const BoxPlotData::Box &box = m_data.boxes[std::size_t(index)];
    const double x = slot.center().x();
    if (box.quartiles.size() != 5) {
        painter.setPen(palette().color(QPalette::PlaceholderText));
        painter.drawText(slot, Qt::AlignHCenter | Qt::AlignBottom, QStringLiteral("–"));
        return;
    }
    const double half = std::min(slot.width() * boxShare, 46.0) / 2;
    const QPen pen = seriesPen(index, palette(), 1.4);
    const auto at = [&](int quartile) { return y(box.quartiles[std::size_t(quartile)], slot); };
    QColor fill = pen.color();
    fill.setAlphaF(float(boxAlpha));
    painter.setPen(pen);
    painter.drawLine(QPointF(x, at(0)), QPointF(x, at(1)));
    painter.drawLine(QPointF(x, at(3)), QPointF(x, at(4)));
    for (const int end : {0, 4})
        painter.drawLine(QPointF(x - half / 2, at(end)), QPointF(x + half / 2, at(end)));
    painter.setBrush(fill);
    painter.drawRect(QRectF(QPointF(x - half, at(3)), QPointF(x + half, at(1))));
    painter.setPen(seriesPen(index, palette(), 2.6));
    painter.drawLine(QPointF(x - half, at(2)), QPointF(x + half, at(2)));
    painter.setPen(Qt::NoPen);
    painter.setBrush(pen.color());
    for (const double value : box.values)
        painter.drawEllipse(QPointF(x, y(value, slot)), dotRadius, dotRadius);
    painter.setBrush(Qt::NoBrush);
}

// In two lines that take turns, so that long names do not run into each other.
void BoxPlot::drawName(QPainter &painter, const QRectF &slot, int index) const
{
    const double line = fontMetrics().lineSpacing();
    const QString &name = m_data.boxes[std::size_t(index)].name;
    const bool crowded = fontMetrics().horizontalAdvance(name) > slot.width() - 4 || m_data.boxes.size() > 5;
    const double top = slot.bottom() + 4 + (crowded && index % 2 == 1 ? line : 0);
    const double room = crowded ? slot.width() * 2 - 6 : slot.width();
    QRectF place(slot.center().x() - room / 2, top, room, line);
    place.moveLeft(std::clamp(place.left(), 0.0, std::max(0.0, width() - room)));
    painter.setPen(palette().color(QPalette::Text));
    painter.drawText(place, Qt::AlignCenter, fontMetrics().elidedText(name, Qt::ElideRight, int(room)));
}

int BoxPlot::boxAt(const QPoint &position) const
{
    const QRectF area = plotArea();
    if (m_data.boxes.empty() || position.x() < area.left() || position.x() >= area.right())
        return -1;
    return int((position.x() - area.left()) / area.width() * double(m_data.boxes.size()));
}

QString BoxPlot::readoutAt(const QPoint &position) const
{
    const int index = boxAt(position);
    if (index < 0)
        return {};
    const BoxPlotData::Box &box = m_data.boxes[std::size_t(index)];
    if (box.quartiles.size() != 5)
        return tr("%1: no number. %2").arg(box.name, box.missing);
    const auto at = [&](int quartile) { return number(box.quartiles[std::size_t(quartile)]); };
    return tr("%1, %7 values: median %2, half of them %3 … %4, all of them %5 … %6")
        .arg(box.name, at(2), at(1), at(3), at(0), at(4), QLocale().toString(qint64(box.values.size())));
}

bool BoxPlot::event(QEvent *event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto *help = static_cast<QHelpEvent *>(event);
    QToolTip::showText(help->globalPos(), readoutAt(help->pos()), this);
    return true;
}

} // namespace mutascope::widgets
