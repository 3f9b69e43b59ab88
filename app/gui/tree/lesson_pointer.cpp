// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/tree/lesson_pointer.h"

#include "widgets/colors.h"

#include <QPainter>

namespace mutascope::gui {

namespace {
constexpr int ringWidth = 4;
}

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
    const bool seen = m_target && m_target->isVisible();
    if (seen) {
        const QRect area(m_target->mapTo(parentWidget(), QPoint()), m_target->size());
        setGeometry(area.adjusted(-ringWidth, -ringWidth, ringWidth, ringWidth) & parentWidget()->rect());
        raise();
    }
    setVisible(seen);
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
