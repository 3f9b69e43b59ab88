// SPDX-License-Identifier: GPL-3.0-or-later
// The answers to choose from as large buttons, the key of each drawn on it.
#pragma once

#include "widgets/label_mark.h"

#include <QAbstractButton>
#include <QList>
#include <QWidget>

class QGridLayout;
class QTimer;

namespace mutascope::widgets {

struct LabelChoice {
    QString id;
    QString text;
    QString hint; // tool tip
    QString keys; // as text for people; may be empty
    LabelMark mark = LabelMark::None;

    bool operator==(const LabelChoice &) const = default;
};

class LabelButton : public QAbstractButton {
    Q_OBJECT

public:
    explicit LabelButton(const LabelChoice &choice, QWidget *parent = nullptr);

    const LabelChoice &choice() const { return m_choice; }
    void setCurrent(bool current); // the answer given so far
    bool isCurrent() const { return m_current; }
    void setFlash(bool flash);
    bool isFlashing() const { return m_flash; }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;
    void enterEvent(QEnterEvent *event) override;
    void leaveEvent(QEvent *event) override;

private:
    QColor groundColor() const;
    int keyWidth() const;
    void drawKey(QPainter &painter, const QRect &area) const;

    LabelChoice m_choice;
    bool m_current = false;
    bool m_flash = false;
};

class LabelPad : public QWidget {
    Q_OBJECT

public:
    static constexpr int flashMilliseconds = 150;

    explicit LabelPad(QWidget *parent = nullptr);

    // Choices as they are keep their buttons, and the focus.
    void setChoices(const QList<LabelChoice> &choices, int columns = 1);
    QList<LabelChoice> choices() const;
    void setCurrent(const QString &id); // "" for none
    void flash(const QString &id); // for flashMilliseconds
    LabelButton *button(const QString &id) const;

Q_SIGNALS:
    void chosen(const QString &id);

private:
    QGridLayout *m_layout = nullptr;
    QList<LabelButton *> m_buttons;
    QTimer *m_flash = nullptr;
};

} // namespace mutascope::widgets
