// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/campaign/feature_rows.h"

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

} // namespace mutascope
