// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/metrics/fault.h"
#include "core/metrics/fault_tests.h"
#include <set>

namespace mutascope {

namespace {

class SeedSuccess : public Metric {
public:
    explicit SeedSuccess(Counted counted) : m_tests(counted) { }

    void add(const MetricBatch &batch) override
    {
        requireWhole(batch, false);
        for (const std::size_t row : m_tests.pick(batch))
            m_seeds.insert(batch.seedIds[row]);
    }
    MetricValue value(const RunTotals &totals) const override
    {
        std::string missing = m_tests.missing(totals);
        if (missing.empty() && totals.seedsAttempted < 1)
            missing = "needs 1 attempted seed, has 0";
        if (!missing.empty())
            return missingValue(missing);
        if (std::int64_t(m_seeds.size()) > totals.seedsAttempted)
            throw Error(ErrorCode::Internal, "more seeds have failing tests than were attempted");
        MetricValue result;
        result.tests = m_tests.picked();
        result.value = double(m_seeds.size()) / double(totals.seedsAttempted);
        return result;
    }

private:
    CountedTests m_tests;
    std::set<std::int64_t> m_seeds;
};

MetricInfo seedInfo(Counted counted)
{
    MetricInfo info = faultRevealing(
        counted, "seed-success", "Seed success",
        "Share of the attempted seeds with at least one failing test (attack success rate), from 0 to 1");
    info.paper
        = "Mzoughi et al., Towards Assessing Deep Learning Test Input Generators, arXiv 2504.02329 (ASR)";
    info.create = [counted](const ParamSet &, const MetricContext &) {
        return std::make_unique<SeedSuccess>(counted);
    };
    return info;
}

} // namespace

MetricInfo seedSuccessInfo()
{
    return seedInfo(Counted::Failing);
}

MetricInfo validSeedSuccessInfo()
{
    return seedInfo(Counted::ValidFailing);
}

} // namespace mutascope
