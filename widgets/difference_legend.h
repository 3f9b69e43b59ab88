// SPDX-License-Identifier: GPL-3.0-or-later
// The colours of a signed difference with the numbers they stand for.
#pragma once

#include "widgets/image_difference.h"

#include <QWidget>

namespace mutascope::widgets {

class DifferenceLegend : public QWidget {
    Q_OBJECT

public:
    explicit DifferenceLegend(QWidget *parent = nullptr);

    // scale 0 shows nothing but keeps the place.
    void setScale(int scale, bool grey);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {80, sizeHint().height()}; }

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    int barHeight() const { return fontMetrics().height() * 2 / 3; }

    int m_scale = 0;
    bool m_grey = true;
};

} // namespace mutascope::widgets
