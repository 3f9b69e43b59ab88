// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/generators/deepfault/ascent.h"
#include "tests/support/fake_model.h"
#include <cmath>
#include <cstdlib>
#include <gtest/gtest.h>
#include <numeric>

namespace mutascope::deepfault {
namespace {

constexpr ImageShape colour{4, 4, 3}; // 48 values: a neuron of the fake model is the mean of three

ImageBatch greyImages(std::size_t count, std::uint8_t level)
{
    ImageBatch batch(colour);
    for (std::size_t i = 0; i < count; ++i)
        batch.append({colour, std::vector<std::uint8_t>(colour.size(), level)});
    return batch;
}

// Neurons a and b of the first image, neuron b of the second, a mean each.
std::vector<float> twoRows(int a, int b)
{
    std::vector<float> weights(2 * FakeModel::neurons);
    weights[std::size_t(a)] = weights[std::size_t(b)] = 0.5f;
    weights[std::size_t(FakeModel::neurons + b)] = 1;
    return weights;
}

// Records how often the gradient was asked for, and gives what a test wants.
class ScriptedModel : public FakeModel {
public:
    using FakeModel::FakeModel;
    FloatImages gradient(const FloatImages &images, const Objective &) override
    {
        ++calls;
        FloatImages result = images;
        for (std::size_t i = 0; i < result.values.size(); ++i)
            result.values[i] = gradients.at(i % gradients.size());
        return result;
    }
    std::vector<float> gradients;
    int calls = 0;
};

TEST(Ascent, RaisesTheChosenNeuronsAndNoOthers)
{
    FakeModel model(colour);
    const ImageBatch before = greyImages(2, 100);
    const ImageBatch after = ascend(model, before, {0}, twoRows(2, 5), {});
    const Trace was = model.trace(before, {0});
    const Trace is = model.trace(after, {0});
    for (std::size_t neuron = 0; neuron < FakeModel::neurons; ++neuron) {
        const bool first = neuron == 2 || neuron == 5;
        EXPECT_FLOAT_EQ(is.row(0)[neuron] - was.row(0)[neuron], first ? 25 : 0) << neuron;
        EXPECT_FLOAT_EQ(is.row(1)[neuron] - was.row(1)[neuron], neuron == 5 ? 25 : 0) << neuron;
    }
}

TEST(Ascent, AllChannelsChange)
{
    FakeModel model(colour);
    const std::vector<float> weights(FakeModel::neurons, 1);
    const Image moved = ascend(model, greyImages(1, 100), {0}, weights, {}).image(0);
    for (const std::uint8_t value : moved.pixels)
        EXPECT_EQ(value, 125);
}

TEST(Ascent, StepCountsInUnitsOfPixelsBetween0And1)
{
    // f(x) = sum over pixels of g01 * x01 with g01 = 0.01: a step of 2 moves 0.02, which is 5.1 levels.
    ScriptedModel model(colour);
    model.gradients = {0.01f / 255, -0.01f / 255, 0};
    AscentRule rule;
    rule.step = 2;
    const Image moved = ascend(model, greyImages(1, 100), {0}, {}, rule).image(0);
    for (std::size_t i = 0; i < moved.pixels.size(); ++i)
        EXPECT_EQ(moved.pixels[i], i % 3 == 0 ? 105 : i % 3 == 1 ? 95 : 100);
    EXPECT_EQ(model.calls, 1);
}

TEST(Ascent, NoPixelMovesFurtherThanTheDistanceOnceRounded)
{
    ScriptedModel model(colour);
    model.gradients = {1, -1};
    for (const double distance : {1.0, 1.9, 8.0, 25.5, 25.999})
        for (const int iterations : {1, 3, 7})
            for (const bool sign : {false, true}) {
                const Image moved
                    = ascend(model, greyImages(1, 100), {0}, {}, {10, distance, iterations, sign}).image(0);
                for (const std::uint8_t value : moved.pixels)
                    ASSERT_EQ(std::abs(value - 100), int(std::floor(distance)))
                        << distance << ' ' << iterations << ' ' << sign;
            }
}

TEST(Ascent, StaysWithinBlackAndWhite)
{
    ScriptedModel model(colour);
    model.gradients = {1, -1};
    EXPECT_EQ(ascend(model, greyImages(1, 250), {0}, {}, {}).image(0).pixels[0], 255);
    EXPECT_EQ(ascend(model, greyImages(1, 5), {0}, {}, {}).image(0).pixels[1], 0);
}

TEST(Ascent, IterationsShareTheWay)
{
    ScriptedModel model(colour);
    model.gradients = {0.01f / 255, 1};
    const AscentRule rule{2, 8, 4, false};
    const Image moved = ascend(model, greyImages(1, 100), {0}, {}, rule).image(0);
    EXPECT_EQ(model.calls, 4);
    EXPECT_EQ(moved.pixels[0], 105); // as one step: the gradient is the same everywhere
    EXPECT_EQ(moved.pixels[1], 108);
}

TEST(Ascent, SignMovesEveryPixelThatHasAGradient)
{
    ScriptedModel model(colour);
    model.gradients = {1e-20f, -1e-20f, 0};
    const Image moved = ascend(model, greyImages(1, 100), {0}, {}, {10, 8, 1, true}).image(0);
    EXPECT_EQ(moved.pixels[0], 108);
    EXPECT_EQ(moved.pixels[1], 92);
    EXPECT_EQ(moved.pixels[2], 100);
}

TEST(Ascent, ABrokenGradientMovesNothing)
{
    ScriptedModel model(colour);
    model.gradients = {std::nanf(""), INFINITY};
    const Image moved = ascend(model, greyImages(1, 100), {0}, {}, {}).image(0);
    for (const std::uint8_t value : moved.pixels)
        EXPECT_EQ(value, 100);
}

} // namespace
} // namespace mutascope::deepfault
