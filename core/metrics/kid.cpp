// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/param_builders.h"
#include "core/metrics/builtin.h"
#include "core/metrics/fault_tests.h"
#include "core/metrics/feature_sample.h"
#include "core/metrics/kernel_distance.h"
#include "core/metrics/per_test_metric.h"
#include "core/metrics/stats/summary.h"
#include <fmt/format.h>

namespace mutascope {

namespace {

// Each its own, beside other uses of the seed.
constexpr std::uint64_t sampleStream = 0x6b696401, subsetStream = 0x6b696402;

struct KidOptions {
    TestChoice tests = TestChoice::Failing;
    std::size_t subsets = 0;
    std::size_t size = 0;
    std::size_t most = 0;
};

KidOptions optionsOf(const ParamSet &params)
{
    return {testChoiceOf(params), std::size_t(params.integer("subsets")),
            std::size_t(params.integer("subset-size")), std::size_t(params.integer("most-tests"))};
}

class Kid : public Metric {
public:
    Kid(const KidOptions &options, const MetricContext &context)
        : m_options(options), m_given(context.reference), m_seed(context.seed),
          m_tests(options.most, Rng(context.seed, sampleStream))
    {
    }
    void add(const MetricBatch &batch) override;
    MetricValue value(const RunTotals &totals) const override;

private:
    const FeatureSample &reference() const;
    std::string missing() const;
    std::string note(const SubsetPlan &plan) const;

    KidOptions m_options;
    const FeatureRows *m_given;
    std::uint64_t m_seed;
    FeatureSample m_tests;
    mutable std::optional<FeatureSample> m_reference; // finite rows of m_given, at first use
};

void Kid::add(const MetricBatch &batch)
{
    for (const std::size_t row : chosenTests(batch, m_options.tests, {.features = true}))
        m_tests.add(batch.testFeatures.row(row));
}

const FeatureSample &Kid::reference() const
{
    if (!m_reference) {
        m_reference.emplace(m_given->count, Rng(m_seed, sampleStream));
        for (std::size_t i = 0; i < m_given->count; ++i)
            m_reference->add(m_given->row(i));
    }
    return *m_reference;
}

std::string Kid::missing() const
{
    if (m_given == nullptr || m_given->count == 0)
        return "needs the deep features of real images; choose a data set to compare with";
    if (m_tests.seen() < 2)
        return fmt::format("needs 2 {} with finite features, has {}", nounOf(m_options.tests),
                           m_tests.seen());
    if (reference().seen() < 2)
        return fmt::format("needs 2 real images with finite features, has {}", reference().seen());
    return {};
}

std::string Kid::note(const SubsetPlan &plan) const
{
    std::string note = plan.subsets == 1
        ? fmt::format("of all {} tests and {} real images at once", plan.ofA, plan.ofB)
        : fmt::format("mean and deviation of {} subsets of {} tests and {} real images", plan.subsets,
                      plan.ofA, plan.ofB);
    if (m_tests.seen() > m_tests.rows().count)
        note += fmt::format("; drawn from {} of {} tests", m_tests.rows().count, m_tests.seen());
    if (const std::size_t leftOut = m_tests.leftOut() + reference().leftOut(); leftOut > 0)
        note += fmt::format("; {} images without finite features left out", leftOut);
    return note;
}

MetricValue Kid::value(const RunTotals &) const
{
    const std::string reason = missing();
    if (!reason.empty())
        return missingValue(reason);
    const FeatureRows &tests = m_tests.rows(), &real = reference().rows();
    const SubsetPlan plan = planSubsets(tests.count, real.count, m_options.subsets, m_options.size);
    const Summary summary = summarise(kernelDistances(tests, real, plan, Rng(m_seed, subsetStream)));
    MetricValue result;
    result.value = summary.mean;
    result.tests = m_tests.seen();
    if (plan.subsets > 1)
        result.deviation = summary.deviation;
    result.note = note(plan);
    return result;
}

std::vector<ParamSpec> kidParams()
{
    return {testsParam(),
            integerParam("subsets", 100, 1, 10000,
                         {"Subsets", "Bi\u0144kowski et al., ICLR 2018",
                          "Subsets the distance is the mean of; one where all tests fit into it.", "", true}),
            integerParam("subset-size", 1000, 2, 10000,
                         {"Subsets", "Bi\u0144kowski et al., ICLR 2018",
                          "Tests and real images of a subset; all where there are fewer.", "images", true}),
            integerParam(
                "most-tests", 10000, 2, 1000000,
                {"Subsets", "ours", "Of more tests, so many are drawn and kept in memory.", "tests", true})};
}

} // namespace

MetricInfo kidInfo()
{
    MetricInfo info = naturalness(
        "kid", "KID",
        "Kernel distance between the deep features of the tests and of real images: unbiased, so about 0 "
        "for equal distributions, also below, whatever their number; depends on the network chosen for the "
        "features",
        "Bi\u0144kowski et al., Demystifying MMD GANs, ICLR 2018 (Kernel Inception Distance, unbiased "
        "estimate); on features of a chosen network instead of "
        "Inception's");
    info.needs.features = true;
    info.needs.reference = true;
    info.params = kidParams();
    info.create = [](const ParamSet &params, const MetricContext &context) {
        return std::make_unique<Kid>(optionsOf(params), context);
    };
    return info;
}

} // namespace mutascope
