// SPDX-License-Identifier: GPL-3.0-or-later
// Axis ticks for counts: whole numbers, large ones shortened to "250 k" and "1.25 M".
#pragma once

#include "widgets/qcustomplot_header.h"

namespace mutascope::widgets {

QString shortCount(const QLocale &locale, double value);

class CountTicker : public QCPAxisTicker {
protected:
    double getTickStep(const QCPRange &range) override;
    int getSubTickCount(double tickStep) override;
    QString getTickLabel(double tick, const QLocale &locale, QChar formatChar, int precision) override;
};

} // namespace mutascope::widgets
