// SPDX-License-Identifier: GPL-3.0-or-later
// An inline message that does not block: what happened, why, what to do.
#include "widgets/message_bar.h"

#include "widgets/colors.h"

#include <QAccessible>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QStyle>
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
    m_close->setIcon(style()->standardIcon(QStyle::SP_TitleBarCloseButton));
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
    const auto icon = m_kind == Kind::Information ? QStyle::SP_MessageBoxInformation
        : m_kind == Kind::Warning                 ? QStyle::SP_MessageBoxWarning
                                                  : QStyle::SP_MessageBoxCritical;
    m_icon->setPixmap(style()->standardIcon(icon).pixmap(24, 24));
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
