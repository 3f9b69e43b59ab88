// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/retrain_measure.h"
#include "tests/core/base/expect_error.h"
#include <algorithm>

namespace mutascope {
namespace {

// Predicts the value of an image's only pixel.
class PixelModel : public Model {
public:
    PixelModel()
    {
        m_spec.input = {1, 1, 1};
        m_spec.classes = 4;
    }
    const ModelSpec &spec() const override { return m_spec; }
    const std::vector<LayerInfo> &layers() const override { return m_layers; }
    Predictions predict(const ImageBatch &batch) override
    {
        Predictions result{batch.count(), 4, false, std::vector<float>(batch.count() * 4)};
        for (std::size_t i = 0; i < batch.count(); ++i)
            result.outputs[i * 4 + batch.pixels(i)[0]] = 1;
        return result;
    }
    Trace trace(const ImageBatch &, const LayerSet &) override { return {}; }
    FloatImages gradient(const FloatImages &, const Objective &) override { return {}; }

private:
    ModelSpec m_spec;
    std::vector<LayerInfo> m_layers;
};

ImageBatch pixels(const std::vector<std::uint8_t> &values)
{
    ImageBatch batch({1, 1, 1});
    for (const std::uint8_t value : values)
        batch.append({1, 1, 1}, std::span(&value, 1));
    return batch;
}

FailingTests someTests()
{
    return {pixels({0, 1, 2, 3, 1}), {1, 1, 2, 1, 0}, {0, 1, 2, 0, 2},
            pixels({1, 0, 2}),       {1, 1, 2},       {"a", "b", "c"}};
}

TEST(RetrainTests, TestsOfChosenSeeds)
{
    const FailingTests chosen = selected(someTests(), {true, false, true});
    EXPECT_EQ(chosen.labels, (std::vector<int>{1, 2, 1, 0}));
    EXPECT_EQ(chosen.seedOf, (std::vector<std::size_t>{0, 2, 0, 2}));
    ASSERT_EQ(chosen.images.count(), 4U);
    EXPECT_EQ(chosen.images.pixels(2)[0], 3);
    EXPECT_EQ(chosen.seedKeys.size(), 3U);
}

TEST(RetrainTests, HeldOutSeedsAreAShareDrawnFromTheSeed)
{
    const std::vector<bool> held = heldOutSeeds(10, 0.3, 1);
    EXPECT_EQ(std::count(held.begin(), held.end(), true), 3);
    EXPECT_EQ(held, heldOutSeeds(10, 0.3, 1));
    EXPECT_NE(heldOutSeeds(100, 0.5, 1), heldOutSeeds(100, 0.5, 2));
    const auto count = [](std::size_t seeds, double share) {
        const std::vector<bool> some = heldOutSeeds(seeds, share, 1);
        return std::count(some.begin(), some.end(), true);
    };
    EXPECT_EQ(count(2, 0.01), 1); // never none
    EXPECT_EQ(count(3, 0.99), 2); // never all
    expectError(ErrorCode::Usage, "one seed", [] { heldOutSeeds(1, 0.5, 1); });
}

TEST(RetrainTests, ImagesAreKnownByTheirPixels)
{
    const Image image{{1, 2, 1}, {3, 4}};
    EXPECT_EQ(imageKey(image), imageKey(Image(image)));
    EXPECT_NE(imageKey(image), imageKey({{1, 2, 1}, {4, 3}}));
    EXPECT_NE(imageKey(image), imageKey({{2, 1, 1}, {3, 4}}));
}

TEST(RetrainMeasure, FailingShareByHand)
{
    PixelModel model;
    // predictions 0 1 2 3 1 against 1 1 2 1 0: three of five fail
    EXPECT_DOUBLE_EQ(failingShare(model, someTests()), 0.6);
    EXPECT_EQ(failingShare(model, selected(someTests(), {false, false, false})), 0);
}

TEST(RetrainMeasure, WeightedAccuracyByHand)
{
    // 4 images were right, 2 wrong. Of the right ones two count, one of them is still right: 4 * 1/2. Of the
    // wrong ones both count, one is right now: 2 * 1/2.
    const std::vector<bool> before = {true, true, true, true, false, false};
    const std::vector<bool> now = {true, false, true, true, true, false};
    EXPECT_DOUBLE_EQ(weightedAccuracy(before, now, {true, true, false, false, true, true}), 3.0 / 6);
    // All count: the plain accuracy.
    EXPECT_DOUBLE_EQ(weightedAccuracy(before, now, std::vector<bool>(6, true)), 4.0 / 6);
    EXPECT_DOUBLE_EQ(weightedAccuracy(before, before, {true, false, false, false, true, false}), 4.0 / 6);
    // No wrong one counts: the right ones stand for all.
    EXPECT_DOUBLE_EQ(weightedAccuracy(before, now, {true, true, true, false, false, false}), 2.0 / 3);
    EXPECT_EQ(weightedAccuracy(before, now, std::vector<bool>(6)), 0);
}

} // namespace
} // namespace mutascope
