// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nets/distilled.h"
#include "tests/core/base/expect_error.h"
#include "tests/core/nets/advgan_fixture.h"
#include <cmath>

namespace mutascope {
namespace {

constexpr ImageShape small{12, 12, 1};

// Says whether the upper or the lower half is brighter.
Predictions halves(const ImageBatch &images)
{
    Predictions answers{images.count(), 2, false, {}};
    for (std::size_t i = 0; i < images.count(); ++i) {
        const auto pixels = images.pixels(i);
        double difference = 0;
        for (std::size_t pixel = 0; pixel < pixels.size(); ++pixel)
            difference += pixel < pixels.size() / 2 ? pixels[pixel] : -double(pixels[pixel]);
        answers.outputs.push_back(float(difference / 300));
        answers.outputs.push_back(float(-difference / 300));
    }
    return answers;
}

TEST(AdvGanDistilled, LearnsToAnswerAsItsTeacher)
{
    DistilledNet net({small, 2, 2e-3, 1}, halves);
    const TrainingBatch batch = noiseBatch(small, 64, 0, 255);
    for (int i = 0; i < 150; ++i)
        net.learn(batch);
    const Predictions wanted = halves(batch.images);
    const Predictions got = net.predict(batch.images);
    int same = 0;
    for (std::size_t i = 0; i < 64; ++i)
        same += wanted.predicted(i) == got.predicted(i);
    EXPECT_GE(same, 60);
}

TEST(AdvGanDistilled, GradientIsThatOfItsOutputs)
{
    const DistilledNet net({small, 2, 1e-3, 1}, halves);
    const Image image = noiseBatch(small, 1).images.image(0);
    FloatImages input{small, 1, {image.pixels.begin(), image.pixels.end()}};
    Objective objective;
    objective.weigh = [](const Predictions &, std::size_t) { return std::vector<float>{1, -1}; };
    const FloatImages gradient = net.gradient(input, objective);
    const auto value = [&](const std::vector<std::uint8_t> &pixels) {
        ImageBatch batch(small);
        batch.append({small, pixels});
        const Predictions outputs = net.predict(batch);
        return double(outputs.outputs[0]) - double(outputs.outputs[1]);
    };
    // Along the gradient's signs, two grey levels each way: the kinks of single units average out.
    std::vector<std::uint8_t> ahead = image.pixels;
    std::vector<std::uint8_t> behind = image.pixels;
    double slope = 0;
    for (std::size_t i = 0; i < ahead.size(); ++i) {
        const int sign = gradient.values[i] > 0 ? 2 : -2;
        ahead[i] = std::uint8_t(ahead[i] + sign);
        behind[i] = std::uint8_t(behind[i] - sign);
        slope += sign * double(gradient.values[i]);
    }
    EXPECT_NEAR((value(ahead) - value(behind)) / 2, slope, 0.05 * slope);
}

TEST(AdvGanDistilled, SavedAndLoadedLearnsOnBitByBit)
{
    const TrainingBatch batch = noiseBatch(small, 8);
    DistilledNet whole({small, 2, 1e-3, 1}, halves);
    DistilledNet first({small, 2, 1e-3, 1}, halves);
    DistilledNet second({small, 2, 1e-3, 7}, halves);
    for (int i = 0; i < 4; ++i)
        whole.learn(batch);
    first.learn(batch);
    first.learn(batch);
    second.load(first.save());
    second.learn(batch);
    second.learn(batch);
    EXPECT_EQ(second.save(), whole.save());
    expectError(ErrorCode::BadData, "", [&] { second.load("nonsense"); });
}

TEST(AdvGanDistilled, ImagesOfOnePixelAreNoError)
{
    DistilledNet net({{1, 1, 3}, 2, 1e-3, 1}, halves);
    EXPECT_TRUE(std::isfinite(net.learn(noiseBatch({1, 1, 3}, 4)).front()));
}

} // namespace
} // namespace mutascope
