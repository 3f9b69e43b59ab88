// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/base/rng.h"
#include "core/metrics/fault_tests.h"
#include "core/metrics/feature_sample.h"
#include "core/model/torch/matrix_product.h"

namespace mutascope {

// Deep features of the tests that count, as they stream by; beyond a bound a sample of them. Rows that are
// not finite are left out.
class KeptRows {
public:
    KeptRows(Counted counted, std::size_t most, std::uint64_t seed)
        : m_tests(counted), m_sample(most, Rng(seed, stream))
    {
    }
    // Throws Error{Internal} where the features are missing or of another width than before.
    void add(const MetricBatch &batch);
    const FeatureRows &rows() const { return m_sample.rows(); }
    // As CountedTests::missing, also where too few rows are finite.
    std::string missing(const RunTotals &totals, std::size_t needed) const;

private:
    static constexpr std::uint64_t stream = 0x6b65707472; // its own, beside other uses of the seed
    CountedTests m_tests;
    FeatureSample m_sample;
};

// "most-tests": the bound.
ParamSpec mostTestsParam();

// Each row divided by its length; rows of zeros stay.
DenseMatrix unitRows(const FeatureRows &rows);

} // namespace mutascope
