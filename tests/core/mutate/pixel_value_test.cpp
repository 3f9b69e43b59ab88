// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/mutate/constraint.h"
#include "core/mutate/mutator.h"
#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>

// Pixel mutators against values computed by hand, the random ones against their statistics.
namespace mutascope {
namespace {

using Bytes = std::vector<std::uint8_t>;

Image square(int side, std::uint8_t value)
{
    return {{side, side, 1}, Bytes(std::size_t(side) * std::size_t(side), value)};
}

Bytes changedRow(const char *mutator, const char *key, double value, Bytes pixels)
{
    return applyMutation({{1, int(pixels.size()), 1}, pixels}, {mutator, {{key, value}}, 0}).pixels;
}

TEST(ContrastTest, multipliesRoundsAndSaturates)
{
    EXPECT_EQ(changedRow("contrast", "factor", 0.5, {0, 1, 100, 101, 255}), (Bytes{0, 1, 50, 51, 128}));
    EXPECT_EQ(changedRow("contrast", "factor", 1.2, {0, 1, 200, 212, 213, 255}),
              (Bytes{0, 1, 240, 254, 255, 255}));
    EXPECT_EQ(changedRow("contrast", "factor", 1, {0, 7, 255}), (Bytes{0, 7, 255}));
    EXPECT_EQ(changedRow("contrast", "factor", 0, {0, 7, 255}), (Bytes{0, 0, 0}));
    EXPECT_EQ(changedRow("contrast", "factor", 255, {0, 1, 255}), (Bytes{0, 255, 255}));
}

TEST(BrightnessTest, addsAndSaturates)
{
    EXPECT_EQ(changedRow("brightness", "offset", 19, {0, 100, 236, 237, 255}),
              (Bytes{19, 119, 255, 255, 255}));
    EXPECT_EQ(changedRow("brightness", "offset", -20, {0, 19, 20, 21, 255}), (Bytes{0, 0, 0, 1, 235}));
}

// One bright pixel in the middle of a black square shows a filter's kernel.
struct BlurTest : testing::Test {
    static Image impulse(int side, std::uint8_t value)
    {
        Image image = square(side, 0);
        image.pixels[image.pixels.size() / 2] = value;
        return image;
    }
    static Bytes blurred(const Image &image, int variant)
    {
        return applyMutation(image, {"blur", {{"variant", double(variant)}}, 0}).pixels;
    }
};

// The border mirrors the image without repeating its edge, so corners see the middle four times.
TEST_F(BlurTest, averageOf3)
{
    EXPECT_EQ(blurred(impulse(3, 90), 1), (Bytes{40, 20, 40, 20, 10, 20, 40, 20, 40}));
}

TEST_F(BlurTest, averageOf4)
{
    EXPECT_EQ(blurred(impulse(5, 160), 2), Bytes(25, 10)); // from 2 before to 1 after: each sees it once
}

TEST_F(BlurTest, averageOf5)
{
    const Bytes out = blurred(impulse(5, 160), 3);
    EXPECT_EQ(out[12], 6); // 6.4
    EXPECT_EQ(out[0], 26); // 4 * 6.4
}

TEST_F(BlurTest, gaussianOf3)
{
    const Bytes out = blurred(impulse(5, 160), 4); // 1/4, 1/2, 1/4
    EXPECT_EQ(out[12], 40);
    EXPECT_EQ(out[11], 20);
    EXPECT_EQ(out[6], 10);
}

TEST_F(BlurTest, gaussianOf5)
{
    const Bytes out = blurred(impulse(9, 128), 5); // 1, 4, 6, 4, 1 sixteenths
    EXPECT_EQ(Bytes(out.begin() + 36, out.begin() + 45), (Bytes{0, 0, 3, 12, 18, 12, 3, 0, 0}));
    EXPECT_EQ(out[30], 8);
}

TEST_F(BlurTest, gaussianOf7)
{
    const Bytes out = blurred(impulse(13, 128), 6); // 1/32, 7/64, 7/32, 9/32, ...
    EXPECT_EQ(Bytes(out.begin() + 81, out.begin() + 88), (Bytes{1, 4, 8, 10, 8, 4, 1}));
}

TEST_F(BlurTest, medians)
{
    EXPECT_EQ(blurred(impulse(7, 255), 7), Bytes(49, 0));
    Image block = square(7, 0);
    for (const std::size_t y : {2, 3, 4})
        for (const std::size_t x : {2, 3, 4})
            block.pixels[y * 7 + x] = 200;
    const Bytes three = blurred(block, 7), five = blurred(block, 8);
    EXPECT_EQ(three[24], 200);
    EXPECT_EQ(three[23], 200); // six of nine
    EXPECT_EQ(three[16], 0); // a corner: four of nine
    EXPECT_EQ(five, Bytes(49, 0)); // nine of 25
}

TEST_F(BlurTest, bilateralKeepsEdgesAndSmoothsTheRest)
{
    Image edge = square(8, 0);
    for (std::size_t i = 0; i < edge.pixels.size(); ++i)
        edge.pixels[i] = i % 8 < 4 ? 0 : 255;
    EXPECT_EQ(blurred(edge, 9), edge.pixels);
    const Bytes small = blurred(impulse(9, 20), 9);
    EXPECT_LT(small[40], 5);
    EXPECT_EQ(small[0], 0);
}

Image noisy(const Image &image, int variant, std::uint64_t seed)
{
    return applyMutation(image, {"noise", {{"variant", double(variant)}}, seed});
}

struct Moments {
    double mean = 0;
    double deviation = 0;
};

Moments moments(const Bytes &values)
{
    double sum = 0, squares = 0;
    for (const std::uint8_t value : values) {
        sum += value;
        squares += double(value) * value;
    }
    const double mean = sum / double(values.size());
    return {mean, std::sqrt(squares / double(values.size()) - mean * mean)};
}

// 40,000 values: the mean has deviation 0.05, the deviation 0.035; rounding adds 0.004.
TEST(NoiseTest, gaussianHasDeviation10)
{
    const Moments found = moments(noisy(square(200, 128), 1, 5).pixels);
    EXPECT_NEAR(found.mean, 128, 0.25);
    EXPECT_NEAR(found.deviation, 10, 0.18);
}

TEST(NoiseTest, gaussianSaturates)
{
    for (const int value : {0, 255}) {
        const Bytes out = noisy(square(100, std::uint8_t(value)), 1, 5).pixels;
        const auto kept = std::count(out.begin(), out.end(), value);
        EXPECT_NEAR(double(kept), 5200, 250); // half, and what rounds to it: P(x < 0.5/10) = 0.52
        for (const std::uint8_t pixel : out)
            EXPECT_LE(std::abs(pixel - value), 60);
    }
}

TEST(NoiseTest, neighboursAreIndependent)
{
    const Bytes out = noisy(square(200, 128), 1, 6).pixels;
    double sum = 0;
    for (std::size_t i = 0; i + 1 < out.size(); ++i)
        sum += (out[i] - 128.0) * (out[i + 1] - 128.0) / 100;
    EXPECT_LT(std::abs(sum / double(out.size())), 0.02); // deviation 0.005
}

TEST(NoiseTest, saltAndPepperAreOf4InAThousand)
{
    const Bytes out = noisy(square(28, 128), 2, 7).pixels; // 0.002 * 784 = 1.6, up to 2
    EXPECT_EQ(std::count(out.begin(), out.end(), 255), 2);
    EXPECT_EQ(std::count(out.begin(), out.end(), 0), 2);
    EXPECT_EQ(std::count(out.begin(), out.end(), 128), 780);
}

TEST(NoiseTest, speckleGrowsWithTheValue)
{
    EXPECT_NEAR(moments(noisy(square(200, 200), 3, 8).pixels).deviation, 10, 0.18);
    EXPECT_NEAR(moments(noisy(square(200, 100), 3, 8).pixels).deviation, 5, 0.1);
    EXPECT_EQ(noisy(square(28, 0), 3, 8), square(28, 0));
}

TEST(NoiseTest, seedsDiffer)
{
    for (const int variant : {1, 2, 3})
        EXPECT_NE(noisy(square(28, 100), variant, 1), noisy(square(28, 100), variant, 2));
}

TEST(PixelsTest, changesExactlyAsManyValues)
{
    const Image image{{10, 10, 3}, Bytes(300, 77)};
    for (const int count : {1, 2, 9, 299, 300})
        for (std::uint64_t seed = 1; seed <= 50; ++seed) {
            const Image out = applyMutation(image, {"pixels", {{"count", double(count)}}, seed});
            ASSERT_EQ(pixelDistance(image, out).l0, count);
        }
    EXPECT_EQ(pixelDistance(image, applyMutation(image, {"pixels", {{"count", 1000}}, 1})).l0, 300);
}

TEST(PixelsTest, reachesEveryPlaceAndValue)
{
    const Image image = square(4, 100);
    std::vector<int> places(16), values(256);
    for (std::uint64_t seed = 1; seed <= 4000; ++seed) {
        const Bytes out = applyMutation(image, {"pixels", {{"count", 1}}, seed}).pixels;
        const auto at = std::find_if(out.begin(), out.end(), [](std::uint8_t v) { return v != 100; });
        ++places[std::size_t(at - out.begin())];
        ++values[*at];
    }
    EXPECT_GT(*std::min_element(places.begin(), places.end()), 180); // 250, deviation 15
    EXPECT_EQ(std::count(values.begin(), values.end(), 0), 1); // 100 itself; others: e^-16 each
}

} // namespace
} // namespace mutascope
