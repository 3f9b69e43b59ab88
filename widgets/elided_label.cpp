// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/elided_label.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

namespace mutascope::widgets {

ElidedLabel::ElidedLabel(int minimumDigits, QWidget *parent) : QLabel(parent), m_minimumDigits(minimumDigits)
{
    setTextFormat(Qt::PlainText);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

QSize ElidedLabel::minimumSizeHint() const
{
    const int width = m_minimumDigits * fontMetrics().horizontalAdvance(QLatin1Char('0'));
    return {qMax(1, width), fontMetrics().height()};
}

// The same whatever the text, or the boxes around it would jump while a run is watched.
QSize ElidedLabel::sizeHint() const
{
    return minimumSizeHint();
}

void ElidedLabel::setAllOrNothing(bool on)
{
    m_allOrNothing = on;
    update();
}

bool ElidedLabel::isCut() const
{
    return fontMetrics().horizontalAdvance(text()) > contentsRect().width();
}

bool ElidedLabel::event(QEvent *event)
{
    if (event->type() != QEvent::ToolTip || !isCut())
        return QLabel::event(event);
    QToolTip::showText(static_cast<QHelpEvent *>(event)->globalPos(), text(), this);
    return true;
}

void ElidedLabel::paintEvent(QPaintEvent *)
{
    if (m_allOrNothing && isCut())
        return;
    QPainter painter(this);
    painter.setPen(palette().color(isEnabled() ? QPalette::Active : QPalette::Disabled, foregroundRole()));
    painter.drawText(contentsRect(), int(alignment()) | Qt::TextSingleLine,
                     fontMetrics().elidedText(text(), Qt::ElideRight, contentsRect().width()));
}

} // namespace mutascope::widgets
