// SPDX-License-Identifier: GPL-3.0-or-later
// Words and fonts for figures.
#pragma once

#include <QFont>
#include <QLocale>
#include <QString>

namespace mutascope::widgets {

// "0:07", "12:34", "3:05:09", "2 d 04:00:00"
QString formatDuration(double seconds);
// A share of 0..1 as "61.78 %"; "n/a" when it is not a number.
QString formatPercent(const QLocale &locale, double share, int decimals = 2);
// Figures of equal width in the size of the given font.
QFont figureFont(const QFont &font);

} // namespace mutascope::widgets
