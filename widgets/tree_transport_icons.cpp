// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/tree_transport_icons.h"

#include <QPainter>
#include <QPixmap>

namespace mutascope::widgets {

namespace {

constexpr int kEdge = 72; // drawn large, shown small: sharp on any screen

// All coordinates on a square of 18.
void triangle(QPainter &painter, double left, double width, bool forward = true)
{
    const double tip = forward ? left + width : left;
    const double base = forward ? left : left + width;
    painter.drawPolygon(QPolygonF({{base, 3}, {base, 15}, {tip, 9}}));
}

void bar(QPainter &painter, double left)
{
    painter.drawRect(QRectF(left, 3, 2.4, 12));
}

void drawSign(QPainter &painter, TransportIcon sign)
{
    switch (sign) {
    case TransportIcon::First:
        bar(painter, 3);
        return triangle(painter, 6, 9, false);
    case TransportIcon::Back:
        triangle(painter, 2, 9, false);
        return bar(painter, 12.5);
    case TransportIcon::Play:
        return triangle(painter, 4.5, 11);
    case TransportIcon::Pause:
        bar(painter, 4.5);
        return bar(painter, 11);
    case TransportIcon::Phase:
        bar(painter, 3);
        return triangle(painter, 7, 9);
    case TransportIcon::Iteration:
        triangle(painter, 2, 7.5);
        return triangle(painter, 9, 7.5);
    case TransportIcon::RootMove: // a node that leads to one of two
        painter.drawEllipse(QPointF(4, 9), 2.6, 2.6);
        painter.drawEllipse(QPointF(14, 4.5), 2.6, 2.6);
        painter.drawRect(QRectF(8.4, 4, 3, 1.4));
        painter.drawRect(QRectF(7.4, 4, 1.4, 6));
        painter.drawRect(QRectF(4, 8.3, 4, 1.4));
        return;
    case TransportIcon::Last:
        triangle(painter, 3, 9);
        return bar(painter, 12.5);
    }
}

QPixmap drawn(TransportIcon sign, const QColor &color)
{
    QPixmap pixmap(kEdge, kEdge);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.scale(kEdge / 18.0, kEdge / 18.0);
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    drawSign(painter, sign);
    return pixmap;
}

} // namespace

QIcon transportIcon(TransportIcon sign, const QColor &color, const QColor &disabled)
{
    QIcon icon(drawn(sign, color));
    icon.addPixmap(drawn(sign, disabled), QIcon::Disabled);
    return icon;
}

} // namespace mutascope::widgets
