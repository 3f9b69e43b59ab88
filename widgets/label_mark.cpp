// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/label_mark.h"

#include "widgets/colors.h"

#include <QPainter>
#include <QPainterPath>

namespace mutascope::widgets {

namespace {

QPainterPath arrows()
{
    QPainterPath path;
    path.moveTo(0.15, 0.36);
    path.lineTo(0.85, 0.36);
    path.moveTo(0.66, 0.18);
    path.lineTo(0.85, 0.36);
    path.moveTo(0.85, 0.66);
    path.lineTo(0.15, 0.66);
    path.moveTo(0.34, 0.84);
    path.lineTo(0.15, 0.66);
    return path;
}

QPainterPath question()
{
    QPainterPath path;
    path.moveTo(0.3, 0.34);
    path.cubicTo(0.3, 0.04, 0.74, 0.06, 0.7, 0.36);
    path.cubicTo(0.68, 0.5, 0.5, 0.5, 0.5, 0.66);
    path.moveTo(0.5, 0.86);
    path.lineTo(0.5, 0.87);
    return path;
}

// In a square of side 1.
QPainterPath shapeOf(LabelMark mark)
{
    QPainterPath path;
    switch (mark) {
    case LabelMark::Valid:
        path.moveTo(0.14, 0.54);
        path.lineTo(0.4, 0.8);
        path.lineTo(0.86, 0.22);
        break;
    case LabelMark::Changed:
        return arrows();
    case LabelMark::Invalid:
        path.moveTo(0.2, 0.2);
        path.lineTo(0.8, 0.8);
        path.moveTo(0.8, 0.2);
        path.lineTo(0.2, 0.8);
        break;
    case LabelMark::Unsure:
        return question();
    case LabelMark::None:
        break;
    }
    return path;
}

} // namespace

QColor markColor(LabelMark mark, const QPalette &palette)
{
    switch (mark) {
    case LabelMark::Valid:
        return accentColor(Accent::Good, palette);
    case LabelMark::Changed:
        return accentColor(Accent::Warning, palette);
    case LabelMark::Invalid:
        return accentColor(Accent::Error, palette);
    case LabelMark::Unsure:
        return accentColor(Accent::Information, palette);
    case LabelMark::None:
        break;
    }
    return palette.color(QPalette::ButtonText);
}

void drawMark(QPainter &painter, const QRectF &area, LabelMark mark, const QColor &color)
{
    const qreal side = qMin(area.width(), area.height());
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.translate(area.center() - QPointF(side / 2, side / 2));
    painter.scale(side, side);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(color, 0.13, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.drawPath(shapeOf(mark));
    painter.restore();
}

} // namespace mutascope::widgets
