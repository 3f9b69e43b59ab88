// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/label_pad.h"

#include "widgets/colors.h"

#include <QGridLayout>
#include <QPainter>
#include <QTimer>

namespace mutascope::widgets {

namespace {

constexpr int padding = 10;
constexpr int touchHeight = 44; // at least: a finger's width
constexpr double radius = 5;

} // namespace

LabelButton::LabelButton(const LabelChoice &choice, QWidget *parent)
    : QAbstractButton(parent), m_choice(choice)
{
    setText(choice.text);
    setObjectName(QStringLiteral("choice-") + choice.id);
    const QString keys = choice.keys.isEmpty() ? QString() : tr("Key: %1").arg(choice.keys);
    setAccessibleName(choice.text);
    setAccessibleDescription(choice.hint.isEmpty() ? keys : choice.hint + QStringLiteral(". ") + keys);
    QStringList tip{choice.hint.isEmpty() ? choice.text : choice.hint};
    if (!keys.isEmpty())
        tip.append(keys);
    setToolTip(tip.join(QLatin1Char('\n')));
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void LabelButton::setCurrent(bool current)
{
    m_current = current;
    update();
}

void LabelButton::setFlash(bool flash)
{
    m_flash = flash;
    update();
}

int LabelButton::keyWidth() const
{
    if (m_choice.keys.isEmpty())
        return 0;
    return qMax(fontMetrics().horizontalAdvance(m_choice.keys) + 12, fontMetrics().height() + 6);
}

QSize LabelButton::sizeHint() const
{
    const int sign = m_choice.mark == LabelMark::None ? 0 : fontMetrics().height() + padding;
    const int key = keyWidth() == 0 ? 0 : keyWidth() + padding;
    return {3 * padding + sign + key + fontMetrics().horizontalAdvance(text()),
            qMax(touchHeight, fontMetrics().height() + 2 * padding)};
}

// Long names end in an ellipsis; the tool tip has them whole.
QSize LabelButton::minimumSizeHint() const
{
    const int few = fontMetrics().averageCharWidth() * 8;
    const int text = fontMetrics().horizontalAdvance(this->text());
    return {sizeHint().width() - qMax(0, text - few), sizeHint().height()};
}

QColor LabelButton::groundColor() const
{
    const QColor button = palette().color(QPalette::Button);
    const QColor mark = m_choice.mark == LabelMark::None ? palette().color(QPalette::Highlight)
                                                         : markColor(m_choice.mark, palette());
    if (m_flash || isDown())
        return mixed(button, mark, 0.5);
    if (m_current)
        return mixed(button, mark, 0.22);
    return underMouse() && isEnabled() ? mixed(button, palette().color(QPalette::Light), 0.6) : button;
}

void LabelButton::drawKey(QPainter &painter, const QRect &area) const
{
    const QColor text = painter.pen().color();
    painter.setPen(QPen(mixed(groundColor(), text, 0.45), 1));
    painter.setBrush(palette().color(QPalette::Base));
    const QRectF cap = QRectF(area).adjusted(0.5, 0.5, -0.5, -0.5);
    painter.drawRoundedRect(cap, 4, 4);
    painter.drawLine(cap.bottomLeft() + QPointF(4, -2), cap.bottomRight() + QPointF(-4, -2));
    painter.setPen(text);
    painter.drawText(area.adjusted(0, 0, 0, -1), Qt::AlignCenter, m_choice.keys);
}

void LabelButton::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QColor text
        = palette().color(isEnabled() ? QPalette::Active : QPalette::Disabled, QPalette::ButtonText);
    const QColor line = hasFocus() ? palette().color(QPalette::Highlight)
                                   : mixed(palette().color(QPalette::Button), text, 0.35);
    const double pen = hasFocus() ? 2.5 : 1;
    painter.setPen(QPen(line, pen));
    painter.setBrush(groundColor());
    painter.drawRoundedRect(QRectF(rect()).adjusted(pen / 2, pen / 2, -pen / 2, -pen / 2), radius, radius);
    QRect inner = rect().adjusted(padding, 0, -padding, 0);
    const int high = fontMetrics().height();
    if (m_choice.mark != LabelMark::None) {
        const QColor color = isEnabled() ? markColor(m_choice.mark, palette()) : text;
        drawMark(painter, QRectF(inner.left(), inner.center().y() - high / 2.0 + 1, high, high),
                 m_choice.mark, color);
        inner.setLeft(inner.left() + high + padding);
    }
    painter.setPen(text);
    if (const int wide = keyWidth(); wide > 0) {
        drawKey(painter, {inner.right() - wide + 1, inner.center().y() - (high + 6) / 2 + 1, wide, high + 6});
        inner.setRight(inner.right() - wide - padding);
    }
    QFont font = painter.font();
    font.setBold(m_current);
    painter.setFont(font);
    painter.drawText(inner, Qt::AlignVCenter | Qt::AlignLeft,
                     QFontMetrics(font).elidedText(this->text(), Qt::ElideRight, inner.width()));
}

void LabelButton::enterEvent(QEnterEvent *event)
{
    QAbstractButton::enterEvent(event);
    update();
}

void LabelButton::leaveEvent(QEvent *event)
{
    QAbstractButton::leaveEvent(event);
    update();
}

LabelPad::LabelPad(QWidget *parent)
    : QWidget(parent), m_layout(new QGridLayout(this)), m_flash(new QTimer(this))
{
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->setSpacing(6);
    m_flash->setSingleShot(true);
    connect(m_flash, &QTimer::timeout, this, [this] {
        for (LabelButton *button : std::as_const(m_buttons))
            button->setFlash(false);
    });
}

void LabelPad::setChoices(const QList<LabelChoice> &choices, int columns)
{
    if (choices == this->choices())
        return;
    for (LabelButton *button : std::as_const(m_buttons)) { // one of them may be the one just pressed
        m_layout->removeWidget(button);
        button->setObjectName({});
        button->hide();
        button->deleteLater();
    }
    m_buttons.clear();
    for (const LabelChoice &choice : choices) {
        auto *button = new LabelButton(choice);
        const int index = int(m_buttons.size());
        m_layout->addWidget(button, index / columns, index % columns);
        connect(button, &LabelButton::clicked, this, [this, id = choice.id] { Q_EMIT chosen(id); });
        m_buttons.append(button);
    }
}

QList<LabelChoice> LabelPad::choices() const
{
    QList<LabelChoice> choices;
    for (const LabelButton *button : m_buttons)
        choices.append(button->choice());
    return choices;
}

LabelButton *LabelPad::button(const QString &id) const
{
    for (LabelButton *button : m_buttons)
        if (button->choice().id == id)
            return button;
    return nullptr;
}

void LabelPad::setCurrent(const QString &id)
{
    for (LabelButton *button : std::as_const(m_buttons))
        button->setCurrent(button->choice().id == id);
}

void LabelPad::flash(const QString &id)
{
    for (LabelButton *button : std::as_const(m_buttons))
        button->setFlash(button->choice().id == id);
    m_flash->start(flashMilliseconds);
}

} // namespace mutascope::widgets
