// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/decorators.h"
#include "core/model/model_failure.h"
#include "tests/support/fake_model.h"
#include <cmath>
#include <gtest/gtest.h>

namespace mutascope {
namespace {

constexpr std::uint8_t poison = 255;

bool isPoisoned(const ImageBatch &batch)
{
    for (std::size_t i = 0; i < batch.count(); ++i)
        if (batch.pixels(i)[0] == poison)
            return true;
    return false;
}

// Fails on images whose first value is 255, as a model's own code might; on more than `together` images too.
class Fragile : public FakeModel {
public:
    std::size_t together = 1000;
    int calls = 0;

    Predictions predict(const ImageBatch &batch) override
    {
        ++calls;
        if (isPoisoned(batch))
            throw ModelFailure("too bright");
        if (batch.count() > together)
            throw ModelFailure("too many");
        return FakeModel::predict(batch);
    }
    FloatImages gradient(const FloatImages &images, const Objective &objective) override
    {
        for (std::size_t i = 0; i < images.count; ++i)
            if (images.values[i * images.shape.size()] == float(poison))
                throw ModelFailure("too bright");
        return FakeModel::gradient(images, objective);
    }
};

ImageBatch images(const std::vector<std::size_t> &poisoned, std::size_t count)
{
    ImageBatch batch({8, 8, 1});
    for (std::size_t i = 0; i < count; ++i) {
        std::vector<std::uint8_t> pixels(64, std::uint8_t(i));
        pixels[i % 64] = 200;
        pixels[0] = std::ranges::count(poisoned, i) > 0 ? poison : 7;
        batch.append({8, 8, 1}, pixels);
    }
    return batch;
}

TEST(FailureTolerant, OnlyTheImagesThatFailHaveNoPrediction)
{
    Fragile fragile;
    FailureTolerantModel model(fragile);
    const ImageBatch batch = images({2, 9, 10}, 13);
    const Trace trace = model.trace(batch, {0});
    ASSERT_EQ(trace.count(), 13U);
    FakeModel whole;
    const Trace expected = whole.trace(batch, {0});
    const std::vector<std::size_t> failed{2, 9, 10};
    EXPECT_EQ(model.failures().text(), "the model fails on 3 images (2, 9, 10): too bright");
    for (std::size_t i = 0; i < 13; ++i) {
        const bool fails = std::ranges::count(failed, i) > 0;
        for (int c = 0; c < 4; ++c)
            EXPECT_TRUE(fails ? std::isnan(trace.predictions.row(i)[std::size_t(c)])
                              : trace.predictions.row(i)[std::size_t(c)]
                                == expected.predictions.row(i)[std::size_t(c)]);
        for (std::size_t n = 0; n < FakeModel::neurons; ++n)
            EXPECT_TRUE(fails ? std::isnan(trace.row(i)[n]) : trace.row(i)[n] == expected.row(i)[n]);
        for (int label = 0; fails && label < 4; ++label)
            EXPECT_FALSE(isCorrect(trace.predictions, i, label)); // not even class 0
    }
}

TEST(FailureTolerant, WhatWorksCostsNothing)
{
    Fragile fragile;
    FailureTolerantModel model(fragile);
    model.predict(images({}, 64));
    EXPECT_EQ(model.failures().count(), 0);
    EXPECT_EQ(fragile.calls, 1);
    model.predict(images({63}, 64));
    EXPECT_LE(fragile.calls, 1 + 2 * 6 + 1); // halves
}

TEST(FailureTolerant, WhatFailsTogetherOnlyFailsNowhere)
{
    Fragile fragile;
    fragile.together = 5;
    FailureTolerantModel model(fragile);
    const Predictions predictions = model.predict(images({}, 23));
    EXPECT_EQ(predictions.count, 23U);
    EXPECT_EQ(model.failures().count(), 0);
}

TEST(FailureTolerant, BatchesKeepTheRows)
{
    Fragile fragile;
    FailureTolerantModel model(fragile);
    BatchingModel batching(model, 4);
    const Predictions predictions = batching.predict(images({3, 9}, 11));
    EXPECT_EQ(predictions.count, 11U);
    for (std::size_t i = 0; i < 11; ++i)
        EXPECT_EQ(hasPrediction(predictions, i), i != 3 && i != 9);
    FailedImages named = failuresOf(model);
    EXPECT_EQ(named.text(), "the model fails on 2 images (3, 9): too bright");
    for (int i = 0; i < 9; ++i)
        named.add(100 + i, "late");
    EXPECT_EQ(named.text("test"), "the model fails on 11 tests (3, 9, 100, 101, 102 ...): too bright");
    forgetFailures(model);
    EXPECT_EQ(model.failures().count(), 0);
    EXPECT_EQ(failuresOf(fragile).count(), 0); // keeps no account
}

TEST(FailureTolerant, GradientsOfImagesThatFailAreZero)
{
    Fragile fragile;
    FailureTolerantModel model(fragile);
    FloatImages floats{{8, 8, 1}, 3, std::vector<float>(3 * 64, 20)};
    floats.values[64] = float(poison);
    const Objective objective{std::vector<float>(12, 1), {}, {}};
    const FloatImages gradient = model.gradient(floats, objective);
    ASSERT_EQ(gradient.count, 3U);
    FakeModel whole;
    const FloatImages expected = whole.gradient(floats, objective);
    for (std::size_t i = 0; i < gradient.values.size(); ++i)
        EXPECT_EQ(gradient.values[i], i / 64 == 1 ? 0 : expected.values[i]);
}

TEST(FailureTolerant, OtherErrorsEndTheCall)
{
    class Broken : public FakeModel {
        Predictions predict(const ImageBatch &) override { throw OutOfMemory("full"); }
    } broken;
    FailureTolerantModel model(broken);
    EXPECT_THROW(model.predict(images({}, 2)), Error);
}

} // namespace
} // namespace mutascope
