// SPDX-License-Identifier: GPL-3.0-or-later
// An inline message that does not block: what happened, why, what to do.
#pragma once

#include <QString>
#include <QWidget>

class QLabel;
class QPushButton;
class QToolButton;

namespace mutascope::widgets {

class MessageBar : public QWidget {
    Q_OBJECT

public:
    enum class Kind { Information, Warning, Error };
    Q_ENUM(Kind)

    explicit MessageBar(QWidget *parent = nullptr); // hidden at first

    // text: what happened; details: why, and what to do. The action button appears when actionText is given.
    void showMessage(Kind kind, const QString &text, const QString &details = {},
                     const QString &actionText = {});
    Kind kind() const;
    QString text() const;
    QString details() const;

public Q_SLOTS:
    void dismiss(); // hides; emits dismissed() when it was shown

Q_SIGNALS:
    void actionTriggered();
    void dismissed();

protected:
    void paintEvent(QPaintEvent *event) override;
    void changeEvent(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    void updateIcon();
    void announce();

    QLabel *m_icon = nullptr;
    QLabel *m_text = nullptr;
    QLabel *m_details = nullptr;
    QPushButton *m_action = nullptr;
    QToolButton *m_close = nullptr;
    Kind m_kind = Kind::Information;
};

} // namespace mutascope::widgets
