// SPDX-License-Identifier: GPL-3.0-or-later
// One line of text that never asks for more room than it gets: what does not fit ends in an ellipsis.
#pragma once

#include <QLabel>

namespace mutascope::widgets {

class ElidedLabel : public QLabel {
    Q_OBJECT

public:
    // The text is never squeezed below this many digits' width.
    explicit ElidedLabel(int minimumDigits, QWidget *parent = nullptr);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;
    // Shows nothing instead of a part: for hints that help only when they can be read.
    void setAllOrNothing(bool on);

protected:
    bool event(QEvent *event) override; // the whole text as a tool tip
    void paintEvent(QPaintEvent *event) override;

private:
    bool isCut() const;

    int m_minimumDigits = 0;
    bool m_allOrNothing = false;
};

} // namespace mutascope::widgets
