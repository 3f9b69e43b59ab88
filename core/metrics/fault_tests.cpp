// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/fault_tests.h"
#include "core/base/error.h"
#include <algorithm>
#include <initializer_list>

namespace mutascope {

namespace {

bool allAre(std::size_t count, std::initializer_list<std::size_t> sizes)
{
    return std::ranges::all_of(sizes, [count](std::size_t size) { return size == count; });
}

bool noneOr(std::size_t count, std::size_t size)
{
    return size == 0 || size == count;
}

bool wholeFeatures(const FeatureRows &features, std::size_t count, bool needed)
{
    return (features.count == count || (features.count == 0 && !needed))
        && features.values.size() == features.count * features.width;
}

} // namespace

void requireWhole(const MetricBatch &batch, bool needsFeatures)
{
    const std::size_t count = batch.failing.size();
    if (!allAre(count,
                {batch.seedIds.size(), batch.labels.size(), batch.predicted.size(), batch.validity.size()})
        || !noneOr(count, batch.tests.count()) || !noneOr(count, batch.seeds.count())
        || !noneOr(count, batch.validatorScores.size())
        || !wholeFeatures(batch.testFeatures, count, needsFeatures)
        || !wholeFeatures(batch.seedFeatures, count, false))
        throw Error(ErrorCode::Internal, "the members of a batch of tests differ in length");
}

std::vector<std::size_t> CountedTests::pick(const MetricBatch &batch)
{
    std::vector<std::size_t> rows;
    for (std::size_t i = 0; i < batch.failing.size(); ++i) {
        if (batch.failing[i] == 0)
            continue;
        ++m_failing;
        m_judged += batch.validity[i] != Validity::Unknown;
        if (m_counted == Counted::Failing || batch.validity[i] == Validity::Valid)
            rows.push_back(i);
    }
    m_picked += rows.size();
    return rows;
}

std::string CountedTests::missing(const RunTotals &totals) const
{
    if (totals.generated < 1)
        return "needs 1 test, has 0";
    if (m_counted == Counted::ValidFailing && m_failing > 0 && m_judged == 0)
        return "needs failing tests whose validity was judged by people or an automated validator, has 0 of "
            + std::to_string(m_failing);
    return {};
}

std::string CountedTests::missing(const RunTotals &totals, std::size_t needed) const
{
    const std::string reason = missing(totals);
    if (!reason.empty() || m_picked >= needed)
        return reason;
    const std::string what = m_counted == Counted::Failing ? " failing test" : " valid failing test";
    return "needs " + std::to_string(needed) + what + (needed == 1 ? "" : "s") + ", has "
        + std::to_string(m_picked);
}

MetricValue missingValue(const std::string &reason)
{
    MetricValue value;
    value.missing = reason;
    return value;
}

MetricInfo faultRevealing(Counted counted, const std::string &id, const std::string &name,
                          const std::string &summary)
{
    MetricInfo info;
    info.family = MetricFamily::FaultRevealing;
    info.id = id;
    info.name = name;
    info.summary = summary;
    if (counted == Counted::ValidFailing) {
        info.id = "valid-" + id;
        info.name = "Valid: " + name;
        info.summary += "; of tests judged valid alone, tests nobody judged count as not valid";
    }
    return info;
}

} // namespace mutascope
