// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/mutate/gaussian.h"
#include "tests/core/base/expect_error.h"
#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace mutascope {
namespace {

using Bytes = std::vector<std::uint8_t>;

Image square(int side, std::uint8_t value)
{
    return {{side, side, 1}, Bytes(std::size_t(side) * std::size_t(side), value)};
}

double deviation(const Bytes &values, double &mean)
{
    double sum = 0, squares = 0;
    for (const std::uint8_t value : values) {
        sum += value;
        squares += double(value) * value;
    }
    mean = sum / double(values.size());
    return std::sqrt(squares / double(values.size()) - mean * mean);
}

// 40,000 values: the mean has deviation sigma / 200, the deviation sigma / 283.
TEST(GaussianTest, hasTheDeviationAsked)
{
    for (const double sigma : {1.0, 10.0, 25.5}) {
        const Bytes out = applyMutation(square(200, 128), gaussian::mutation(sigma, 5)).pixels;
        double mean = 0;
        const double found = deviation(out, mean);
        EXPECT_NEAR(mean, 128, 5 * sigma / 200);
        EXPECT_NEAR(found, std::sqrt(sigma * sigma + 1 / 12.0), 5 * sigma / 283); // rounding adds 1/12
    }
}

TEST(GaussianTest, saturates)
{
    const Bytes out = applyMutation(square(100, 250), gaussian::mutation(25.5, 9)).pixels;
    // P(250 + 25.5 z >= 254.5) = P(z >= 0.176) = 0.43
    EXPECT_NEAR(double(std::count(out.begin(), out.end(), 255)), 4300, 250);
}

TEST(GaussianTest, seedsDiffer)
{
    EXPECT_NE(applyMutation(square(8, 100), gaussian::mutation(25.5, 1)),
              applyMutation(square(8, 100), gaussian::mutation(25.5, 2)));
}

TEST(GaussianTest, clippedNoiseNeverGoesFurtherThanTheClip)
{
    const Image seed = square(20, 100);
    Image image = seed;
    for (std::uint32_t draw = 1; draw <= 20; ++draw)
        image = gaussian::clippedStep(seed, image, 25.5, 30.7, draw);
    int farthest = 0;
    for (const std::uint8_t value : image.pixels)
        farthest = std::max(farthest, std::abs(int(value) - 100));
    EXPECT_EQ(farthest, 30);
    // Without the clip twenty steps are 114 away on average.
    EXPECT_GT(std::count_if(image.pixels.begin(), image.pixels.end(),
                            [](int value) { return value == 70 || value == 130; }),
              100);
}

TEST(GaussianTest, clippedMutationIsItsStepsOneAfterTheOther)
{
    const Image seed = square(9, 60);
    const std::vector<std::uint32_t> draws{7, 4294967295u, 0};
    Image expected = seed;
    for (const std::uint32_t draw : draws)
        expected = gaussian::clippedStep(seed, expected, 20, 25, draw);
    EXPECT_EQ(applyMutation(seed, gaussian::clippedMutation(20, 25, draws)), expected);
}

TEST(GaussianTest, aClipOfZeroChangesNothing)
{
    EXPECT_EQ(gaussian::clippedStep(square(9, 60), square(9, 60), 20, 0, 3), square(9, 60));
}

TEST(GaussianTest, refusesWhatItCannotReplay)
{
    using Values = std::map<std::string, double>;
    const auto refuses = [](const Values &values, std::uint64_t noiseSeed) {
        expectError(ErrorCode::BadData, "cannot be applied by mutator 'gaussian'", [&] {
            applyMutation(square(4, 9), {"gaussian", values, noiseSeed});
        });
    };
    refuses({{"sigma", 20}}, 0); // no noise
    refuses({{"sigma", -1}}, 1);
    refuses({{"sigma", 20}, {"draw1", 1}}, 1);
    refuses({{"sigma", 20}, {"clip", 5}}, 0);
    refuses({{"sigma", 20}, {"clip", 5}, {"draw1", 1}}, 1);
    refuses({{"sigma", 20}, {"clip", 256}, {"draw1", 1}}, 0);
    refuses({{"sigma", 20}, {"clip", 5}, {"draw2", 1}}, 0);
    refuses({{"sigma", 20}, {"clip", 5}, {"draw1", 1.5}}, 0);
    refuses({{"sigma", 20}, {"clip", 5}, {"draw1", 4294967296.0}}, 0);
}

} // namespace
} // namespace mutascope
