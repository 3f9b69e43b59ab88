// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/fault.h"
#include "core/metrics/fault_tests.h"

namespace mutascope {

namespace {

class FailingShare : public Metric {
public:
    explicit FailingShare(Counted counted) : m_counted(counted), m_tests(counted) { }

    void add(const MetricBatch &batch) override
    {
        requireWhole(batch, false);
        m_tests.pick(batch);
    }
    MetricValue value(const RunTotals &totals) const override
    {
        const std::string missing = m_tests.missing(totals);
        if (!missing.empty())
            return missingValue(missing);
        MetricValue result;
        result.tests = std::size_t(totals.generated);
        result.value = double(totals.failing) * validShare() / double(totals.generated);
        return result;
    }

private:
    // Where only some failing tests were judged (people label a sample), the others are taken to be like
    // them.
    double validShare() const
    {
        if (m_counted == Counted::Failing || m_tests.judged() == 0)
            return 1;
        return double(m_tests.picked()) / double(m_tests.judged());
    }

    Counted m_counted;
    CountedTests m_tests;
};

MetricInfo shareInfo(Counted counted)
{
    MetricInfo info
        = faultRevealing(counted, "failing-share", "Failing share",
                         "Share of the generated tests that fail (defect detection rate), from 0 to 1");
    info.paper
        = "Mzoughi et al., Towards Assessing Deep Learning Test Input Generators, arXiv 2504.02329 (DDR)";
    info.create = [counted](const ParamSet &, const MetricContext &) {
        return std::make_unique<FailingShare>(counted);
    };
    return info;
}

} // namespace

MetricInfo failingShareInfo()
{
    return shareInfo(Counted::Failing);
}

MetricInfo validFailingShareInfo()
{
    MetricInfo info = shareInfo(Counted::ValidFailing);
    info.summary = "Share of the generated tests that fail and are valid, from 0 to 1; where only some "
                   "failing tests were judged, the share of valid ones among these is taken for all";
    return info;
}

} // namespace mutascope
