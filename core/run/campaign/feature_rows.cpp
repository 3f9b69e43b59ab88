// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/campaign/feature_rows.h"
#include <algorithm>
#include <cmath>

namespace mutascope {

FeatureRows chosenRows(const FeatureRows &rows, const std::vector<std::size_t> &chosen)
{
    FeatureRows result;
    if (rows.count == 0)
        return result;
    result.width = rows.width;
    result.count = chosen.size();
    for (const std::size_t index : chosen) {
        const auto row = rows.row(index);
        result.values.insert(result.values.end(), row.begin(), row.end());
    }
    return result;
}

double unitDistance(std::span<const float> first, std::span<const float> second)
{
    double product = 0, squareFirst = 0, squareSecond = 0;
    for (std::size_t i = 0; i < first.size(); ++i) {
        product += double(first[i]) * double(second[i]);
        squareFirst += double(first[i]) * double(first[i]);
        squareSecond += double(second[i]) * double(second[i]);
    }
    if (squareFirst == 0 || squareSecond == 0)
        return squareFirst == squareSecond ? 0 : 1;
    const double cosine = product / std::sqrt(squareFirst * squareSecond);
    return std::sqrt(std::max(0.0, 2 - 2 * cosine));
}

} // namespace mutascope
