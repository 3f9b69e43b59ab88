// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/mutate/mutator.h"
#include <gtest/gtest.h>

// Affine mutators against values computed by hand.
namespace mutascope {
namespace {

using Bytes = std::vector<std::uint8_t>;

Bytes changed(const char *mutator, const char *key, double value, ImageShape shape, Bytes pixels)
{
    return applyMutation({shape, std::move(pixels)}, {mutator, {{key, value}}, 0}).pixels;
}

const Bytes nine = {1, 2, 3, //
                    4, 5, 6, //
                    7, 8, 9};

TEST(TranslateTest, shiftsRightAndDown)
{
    EXPECT_EQ(changed("translate", "pixels", 1, {3, 3, 1}, nine), (Bytes{0, 0, 0, 0, 1, 2, 0, 4, 5}));
    EXPECT_EQ(changed("translate", "pixels", -1, {3, 3, 1}, nine), (Bytes{5, 6, 0, 8, 9, 0, 0, 0, 0}));
    EXPECT_EQ(changed("translate", "pixels", 0, {3, 3, 1}, nine), nine);
    EXPECT_EQ(changed("translate", "pixels", 3, {3, 3, 1}, nine), Bytes(9, 0));
}

TEST(TranslateTest, keepsChannelsTogether)
{
    const Bytes rgb = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}; // 2 x 2
    EXPECT_EQ(changed("translate", "pixels", 1, {2, 2, 3}, rgb), (Bytes{0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3}));
}

TEST(RotateTest, quarterTurnsAreCounterClockwise)
{
    EXPECT_EQ(changed("rotate", "degrees", 90, {3, 3, 1}, nine), (Bytes{3, 6, 9, 2, 5, 8, 1, 4, 7}));
    EXPECT_EQ(changed("rotate", "degrees", -90, {3, 3, 1}, nine), (Bytes{7, 4, 1, 8, 5, 2, 9, 6, 3}));
    EXPECT_EQ(changed("rotate", "degrees", 180, {3, 3, 1}, nine), (Bytes{9, 8, 7, 6, 5, 4, 3, 2, 1}));
    EXPECT_EQ(changed("rotate", "degrees", 0, {3, 3, 1}, nine), nine);
}

TEST(RotateTest, theCentreOfAnEvenSideIsBetweenPixels)
{
    EXPECT_EQ(changed("rotate", "degrees", 90, {2, 2, 1}, {1, 2, 3, 4}), (Bytes{2, 4, 1, 3}));
    EXPECT_EQ(changed("rotate", "degrees", 180, {1, 4, 1}, {1, 2, 3, 4}), (Bytes{4, 3, 2, 1}));
}

TEST(RotateTest, cornersBecomeBlack)
{
    const Bytes out = changed("rotate", "degrees", 45, {9, 9, 1}, Bytes(81, 200));
    EXPECT_EQ(out[0], 0);
    EXPECT_EQ(out[80], 0);
    EXPECT_EQ(out[40], 200);
}

// Enlarged twice about x = 1.5, the four pixels come from 0.75, 1.25, 1.75 and 2.25.
TEST(ScaleTest, interpolatesAboutTheCentre)
{
    EXPECT_EQ(changed("scale", "factor", 2, {1, 4, 1}, {0, 100, 200, 40}), (Bytes{75, 125, 175, 160}));
}

// Halved, they come from -1.5, 0.5, 2.5 and 4.5.
TEST(ScaleTest, shrinkingLeavesABlackBorder)
{
    EXPECT_EQ(changed("scale", "factor", 0.5, {1, 4, 1}, {0, 100, 200, 40}), (Bytes{0, 50, 120, 0}));
    EXPECT_EQ(changed("scale", "factor", 1, {3, 3, 1}, nine), nine);
}

TEST(ShearTest, rowsMoveWithTheirDistanceFromTheCentre)
{
    EXPECT_EQ(changed("shear", "factor", 1, {3, 3, 1}, nine), (Bytes{2, 3, 0, 4, 5, 6, 0, 7, 8}));
    EXPECT_EQ(changed("shear", "factor", -1, {3, 3, 1}, nine), (Bytes{0, 1, 2, 4, 5, 6, 8, 9, 0}));
}

TEST(ShearTest, halfAPixelIsInterpolated)
{
    const Bytes rows = {10, 20, 30, 10, 20, 30, 10, 20, 30};
    EXPECT_EQ(changed("shear", "factor", 0.5, {3, 3, 1}, rows), (Bytes{15, 25, 15, 10, 20, 30, 5, 15, 25}));
}

} // namespace
} // namespace mutascope
