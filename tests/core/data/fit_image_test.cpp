// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/image_decode.h"
#include <gtest/gtest.h>

namespace mutascope {
namespace {

using Pixels = std::vector<std::uint8_t>;

// Value 10 * row + column.
Image grid(int height, int width)
{
    Image image{{height, width, 1}, {}};
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x)
            image.pixels.push_back(std::uint8_t(10 * y + x));
    return image;
}

TEST(FitImageTest, theLargestCentredPartIsKept)
{
    EXPECT_EQ(fitImage(grid(2, 6), {2, 2, 1}, {}).pixels, (Pixels{2, 3, 12, 13}));
    EXPECT_EQ(fitImage(grid(6, 2), {2, 2, 1}, {}).pixels, (Pixels{20, 21, 30, 31}));
}

TEST(FitImageTest, smallerByAveragingAreas)
{
    // 4 x 4 -> 2 x 2: (0 + 1 + 10 + 11) / 4 = 5.5 and so on; half goes to the even neighbour or up
    const Pixels halved = fitImage(grid(4, 4), {2, 2, 1}, {}).pixels;
    const Pixels exact = {0, 2, 20, 22};
    for (std::size_t i = 0; i < 4; ++i)
        EXPECT_NEAR(halved[i], exact[i] + 5.5, 0.5);
    EXPECT_EQ(fitImage(grid(3, 3), {1, 1, 1}, {}).pixels, Pixels{11}); // the mean of all
}

TEST(FitImageTest, stretchingKeepsTheWholeImage)
{
    // columns 0..3, 10..13 -> means of two
    const Pixels halved = fitImage(grid(2, 4), {2, 2, 1}, {true, 1}).pixels;
    const Pixels exact = {0, 2, 10, 12};
    for (std::size_t i = 0; i < 4; ++i)
        EXPECT_NEAR(halved[i], exact[i] + 0.5, 0.5);
}

TEST(FitImageTest, largerByBilinearInterpolation)
{
    // Pixel centres at (i + 0.5) / 2 - 0.5 = -0.25, 0.25, 0.75, 1.25 of the two columns 0 and 100.
    const Image image{{1, 2, 1}, {0, 100}};
    EXPECT_EQ(fitImage(image, {1, 4, 1}, {true, 1}).pixels, (Pixels{0, 25, 75, 100}));
}

TEST(FitImageTest, aFractionOfThePartIsKept)
{
    EXPECT_EQ(fitImage(grid(4, 4), {2, 2, 1}, {false, 0.5}).pixels, (Pixels{11, 12, 21, 22}));
    EXPECT_EQ(fitImage(grid(4, 4), {4, 4, 1}, {}), grid(4, 4));
    EXPECT_NE(fitImage(grid(4, 4), {4, 4, 1}, {false, 0.5}), grid(4, 4));
}

TEST(FitImageTest, channelsAreConverted)
{
    EXPECT_EQ(fitImage({{1, 2, 1}, {7, 9}}, {1, 2, 3}, {}).pixels, (Pixels{7, 7, 7, 9, 9, 9}));
    // BT.601: 0.299 R + 0.587 G + 0.114 B
    EXPECT_EQ(fitImage({{1, 3, 3}, {255, 0, 0, 0, 255, 0, 0, 0, 255}}, {1, 3, 1}, {}).pixels,
              (Pixels{76, 150, 29}));
}

TEST(FitImageTest, extremeProportionsCostNothing)
{
    const Image line{{1, 30000, 1}, Pixels(30000, 5)};
    EXPECT_EQ(fitImage(line, {224, 224, 3}, {}).pixels, Pixels(224 * 224 * 3, 5));
}

} // namespace
} // namespace mutascope
