// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/validity_threshold.h"
#include "core/base/error.h"
#include "core/base/param_builders.h"
#include "core/metrics/stats/summary.h"
#include <algorithm>
#include <cmath>

namespace mutascope {

ParamSpec percentileParam()
{
    return realParam("percentile", 99, 50, 100,
                     {"Validator",
                      "ours; Riccio and Tonella, ICSE 2023, likewise take real images as measure",
                      "A test is valid where its reconstruction error is at most this percentile of those "
                      "of real images.",
                      "%"});
}

double validityThreshold(std::vector<double> referenceScores, double percentile)
{
    std::erase_if(referenceScores, [](double score) { return !std::isfinite(score); });
    if (referenceScores.empty())
        throw Error(ErrorCode::BadData, "the validator has no finite score of a real image",
                    "Train the validator again, with a lower learning rate");
    std::ranges::sort(referenceScores);
    return quantile(referenceScores, percentile / 100);
}

} // namespace mutascope
