// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/param_builders.h"
#include "core/coverage/criterion.h"
#include "core/metrics/diversity.h"
#include "core/metrics/fault_tests.h"
#include <algorithm>

namespace mutascope {

namespace {

std::string idOf(const std::string &criterion)
{
    return criterion.substr(0, criterion.find(':'));
}

// Counts without an upper end (stored vectors, covariances) have no mean with shares.
bool isShare(const std::string &criterion)
{
    const auto known
        = std::ranges::find(criteria(), idOf(criterion), [](const CriterionInfo &info) { return info.id; });
    return known != criteria().end() && known->ratio;
}

class CoverageAdded : public Metric {
public:
    explicit CoverageAdded(const std::string &criterion) : m_criterion(criterion) { }

    void add(const MetricBatch &batch) override { requireWhole(batch, false); }
    MetricValue value(const RunTotals &totals) const override
    {
        double sum = 0;
        std::size_t found = 0;
        for (const auto &[criterion, added] : totals.coverageAdded)
            if (wanted(criterion)) {
                sum += added;
                ++found;
            }
        if (found == 0)
            return missingValue(m_criterion.empty()
                                    ? "needs the coverage of 1 criterion that is a share, has 0"
                                    : "needs the coverage by " + m_criterion + ", which was not measured");
        MetricValue result;
        result.value = sum / double(found);
        result.tests = std::size_t(std::max<std::int64_t>(totals.failing, 0));
        return result;
    }

private:
    bool wanted(const std::string &criterion) const
    {
        if (m_criterion.empty())
            return isShare(criterion);
        return criterion == m_criterion || idOf(criterion) == m_criterion;
    }

    std::string m_criterion;
};

} // namespace

MetricInfo coverageAddedInfo()
{
    MetricInfo info;
    info.id = "coverage-added";
    info.name = "Coverage added";
    info.family = MetricFamily::Diversity;
    info.summary
        = "What the run's failing tests add to the coverage by the seeds, mean over the criteria that "
          "are shares, from 0 to 1; or by one criterion";
    info.paper = "Pei et al., DeepXplore, SOSP 2017 (neuron coverage); Ma et al., DeepGauge, ASE 2018 "
                 "(neuron- and layer-level criteria)";
    info.params = {textParam("criterion", "",
                             {"Coverage", "ours",
                              "One criterion, as measured (nc) or with its parameters (nc:threshold=0.75); "
                              "empty: the mean over all that are shares."})};
    info.create = [](const ParamSet &params, const MetricContext &) {
        return std::make_unique<CoverageAdded>(params.text("criterion"));
    };
    return info;
}

} // namespace mutascope
