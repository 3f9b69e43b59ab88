// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cmath>

namespace mutascope {

// 1, 2 or 5 times a power of ten, so that some four steps span the range: the ticks of an axis.
inline double niceStep(double range)
{
    const double raw = range / 4;
    const double power = std::pow(10, std::floor(std::log10(raw)));
    for (const double factor : {1.0, 2.0, 5.0})
        if (raw <= factor * power)
            return factor * power;
    return 10 * power;
}

} // namespace mutascope
