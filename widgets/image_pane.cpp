// SPDX-License-Identifier: GPL-3.0-or-later
// One image at a given zoom and centre; several panes share one view and so move together.
#include "widgets/image_pane.h"

#include "widgets/colors.h"

#include <QMouseEvent>
#include <QPainter>
#include <QWheelEvent>
#include <cmath>

namespace mutascope::widgets {

ImagePane::ImagePane(const ImageView *view, QWidget *parent) : QWidget(parent), m_view(view)
{
    setMouseTracking(true);
    setCursor(Qt::CrossCursor);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

void ImagePane::setImage(const QImage &image)
{
    m_image = image;
    update();
}

void ImagePane::setPlaceholder(const QString &text)
{
    m_placeholder = text;
    update();
}

QPointF ImagePane::toImage(const QPointF &position) const
{
    return (position - QPointF(width() / 2.0, height() / 2.0)) / m_view->zoom + m_view->center;
}

QPointF ImagePane::fromImage(const QPointF &point) const
{
    return (point - m_view->center) * m_view->zoom + QPointF(width() / 2.0, height() / 2.0);
}

QPoint ImagePane::pixelAt(const QPointF &position) const
{
    const QPointF point = toImage(position);
    const QPoint pixel(static_cast<int>(std::floor(point.x())), static_cast<int>(std::floor(point.y())));
    return m_image.rect().contains(pixel) ? pixel : QPoint(-1, -1);
}

void ImagePane::paintEvent(QPaintEvent * /*event*/)
{
    QPainter painter(this);
    painter.fillRect(rect(), mixed(palette().color(QPalette::Window), palette().color(QPalette::Base), 0.4));
    if (m_image.isNull()) {
        painter.setPen(palette().color(QPalette::PlaceholderText));
        painter.drawText(rect().adjusted(8, 8, -8, -8), Qt::AlignCenter | Qt::TextWordWrap, m_placeholder);
    } else {
        const QRectF target(fromImage({0, 0}), QSizeF(m_image.size()) * m_view->zoom);
        painter.setRenderHint(QPainter::SmoothPixmapTransform, m_view->zoom < 1.0);
        painter.drawImage(target, m_image);
        paintGrid(painter, target);
        paintHovered(painter);
    }
    painter.setPen(palette().color(QPalette::Mid));
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
}

void ImagePane::paintGrid(QPainter &painter, const QRectF &target) const
{
    constexpr double kGridZoom = 16.0;
    if (m_view->zoom < kGridZoom)
        return;
    painter.setPen(QColor(128, 128, 128, 70));
    const QRectF shown = target.intersected(QRectF(rect()));
    const QPointF first = toImage(shown.topLeft());
    const QPointF last = toImage(shown.bottomRight());
    for (int x = static_cast<int>(std::ceil(first.x())); x <= last.x(); ++x) {
        const double at = fromImage({static_cast<double>(x), 0.0}).x();
        painter.drawLine(QPointF(at, shown.top()), QPointF(at, shown.bottom()));
    }
    for (int y = static_cast<int>(std::ceil(first.y())); y <= last.y(); ++y) {
        const double at = fromImage({0.0, static_cast<double>(y)}).y();
        painter.drawLine(QPointF(shown.left(), at), QPointF(shown.right(), at));
    }
}

// The pixel is marked in all panes, in black and white so that it shows on every image.
void ImagePane::paintHovered(QPainter &painter) const
{
    if (!m_image.rect().contains(m_view->hovered) || m_view->zoom < 3.0)
        return;
    const QRectF pixel(fromImage(QPointF(m_view->hovered)), QSizeF(m_view->zoom, m_view->zoom));
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(Qt::black, 3));
    painter.drawRect(pixel);
    painter.setPen(QPen(Qt::white, 1));
    painter.drawRect(pixel);
}

void ImagePane::wheelEvent(QWheelEvent *event)
{
    if (m_image.isNull() || event->angleDelta().y() == 0)
        return event->ignore();
    Q_EMIT zoomRequested(std::pow(2.0, event->angleDelta().y() / 240.0), toImage(event->position()));
    event->accept();
}

void ImagePane::mousePressEvent(QMouseEvent *event)
{
    if (event->button() != Qt::LeftButton)
        return event->ignore();
    m_dragging = true;
    m_dragStart = event->position();
    setCursor(Qt::ClosedHandCursor);
    parentWidget()->setFocus(Qt::MouseFocusReason);
}

void ImagePane::mouseMoveEvent(QMouseEvent *event)
{
    if (m_dragging) {
        Q_EMIT panRequested((m_dragStart - event->position()) / m_view->zoom);
        m_dragStart = event->position();
    }
    Q_EMIT pixelHovered(pixelAt(event->position()));
}

void ImagePane::mouseReleaseEvent(QMouseEvent * /*event*/)
{
    m_dragging = false;
    setCursor(Qt::CrossCursor);
}

void ImagePane::mouseDoubleClickEvent(QMouseEvent * /*event*/)
{
    Q_EMIT fitRequested();
}

void ImagePane::leaveEvent(QEvent * /*event*/)
{
    Q_EMIT pixelHovered(QPoint(-1, -1));
}

} // namespace mutascope::widgets
