// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/diversity.h"
#include "core/metrics/diversity_rows.h"
#include "core/metrics/stats/symmetric_eigen.h"
#include <cmath>

namespace mutascope {

namespace {

// exp of the entropy of the eigenvalues of K / n, K the scalar products of rows. Those of the products of
// columns are the same but for zeros, so the smaller matrix is taken. A row of zeros takes no part.
double vendiScore(const DenseMatrix &rows)
{
    const bool tall = rows.rows > rows.columns;
    const SymmetricEigen eigen = symmetricEigen(tall ? gramMatrix(rows) : timesTransposed(rows, rows));
    double sum = 0;
    for (const double value : eigen.values)
        sum += std::max(value, 0.0);
    double entropy = 0;
    for (const double value : eigen.values)
        if (value > 0)
            entropy -= value / sum * std::log(value / sum);
    return sum > 0 ? std::exp(entropy) : 1; // all zeros: all alike
}

class Vendi : public Metric {
public:
    Vendi(const ParamSet &params, std::uint64_t seed)
        : m_kept(Counted::Failing, std::size_t(params.integer("most-tests")), seed)
    {
    }
    void add(const MetricBatch &batch) override { m_kept.add(batch); }
    MetricValue value(const RunTotals &totals) const override
    {
        const std::string missing = m_kept.missing(totals, 1);
        if (!missing.empty())
            return missingValue(missing);
        MetricValue result;
        result.tests = m_kept.rows().count;
        result.value = vendiScore(unitRows(m_kept.rows()));
        return result;
    }

private:
    KeptRows m_kept;
};

} // namespace

MetricInfo vendiInfo()
{
    MetricInfo info;
    info.id = "vendi";
    info.name = "Vendi score";
    info.family = MetricFamily::Diversity;
    info.summary
        = "Effective number of different failing tests by the cosines of their deep features: from 1 "
          "(all alike) to their number or the width of the features";
    info.paper = "Friedman and Dieng, The Vendi Score: A Diversity Evaluation Metric for Machine Learning, "
                 "TMLR 2023, definition 3.1";
    info.needs.features = true;
    info.params = {mostTestsParam()};
    info.create = [](const ParamSet &params, const MetricContext &context) {
        return std::make_unique<Vendi>(params, context.seed);
    };
    return info;
}

} // namespace mutascope
