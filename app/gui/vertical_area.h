// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QScrollArea>

namespace mutascope::gui {

// As wide as its content needs; on a low screen the content is scrolled.
class VerticalArea : public QScrollArea {
    Q_OBJECT

public:
    explicit VerticalArea(QWidget *content, QWidget *parent = nullptr);
    QSize minimumSizeHint() const override;

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
};

} // namespace mutascope::gui
