// SPDX-License-Identifier: GPL-3.0-or-later
// The signs of the verdicts: a shape and a colour each, so that neither is needed alone.
#pragma once

#include <QColor>
#include <QPalette>

class QPainter;
class QRectF;

namespace mutascope::widgets {

enum class LabelMark { None, Valid, Changed, Invalid, Unsure };

QColor markColor(LabelMark mark, const QPalette &palette); // readable on the palette's button colour
void drawMark(QPainter &painter, const QRectF &area, LabelMark mark, const QColor &color);

} // namespace mutascope::widgets
