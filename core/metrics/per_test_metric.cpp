// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/per_test_metric.h"
#include "core/base/error.h"
#include "core/base/parallel.h"
#include "core/metrics/fault_tests.h"
#include "core/metrics/stats/summary.h"
#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace mutascope {

namespace {

// So many that handing them to a thread costs nothing beside the work.
constexpr std::size_t pairsAtOnce = 32;

class PairMetric : public PerTestMetric {
public:
    PairMetric(TestChoice choice, PairScore score, PairMetricTexts texts)
        : PerTestMetric(choice, {.images = true}), m_score(score), m_texts(std::move(texts))
    {
    }

protected:
    std::vector<double> scores(const MetricBatch &batch, const std::vector<std::size_t> &rows) override
    {
        std::vector<double> scores(rows.size());
        inParallel((rows.size() + pairsAtOnce - 1) / pairsAtOnce, [&](std::size_t part) {
            const std::size_t end = std::min(rows.size(), (part + 1) * pairsAtOnce);
            for (std::size_t i = part * pairsAtOnce; i < end; ++i)
                scores[i]
                    = m_score(batch.seeds.pixels(rows[i]), batch.tests.pixels(rows[i]), batch.tests.shape());
        });
        return scores;
    }
    std::string note() const override { return m_texts.note; }
    std::string whyLeftOut() const override { return m_texts.whyLeftOut; }

private:
    PairScore m_score;
    PairMetricTexts m_texts;
};

} // namespace

void PerTestMetric::add(const MetricBatch &batch)
{
    const std::vector<std::size_t> rows = chosenTests(batch, m_choice, m_needs);
    if (rows.empty())
        return;
    for (const double score : scores(batch, rows))
        if (std::isfinite(score))
            m_scores.push_back(score);
        else
            ++m_leftOut;
}

std::string PerTestMetric::leftOut() const
{
    if (m_leftOut == 0)
        return {};
    return fmt::format("{} {} left out: {}", m_leftOut, nounOf(m_choice), whyLeftOut());
}

MetricValue PerTestMetric::value(const RunTotals &) const
{
    if (m_scores.empty() && m_leftOut == 0)
        return missingValue(fmt::format("needs 1 of the {}, has 0", nounOf(m_choice)));
    if (m_scores.empty())
        return missingValue(leftOut());
    const Summary summary = summarise(m_scores);
    MetricValue result;
    result.value = summary.mean;
    result.tests = summary.count;
    if (summary.count > 1)
        result.deviation = summary.deviation;
    result.quartiles = summary.quartiles();
    result.note = note();
    if (m_leftOut > 0)
        result.note += (result.note.empty() ? "" : "; ") + leftOut();
    return result;
}

std::unique_ptr<Metric> pairMetric(TestChoice choice, PairScore score, PairMetricTexts texts)
{
    return std::make_unique<PairMetric>(choice, score, std::move(texts));
}

MetricInfo naturalness(const std::string &id, const std::string &name, const std::string &summary,
                       const std::string &paper)
{
    MetricInfo info;
    info.id = id;
    info.name = name;
    info.family = MetricFamily::Naturalness;
    info.summary = summary;
    info.paper = paper;
    info.higherIsBetter = false;
    info.params = {testsParam()};
    return info;
}

MetricInfo pairInfo(MetricInfo info, PairScore score)
{
    info.needs.images = true;
    info.create = [score](const ParamSet &params, const MetricContext &) {
        return pairMetric(testChoiceOf(params), score);
    };
    return info;
}

} // namespace mutascope
