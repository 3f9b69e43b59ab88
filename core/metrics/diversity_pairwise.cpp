// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/parallel.h"
#include "core/metrics/diversity.h"
#include "core/metrics/diversity_rows.h"
#include <algorithm>
#include <cmath>
#include <numeric>

namespace mutascope {

namespace {

constexpr std::size_t rowsAtOnce = 256; // bounds the products: 256 x 10,000 are 20 MB

double squaredLength(std::span<const double> row)
{
    return std::inner_product(row.begin(), row.end(), row.begin(), 0.0);
}

// Sum of the distances of each row to those after it: |a - b|^2 = |a|^2 + |b|^2 - 2ab.
double sumOfDistances(const DenseMatrix &rows)
{
    std::vector<double> squares(rows.rows);
    for (std::size_t i = 0; i < rows.rows; ++i)
        squares[i] = squaredLength(rows.row(i));
    std::vector<double> sums(rows.rows);
    for (std::size_t begin = 0; begin < rows.rows; begin += rowsAtOnce) {
        const std::size_t end = std::min(begin + rowsAtOnce, rows.rows);
        const DenseMatrix products
            = timesTransposed(MatrixView(rows, begin, end), MatrixView(rows, begin, rows.rows));
        inParallel(end - begin, [&](std::size_t i) {
            double sum = 0;
            for (std::size_t j = i + 1; j < products.columns; ++j)
                sum += std::sqrt(
                    std::max(squares[begin + i] + squares[begin + j] - 2 * products.row(i)[j], 0.0));
            sums[begin + i] = sum;
        });
    }
    return std::accumulate(sums.begin(), sums.end(), 0.0);
}

class PairwiseDistance : public Metric {
public:
    PairwiseDistance(const ParamSet &params, std::uint64_t seed)
        : m_kept(Counted::Failing, std::size_t(params.integer("most-tests")), seed)
    {
    }
    void add(const MetricBatch &batch) override { m_kept.add(batch); }
    MetricValue value(const RunTotals &totals) const override
    {
        const std::string missing = m_kept.missing(totals, 2);
        if (!missing.empty())
            return missingValue(missing);
        MetricValue result;
        result.tests = m_kept.rows().count;
        const double count = double(result.tests);
        result.value = sumOfDistances(unitRows(m_kept.rows())) / (count * (count - 1) / 2);
        return result;
    }

private:
    KeptRows m_kept;
};

} // namespace

MetricInfo pairwiseDistanceInfo()
{
    MetricInfo info;
    info.id = "pairwise-distance";
    info.name = "Pairwise distance";
    info.family = MetricFamily::Diversity;
    info.summary
        = "Mean distance of two failing tests in unit-length deep features, from 0 (all alike) to 2; "
          "of more than most-tests a sample is compared";
    info.paper = "definition: mean Euclidean distance over all pairs; of unit-length deep features, as Zhang "
                 "et al., The Unreasonable Effectiveness of Deep Features, CVPR 2018";
    info.needs.features = true;
    info.params = {mostTestsParam()};
    info.create = [](const ParamSet &params, const MetricContext &context) {
        return std::make_unique<PairwiseDistance>(params, context.seed);
    };
    return info;
}

} // namespace mutascope
