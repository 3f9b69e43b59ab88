// SPDX-License-Identifier: GPL-3.0-or-later
// What tells series apart where there are more of them than colours.
#pragma once

#include "widgets/colors.h"

#include <QPen>

namespace mutascope::widgets {

constexpr int distinctColors = 7; // of seriesColor()

inline QPen seriesPen(int index, const QPalette &palette, double width)
{
    QPen pen(seriesColor(index, palette), width);
    if (index >= distinctColors)
        pen.setStyle(index / distinctColors % 2 == 1 ? Qt::DashLine : Qt::DotLine);
    return pen;
}

} // namespace mutascope::widgets
