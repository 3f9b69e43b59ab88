// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/fault.h"
#include "core/metrics/fault_tests.h"
#include <set>
#include <utility>

namespace mutascope {

namespace {

class ClassPairs : public Metric {
public:
    explicit ClassPairs(Counted counted) : m_tests(counted) { }

    void add(const MetricBatch &batch) override
    {
        requireWhole(batch, false);
        for (const std::size_t row : m_tests.pick(batch))
            m_pairs.emplace(batch.labels[row], batch.predicted[row]);
    }
    MetricValue value(const RunTotals &totals) const override
    {
        const std::string missing = m_tests.missing(totals);
        if (!missing.empty())
            return missingValue(missing);
        MetricValue result;
        result.tests = m_tests.picked();
        result.value = double(m_pairs.size());
        return result;
    }

private:
    CountedTests m_tests;
    std::set<std::pair<int, int>> m_pairs;
};

MetricInfo pairsInfo(Counted counted)
{
    MetricInfo info = faultRevealing(
        counted, "class-pairs", "Class pairs",
        "Distinct pairs of the seed's class and the class a failing test is taken for, 0 or more");
    info.paper = "definition: number of different pairs (class of the seed, class predicted)";
    info.create = [counted](const ParamSet &, const MetricContext &) {
        return std::make_unique<ClassPairs>(counted);
    };
    return info;
}

} // namespace

MetricInfo classPairsInfo()
{
    return pairsInfo(Counted::Failing);
}

MetricInfo validClassPairsInfo()
{
    return pairsInfo(Counted::ValidFailing);
}

} // namespace mutascope
