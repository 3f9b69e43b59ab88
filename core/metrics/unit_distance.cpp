// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/unit_distance.h"
#include <cmath>

namespace mutascope {

namespace {

double lengthOf(std::span<const float> row)
{
    double squares = 0;
    for (const float value : row)
        squares += double(value) * double(value);
    return squares > 0 ? std::sqrt(squares) : 1;
}

} // namespace

double squaredUnitDistance(std::span<const float> a, std::span<const float> b)
{
    const double lengthA = lengthOf(a), lengthB = lengthOf(b);
    double squares = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        const double difference = double(a[i]) / lengthA - double(b[i]) / lengthB;
        squares += difference * difference;
    }
    return squares;
}

} // namespace mutascope
