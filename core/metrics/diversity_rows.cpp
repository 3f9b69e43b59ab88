// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/diversity_rows.h"
#include "core/base/param_builders.h"
#include <algorithm>
#include <cmath>

namespace mutascope {

void KeptRows::add(const MetricBatch &batch)
{
    requireWhole(batch, true);
    const FeatureRows &features = batch.testFeatures;
    if (features.count == 0)
        return;
    for (const std::size_t row : m_tests.pick(batch))
        m_sample.add(features.row(row));
}

std::string KeptRows::missing(const RunTotals &totals, std::size_t needed) const
{
    const std::string reason = m_tests.missing(totals, needed);
    if (!reason.empty() || rows().count >= needed)
        return reason;
    return "needs " + std::to_string(needed) + " failing tests with finite features, has "
        + std::to_string(rows().count);
}

ParamSpec mostTestsParam()
{
    return integerParam("most-tests", 10000, 2, 50000,
                        {"Sample", "ours",
                         "Failing tests that are compared with each other; of more, so many are drawn at "
                         "random. Time grows with the square.",
                         "", true});
}

DenseMatrix unitRows(const FeatureRows &rows)
{
    DenseMatrix result(rows.count, rows.width);
    for (std::size_t i = 0; i < rows.count; ++i) {
        double squares = 0;
        for (const float value : rows.row(i))
            squares += double(value) * double(value);
        const double length = squares > 0 ? std::sqrt(squares) : 1;
        std::ranges::transform(rows.row(i), result.row(i).begin(),
                               [length](float value) { return double(value) / length; });
    }
    return result;
}

} // namespace mutascope
