// SPDX-License-Identifier: GPL-3.0-or-later
// A ring around a widget of the window, drawn above it. Lets the mouse through.
#pragma once

#include <QPointer>
#include <QWidget>

namespace mutascope::gui {

class LessonPointer : public QWidget {
    Q_OBJECT

public:
    explicit LessonPointer(QWidget *window);
    void pointAt(QWidget *target); // null: at nothing
    void follow(); // the target may have moved

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QPointer<QWidget> m_target;
};

} // namespace mutascope::gui
