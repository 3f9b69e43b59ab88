// SPDX-License-Identifier: GPL-3.0-or-later
// An inline message that does not block: what happened, why, what to do.
#include "widgets/message_bar.h"

#include "widgets/colors.h"

#include <QAccessible>
#include <QHBoxLayout>
#include <QIcon>
#include <QKeyEvent>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

namespace mutascope::widgets {
namespace {

QLabel *messageLabel(QWidget *parent)
{
    auto *label = new QLabel(parent);
    label->setTextFormat(Qt::PlainText); // file names in messages are not markup
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

Accent accentOf(MessageBar::Kind kind)
{
    switch (kind) {
    case MessageBar::Kind::Information:
        return Accent::Information;
    case MessageBar::Kind::Warning:
        return Accent::Warning;
    case MessageBar::Kind::Error:
        return Accent::Error;
    }
    return Accent::Information;
}

QPixmap emptyPixmap(int edge, const QWidget &widget)
{
    QPixmap pixmap(QSize(edge, edge) * widget.devicePixelRatioF());
    pixmap.setDevicePixelRatio(widget.devicePixelRatioF());
    pixmap.fill(Qt::transparent);
    return pixmap;
}

// A shape of its own for each kind, so that it does not depend on the colour alone.
QPixmap kindPixmap(MessageBar::Kind kind, const QColor &color, const QColor &sign, const QWidget &widget)
{
    const int edge = widget.fontMetrics().height() + 4;
    QPixmap pixmap = emptyPixmap(edge, widget);
    QPainter painter(&pixmap);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    const QRectF area(1.0, 1.0, edge - 2.0, edge - 2.0);
    if (kind == MessageBar::Kind::Warning) {
        painter.drawPolygon(
            QPolygonF({QPointF(edge / 2.0, area.top()), area.bottomRight(), area.bottomLeft()}));
    } else if (kind == MessageBar::Kind::Error) {
        painter.drawRoundedRect(area, 4.0, 4.0);
    } else {
        painter.drawEllipse(area);
    }
    QFont font = widget.font();
    font.setBold(true);
    painter.setFont(font);
    painter.setPen(sign);
    const bool warning = kind == MessageBar::Kind::Warning;
    const QString letter = kind == MessageBar::Kind::Information ? QStringLiteral("i") : QStringLiteral("!");
    painter.drawText(warning ? area.translated(0.0, 2.0) : area, Qt::AlignCenter, letter);
    return pixmap;
}

QIcon crossIcon(const QColor &color, const QWidget &widget)
{
    constexpr int kEdge = 16;
    QPixmap pixmap = emptyPixmap(kEdge, widget);
    QPainter painter(&pixmap);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(color, 1.6));
    painter.drawLine(QPointF(4.0, 4.0), QPointF(12.0, 12.0));
    painter.drawLine(QPointF(12.0, 4.0), QPointF(4.0, 12.0));
    painter.end();
    return pixmap;
}

} // namespace

MessageBar::MessageBar(QWidget *parent) : QWidget(parent)
{
    m_icon = new QLabel(this);
    m_text = messageLabel(this);
    m_details = messageLabel(this);
    QFont bold = m_text->font();
    bold.setBold(true);
    m_text->setFont(bold);
    m_action = new QPushButton(this);
    m_close = new QToolButton(this);
    m_close->setAutoRaise(true);
    m_close->setToolTip(tr("Close this message (Esc)"));
    m_close->setAccessibleName(tr("Close this message"));
    auto *words = new QVBoxLayout;
    words->setSpacing(2);
    words->addWidget(m_text);
    words->addWidget(m_details);
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(12, 8, 8, 8);
    layout->setSpacing(10);
    layout->addWidget(m_icon, 0, Qt::AlignTop);
    layout->addLayout(words, 1);
    layout->addWidget(m_action, 0, Qt::AlignVCenter);
    layout->addWidget(m_close, 0, Qt::AlignTop);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
    connect(m_close, &QToolButton::clicked, this, &MessageBar::dismiss);
    connect(m_action, &QPushButton::clicked, this, &MessageBar::actionTriggered);
    hide();
}

void MessageBar::showMessage(Kind kind, const QString &text, const QString &details,
                             const QString &actionText)
{
    m_kind = kind;
    m_text->setText(text);
    m_details->setText(details);
    m_details->setVisible(!details.isEmpty());
    m_action->setText(actionText);
    m_action->setVisible(!actionText.isEmpty());
    updateIcon();
    show();
    announce();
}

MessageBar::Kind MessageBar::kind() const
{
    return m_kind;
}
QString MessageBar::text() const
{
    return m_text->text();
}
QString MessageBar::details() const
{
    return m_details->text();
}

void MessageBar::dismiss()
{
    if (isHidden())
        return;
    hide();
    Q_EMIT dismissed();
}

void MessageBar::updateIcon()
{
    const QColor accent = accentColor(accentOf(m_kind), palette());
    m_icon->setPixmap(kindPixmap(m_kind, accent, palette().color(QPalette::Base), *this));
    m_close->setIcon(crossIcon(palette().color(QPalette::WindowText), *this));
    update();
}

void MessageBar::announce()
{
    const QString name = m_kind == Kind::Information ? tr("Information: %1")
        : m_kind == Kind::Warning                    ? tr("Warning: %1")
                                                     : tr("Error: %1");
    setAccessibleName(name.arg(text()));
    setAccessibleDescription(details());
    QAccessibleEvent event(this, QAccessible::Alert);
    QAccessible::updateAccessibility(&event);
}

void MessageBar::paintEvent(QPaintEvent * /*event*/)
{
    const QColor accent = accentColor(accentOf(m_kind), palette());
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(accent);
    painter.setBrush(mixed(palette().color(QPalette::Window), accent, 0.14));
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
    painter.fillRect(QRect(1, 3, 4, height() - 6), accent);
}

void MessageBar::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::StyleChange)
        updateIcon();
}

void MessageBar::keyPressEvent(QKeyEvent *event)
{
    if (event->key() != Qt::Key_Escape)
        return event->ignore();
    dismiss();
}

} // namespace mutascope::widgets
