// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/param_builders.h"
#include "core/base/shuffle.h"
#include "core/metrics/diversity.h"
#include "core/metrics/diversity_rows.h"
#include "core/metrics/stats/summary.h"
#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

namespace mutascope {

namespace {

// log det(rows rows^T + epsilon I). With more rows than columns by the smaller matrix, as the other
// eigenvalues are epsilon. Nothing where rounding makes the matrix not positive definite.
std::optional<double> logDeterminant(const DenseMatrix &rows, double epsilon)
{
    const bool tall = rows.rows > rows.columns;
    DenseMatrix products = tall ? gramMatrix(rows) : timesTransposed(rows, rows);
    for (std::size_t i = 0; i < products.rows; ++i)
        products.row(i)[i] += epsilon;
    const auto whitening = whiteningMatrix(products); // its diagonal is the inverse of the Cholesky factor's
    if (!whitening)
        return std::nullopt;
    double sum = double(rows.rows - products.rows) * std::log(epsilon);
    for (std::size_t i = 0; i < products.rows; ++i)
        sum -= 2 * std::log(whitening->row(i)[i]);
    return sum;
}

DenseMatrix chosenRows(const DenseMatrix &rows, std::size_t count, Rng rng)
{
    std::vector<std::size_t> order(rows.rows);
    std::iota(order.begin(), order.end(), std::size_t{0});
    shuffle(order, rng);
    DenseMatrix result(count, rows.columns);
    for (std::size_t i = 0; i < count; ++i)
        std::ranges::copy(rows.row(order[i]), result.row(i).begin());
    return result;
}

class GeometricDiversity : public Metric {
public:
    GeometricDiversity(const ParamSet &params, std::uint64_t seed)
        : m_kept(Counted::Failing, std::size_t(params.integer("most-tests")), seed),
          m_subset(std::size_t(params.integer("subset"))), m_subsets(std::size_t(params.integer("subsets"))),
          m_epsilon(params.real("epsilon")), m_rng(seed, stream)
    {
    }
    void add(const MetricBatch &batch) override { m_kept.add(batch); }
    MetricValue value(const RunTotals &totals) const override
    {
        const std::string missing = m_kept.missing(totals, std::max<std::size_t>(m_subset, 2));
        return missing.empty() ? ofSubsets(unitRows(m_kept.rows())) : missingValue(missing);
    }

private:
    MetricValue ofSubsets(const DenseMatrix &rows) const
    {
        const bool all = m_subset == 0 || m_subset == rows.rows;
        std::vector<double> values;
        for (std::size_t i = 0; i < (all ? 1 : m_subsets); ++i) {
            const auto value
                = logDeterminant(all ? rows : chosenRows(rows, m_subset, m_rng.sub(i)), m_epsilon);
            if (!value)
                return missingValue("needs a larger epsilon: the failing tests are too alike for the "
                                    "determinant to be computed");
            values.push_back(*value);
        }
        const Summary summary = summarise(values);
        MetricValue result;
        result.tests = rows.rows;
        result.value = summary.mean;
        return result;
    }

    static constexpr std::uint64_t stream = 0x67656f6d; // its own, beside other uses of the seed
    KeptRows m_kept;
    std::size_t m_subset;
    std::size_t m_subsets;
    double m_epsilon;
    Rng m_rng;
};

std::vector<ParamSpec> geometricParams()
{
    return {integerParam("subset", 50, 0, 10000,
                         {"Sample", "ours",
                          "Failing tests of which the determinant is taken: it depends on their number, so "
                          "runs are comparable only at the same one. 0: all."}),
            integerParam(
                "subsets", 20, 1, 1000,
                {"Sample", "ours", "Random subsets of that size over which the mean is taken.", "", true}),
            realParam("epsilon", 1e-6, 1e-9, 1,
                      {"Sample", "ours",
                       "Added to the diagonal, so that tests that are alike give a small value and not none.",
                       "", true}),
            mostTestsParam()};
}

} // namespace

MetricInfo geometricDiversityInfo()
{
    MetricInfo info;
    info.id = "geometric-diversity";
    info.name = "Geometric diversity";
    info.family = MetricFamily::Diversity;
    info.summary
        = "Log-determinant of the scalar products of the unit-length deep features of failing tests, "
          "mean over random subsets of one size; 0 at most, which is all at right angles";
    info.paper
        = "Aghababaeyan et al., Black-Box Testing of Deep Neural Networks, TSE 2023 (geometric diversity)";
    info.needs.features = true;
    info.params = geometricParams();
    info.create = [](const ParamSet &params, const MetricContext &context) {
        return std::make_unique<GeometricDiversity>(params, context.seed);
    };
    return info;
}

} // namespace mutascope
