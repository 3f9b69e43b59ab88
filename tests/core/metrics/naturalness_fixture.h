// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/base/error.h"
#include "core/metrics/metric.h"
#include <algorithm>
#include <gtest/gtest.h>

// Images and features made from the same numbers as in tests/scripts/test_naturalness.py.
namespace mutascope::naturalnesstest {

inline std::vector<int> numbers(std::uint64_t seed, std::size_t count)
{
    std::vector<int> out;
    for (std::uint64_t state = seed; out.size() < count;) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        out.push_back(int(state >> 56));
    }
    return out;
}

inline ImageBatch imagesOf(const ImageShape &shape, const std::vector<int> &values)
{
    const std::vector<std::uint8_t> pixels(values.begin(), values.end());
    ImageBatch images(shape);
    for (std::size_t i = 0; i < pixels.size(); i += shape.size())
        images.append(shape, std::span(pixels).subspan(i, shape.size()));
    return images;
}

inline FeatureRows featureRows(std::size_t width, std::size_t count, std::size_t dead, std::uint64_t seed)
{
    FeatureRows rows{count, width, {}};
    for (const int number : numbers(seed, count * width))
        rows.values.push_back(rows.values.size() % width >= width - dead ? 0 : float(number) / 64 - 1);
    return rows;
}

// The members that every batch has: all tests fail, nobody judged them.
inline MetricBatch failingBatch(std::size_t count)
{
    MetricBatch batch;
    batch.seedIds.resize(count);
    batch.labels.resize(count);
    batch.predicted.resize(count, 1);
    batch.failing.resize(count, 1);
    batch.validity.resize(count);
    return batch;
}

inline MetricBatch pairs(const ImageShape &shape, std::size_t count, bool unrelated)
{
    const std::vector<int> seeds = numbers(1, count * shape.size());
    std::vector<int> tests = numbers(2, count * shape.size());
    if (!unrelated)
        std::ranges::transform(seeds, tests, tests.begin(), [](int seed, int other) {
            return std::clamp(seed + other % 41 - 20, 0, 255);
        });
    MetricBatch batch = failingBatch(count);
    batch.seeds = imagesOf(shape, seeds);
    batch.tests = imagesOf(shape, tests);
    return batch;
}

inline FeatureRows slice(const FeatureRows &rows, std::size_t begin, std::size_t end)
{
    if (rows.count == 0)
        return {};
    const auto at = [&](std::size_t row) { return rows.values.begin() + std::ptrdiff_t(row * rows.width); };
    return {end - begin, rows.width, {at(begin), at(end)}};
}

template <typename Value>
std::vector<Value> slice(const std::vector<Value> &values, std::size_t begin, std::size_t end)
{
    if (values.empty())
        return {};
    return {values.begin() + std::ptrdiff_t(begin), values.begin() + std::ptrdiff_t(end)};
}

inline MetricBatch slice(const MetricBatch &batch, std::size_t begin, std::size_t end)
{
    MetricBatch part;
    part.seeds = batch.seeds.slice(begin, end);
    part.tests = batch.tests.slice(begin, end);
    part.seedIds = slice(batch.seedIds, begin, end);
    part.labels = slice(batch.labels, begin, end);
    part.predicted = slice(batch.predicted, begin, end);
    part.failing = slice(batch.failing, begin, end);
    part.validity = slice(batch.validity, begin, end);
    part.seedFeatures = slice(batch.seedFeatures, begin, end);
    part.testFeatures = slice(batch.testFeatures, begin, end);
    part.validatorScores = slice(batch.validatorScores, begin, end);
    return part;
}

using Settings = std::vector<std::pair<std::string, std::string>>;

inline std::unique_ptr<Metric> makeMetric(const std::string &id, const MetricContext &context,
                                          const Settings &settings = {})
{
    const MetricInfo &info = metricInfo(id);
    ParamSet params(info.params);
    for (const auto &[name, value] : settings)
        params.set(name, value);
    return info.create(params, context);
}

inline MetricValue valueOf(const std::string &id, const MetricBatch &batch, const MetricContext &context = {},
                           const Settings &settings = {})
{
    const auto metric = makeMetric(id, context, settings);
    metric->add(batch);
    return metric->value({});
}

} // namespace mutascope::naturalnesstest
