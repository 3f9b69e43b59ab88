// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/mutate/constraint.h"
#include "tests/core/base/expect_error.h"
#include <cmath>

namespace mutascope {
namespace {

Image row(std::vector<std::uint8_t> values)
{
    return {{1, int(values.size()), 1}, std::move(values)};
}

TEST(PixelDistanceTest, handComputed)
{
    const PixelDistance distance = pixelDistance(row({10, 20, 30, 40}), row({13, 20, 26, 40}));
    EXPECT_EQ(distance.l0, 2);
    EXPECT_EQ(distance.l1, 7);
    EXPECT_DOUBLE_EQ(distance.l2, 5);
    EXPECT_EQ(distance.linf, 4);
}

// In 8-bit arithmetic 0 - 255 is 1.
TEST(PixelDistanceTest, doesNotWrapAround)
{
    for (const auto &[a, b] : {std::pair{0, 255}, {255, 0}}) {
        const PixelDistance distance = pixelDistance(row({std::uint8_t(a)}), row({std::uint8_t(b)}));
        EXPECT_EQ(distance.linf, 255);
        EXPECT_EQ(distance.l1, 255);
        EXPECT_DOUBLE_EQ(distance.l2, 255);
    }
}

TEST(PixelDistanceTest, sumsOfLargeImagesDoNotOverflow)
{
    const Image black{{1000, 1000, 3}, std::vector<std::uint8_t>(3'000'000, 0)};
    const Image white{{1000, 1000, 3}, std::vector<std::uint8_t>(3'000'000, 255)};
    EXPECT_EQ(pixelDistance(black, white).l0, 3'000'000);
    EXPECT_EQ(pixelDistance(black, white).l1, 765'000'000);
    EXPECT_DOUBLE_EQ(pixelDistance(black, white).l2, 255 * std::sqrt(3e6));
}

// Wherever in an image a value lies, it counts once.
TEST(PixelDistanceTest, everyPlaceOfALargeImageCounts)
{
    const Image black{{101, 100, 1}, std::vector<std::uint8_t>(10'100, 0)};
    for (const std::size_t place : {0, 4095, 4096, 8191, 8192, 10'099}) {
        Image image = black;
        image.pixels[place] = 3;
        image.pixels[100] += 4;
        const PixelDistance distance = pixelDistance(black, image);
        EXPECT_EQ(distance.l0, 2) << place;
        EXPECT_EQ(distance.l1, 7) << place;
        EXPECT_DOUBLE_EQ(distance.l2, 5) << place;
        EXPECT_EQ(distance.linf, 4) << place;
    }
}

TEST(PixelDistanceTest, aChannelCountsByItself)
{
    const Image a{{1, 1, 3}, {1, 2, 3}}, b{{1, 1, 3}, {1, 3, 4}};
    EXPECT_EQ(pixelDistance(a, b).l0, 2);
}

TEST(PixelDistanceTest, shapesMustAgree)
{
    expectError(ErrorCode::BadData, "1x1x1 and 1x2x1", [] { pixelDistance(row({1}), row({1, 2})); });
}

// 10 x 10 pixels; the first `changed` differ by `by`.
bool allowed(double alpha, double beta, int changed, int by)
{
    const Image reference{{10, 10, 1}, std::vector<std::uint8_t>(100, 100)};
    Image image = reference;
    for (int i = 0; i < changed; ++i)
        image.pixels[std::size_t(i)] = std::uint8_t(100 + by);
    return L0LinfConstraint(alpha, beta).allows(reference, image);
}

TEST(L0LinfConstraintTest, fewPixelsMayChangeByAnyAmount)
{
    EXPECT_TRUE(allowed(0.02, 0.2, 1, 155));
    EXPECT_TRUE(allowed(0.02, 0.2, 1, -100));
    EXPECT_FALSE(allowed(0.02, 0.2, 2, 155)); // L0 < 2, strict
    EXPECT_TRUE(allowed(0.03, 0.2, 2, 155));
}

TEST(L0LinfConstraintTest, anyNumberMayChangeALittle)
{
    EXPECT_TRUE(allowed(0.02, 0.2, 100, 50));
    EXPECT_TRUE(allowed(0.02, 0.2, 100, -50));
    EXPECT_FALSE(allowed(0.02, 0.2, 100, 51)); // Linf < 51, strict
    EXPECT_FALSE(allowed(0.02, 0.2, 100, -51));
}

TEST(L0LinfConstraintTest, limitsAreNotTruncated)
{
    const L0LinfConstraint constraint(0.02, 0.1); // 784 * 0.02 = 15.68; 25.5
    EXPECT_TRUE(constraint.allows({15, 0, 0, 255}, 784));
    EXPECT_FALSE(constraint.allows({16, 0, 0, 255}, 784));
    EXPECT_TRUE(constraint.allows({784, 0, 0, 25}, 784));
    EXPECT_FALSE(constraint.allows({784, 0, 0, 26}, 784));
}

TEST(L0LinfConstraintTest, zeroAllowsNothing)
{
    EXPECT_FALSE(allowed(0, 0, 0, 0));
    EXPECT_TRUE(allowed(0.02, 0, 0, 0));
    EXPECT_TRUE(allowed(0, 0.2, 0, 0));
}

} // namespace
} // namespace mutascope
