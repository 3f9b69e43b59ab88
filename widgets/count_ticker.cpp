// SPDX-License-Identifier: GPL-3.0-or-later
// Axis ticks for counts: whole numbers, large ones shortened to "250 k" and "1.25 M".
#include "widgets/count_ticker.h"

#include "widgets/coverage_plot.h"

#include <algorithm>
#include <cmath>

namespace mutascope::widgets {

QString shortCount(const QLocale &locale, double value)
{
    constexpr int kDigits = 6;
    if (std::abs(value) >= 1e6)
        return CoveragePlot::tr("%1 M", "millions").arg(locale.toString(value / 1e6, 'g', kDigits));
    if (std::abs(value) >= 1e4)
        return CoveragePlot::tr("%1 k", "thousands").arg(locale.toString(value / 1e3, 'g', kDigits));
    return locale.toString(value, 'g', kDigits);
}

double CountTicker::getTickStep(const QCPRange &range)
{
    return std::max(1.0, std::floor(QCPAxisTicker::getTickStep(range))); // 2.5 is no count
}

int CountTicker::getSubTickCount(double tickStep)
{
    return tickStep < 5.0 ? int(tickStep) - 1 : QCPAxisTicker::getSubTickCount(tickStep);
}

QString CountTicker::getTickLabel(double tick, const QLocale &locale, QChar /*formatChar*/, int /*precision*/)
{
    return shortCount(locale, tick);
}

} // namespace mutascope::widgets
