// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/tree/lesson_pointer.h"

#include "widgets/colors.h"

#include <QPainter>

namespace mutascope::gui {

namespace {
constexpr int ringWidth = 4;
constexpr int gap = 4; // a ring that touches a figure hides its edge

// The part of it that no scrolled area cuts off, in coordinates of the window.
QRect seenArea(const QWidget *target, const QWidget *window)
{
    QRect area = target->rect();
    for (const QWidget *widget = target; widget != window; widget = widget->parentWidget())
        area = area.translated(widget->pos()) & widget->parentWidget()->rect();
    return area;
}
} // namespace

LessonPointer::LessonPointer(QWidget *window) : QWidget(window)
{
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setFocusPolicy(Qt::NoFocus);
    hide();
}

void LessonPointer::pointAt(QWidget *target)
{
    m_target = target;
    follow();
}

void LessonPointer::follow()
{
    const bool visible = m_target && m_target->isVisible();
    const QRect area = visible ? seenArea(m_target, parentWidget()) : QRect();
    constexpr int margin = ringWidth + gap;
    if (!area.isEmpty()) {
        setGeometry(area.adjusted(-margin, -margin, margin, margin) & parentWidget()->rect());
        raise();
    }
    setVisible(!area.isEmpty());
}

void LessonPointer::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(widgets::seriesColor(1, palette()), ringWidth));
    const double inset = ringWidth / 2.0;
    painter.drawRoundedRect(QRectF(rect()).adjusted(inset, inset, -inset, -inset), 6, 6);
}

} // namespace mutascope::gui
