// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/metrics/metric.h"
#include <memory>

namespace mutascope::faulttest {

struct RigTest {
    std::int64_t seed = 0;
    int label = 0;
    int predicted = 1;
    bool failing = true;
    Validity validity = Validity::Unknown;
    std::vector<float> features;
};

inline MetricBatch batchOf(const std::vector<RigTest> &tests)
{
    MetricBatch batch;
    const ImageShape shape{1, 1, 1};
    batch.seeds = batch.tests = ImageBatch(shape);
    for (const RigTest &test : tests) {
        batch.seeds.append({shape, {0}});
        batch.tests.append({shape, {1}});
        batch.seedIds.push_back(test.seed);
        batch.labels.push_back(test.label);
        batch.predicted.push_back(test.predicted);
        batch.failing.push_back(test.failing ? 1 : 0);
        batch.validity.push_back(test.validity);
        if (test.features.empty())
            continue;
        ++batch.testFeatures.count;
        batch.testFeatures.width = test.features.size();
        batch.testFeatures.values.insert(batch.testFeatures.values.end(), test.features.begin(),
                                         test.features.end());
    }
    return batch;
}

inline std::vector<RigTest> withFeatures(const std::vector<std::vector<float>> &rows)
{
    std::vector<RigTest> tests;
    for (const auto &row : rows)
        tests.push_back({std::int64_t(tests.size()), 0, 1, true, Validity::Unknown, row});
    return tests;
}

// Totals of a run that kept every test.
inline RunTotals totalsOf(const std::vector<RigTest> &tests, std::int64_t seedsAttempted = 10)
{
    RunTotals totals;
    totals.generated = std::int64_t(tests.size());
    for (const RigTest &test : tests)
        totals.failing += test.failing ? 1 : 0;
    totals.seedsAttempted = seedsAttempted;
    return totals;
}

using ParamTexts = std::vector<std::pair<std::string, std::string>>;

inline std::unique_ptr<Metric> makeMetric(const MetricInfo &info, const ParamTexts &texts = {})
{
    ParamSet params(info.params);
    for (const auto &[name, text] : texts)
        params.set(name, text);
    MetricContext context;
    context.shape = {1, 1, 1};
    context.classes = 10;
    return info.create(params, context);
}

// atOnce: tests a batch; 0: all.
inline MetricValue measure(const MetricInfo &info, const std::vector<RigTest> &tests,
                           const ParamTexts &texts = {}, std::size_t atOnce = 0)
{
    const auto metric = makeMetric(info, texts);
    const std::size_t step = atOnce == 0 ? std::max<std::size_t>(tests.size(), 1) : atOnce;
    for (std::size_t begin = 0; begin < tests.size(); begin += step)
        metric->add(batchOf({tests.begin() + std::ptrdiff_t(begin),
                             tests.begin() + std::ptrdiff_t(std::min(begin + step, tests.size()))}));
    return metric->value(totalsOf(tests));
}

} // namespace mutascope::faulttest
