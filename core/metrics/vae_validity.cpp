// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/param_builders.h"
#include "core/metrics/builtin.h"
#include "core/metrics/fault_tests.h"
#include "core/metrics/per_test_metric.h"
#include "core/metrics/validity_threshold.h"
#include <cmath>
#include <fmt/format.h>

namespace mutascope {

namespace {

class VaeValidity : public Metric {
public:
    VaeValidity(TestChoice choice, double percentile, const std::vector<double> *reference)
        : m_choice(choice), m_percentile(percentile)
    {
        if (reference != nullptr && !reference->empty())
            m_threshold = validityThreshold(*reference, percentile);
    }

    void add(const MetricBatch &batch) override
    {
        const std::vector<std::size_t> rows = chosenTests(batch, m_choice, {.validator = true});
        if (batch.validatorScores.empty() || !m_threshold)
            return;
        m_tests += rows.size();
        for (const std::size_t row : rows)
            m_valid += batch.validatorScores[row] <= *m_threshold; // false for a NaN
    }

    MetricValue value(const RunTotals &) const override
    {
        if (!m_threshold)
            return missingValue("needs the validator's scores of real images; train the validator on the "
                                "project's data");
        if (m_tests == 0)
            return missingValue(
                fmt::format("needs 1 of the {} with a validator's score, has 0", nounOf(m_choice)));
        MetricValue result;
        result.value = double(m_valid) / double(m_tests);
        result.tests = m_tests;
        result.note = fmt::format("threshold {:.4g}, the {:g} % percentile of real images", *m_threshold,
                                  m_percentile);
        return result;
    }

private:
    TestChoice m_choice;
    double m_percentile;
    std::optional<double> m_threshold;
    std::size_t m_tests = 0;
    std::size_t m_valid = 0;
};

} // namespace

MetricInfo vaeValidityInfo()
{
    MetricInfo info = naturalness(
        "vae-validity", "VAE validity",
        "Share of the tests that a variational auto-encoder reconstructs no worse than nearly all real "
        "images, from 0 to 1; a test that is valid to it need not be so to people",
        "Stocco et al., Misbehaviour Prediction for Autonomous Driving Systems, ICSE 2020 (reconstruction "
        "error); Riccio and Tonella, When and Why Test Generators for Deep Learning Produce Invalid Inputs, "
        "ICSE 2023 (as validator of generated tests)");
    info.higherIsBetter = true;
    info.needs.validator = true;
    info.params.push_back(percentileParam());
    info.create = [](const ParamSet &params, const MetricContext &context) {
        return std::make_unique<VaeValidity>(testChoiceOf(params), params.real("percentile"),
                                             context.referenceValidatorScores);
    };
    return info;
}

} // namespace mutascope
