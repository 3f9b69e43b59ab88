// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/torch/augment.h"
#include <gtest/gtest.h>
#include <map>

namespace mutascope {

namespace {

// Every pixel value once, so that an image shows where each of its pixels came from.
Image numbered(const ImageShape &shape)
{
    Image image{shape, std::vector<std::uint8_t>(shape.size())};
    for (std::size_t i = 0; i < image.pixels.size(); ++i)
        image.pixels[i] = std::uint8_t(i + 1);
    return image;
}

// The definition, pixel by pixel: the window at (top, left) of the image padded with black.
Image window(const Image &image, int padding, int top, int left, bool mirrored)
{
    Image result{image.shape, std::vector<std::uint8_t>(image.shape.size())};
    const auto [height, width, channels] = image.shape;
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x)
            for (int c = 0; c < channels; ++c) {
                const int fromY = top + y - padding;
                const int fromX = left + (mirrored ? width - 1 - x : x) - padding;
                const bool inside = fromY >= 0 && fromY < height && fromX >= 0 && fromX < width;
                const auto at
                    = [&](int row, int column) { return std::size_t((row * width + column) * channels + c); };
                result.pixels[at(y, x)] = inside ? image.pixels[at(fromY, fromX)] : std::uint8_t(0);
            }
    return result;
}

// How often each of the allowed results came; fails on any other.
std::map<std::vector<std::uint8_t>, int> counts(const Image &image, const Augmentation &how, int draws)
{
    std::map<std::vector<std::uint8_t>, int> result;
    for (int top = 0; top <= 2 * how.padding; ++top)
        for (int left = 0; left <= 2 * how.padding; ++left)
            for (const bool mirrored : {false, true})
                if (!mirrored || how.flip)
                    result[window(image, how.padding, top, left, mirrored).pixels] = 0;
    for (int i = 0; i < draws; ++i) {
        const auto found = result.find(augmented(image, how, Rng(5).sub(std::uint64_t(i))).pixels);
        if (found == result.end())
            ADD_FAILURE() << "draw " << i << " is no window of the padded image";
        else
            ++found->second;
    }
    return result;
}

TEST(Augment, EveryWindowAndItsMirrorImageComeEquallyOften)
{
    const auto found = counts(numbered({3, 4, 3}), {1, true}, 3600);
    ASSERT_EQ(found.size(), 18u);
    for (const auto &[pixels, count] : found)
        EXPECT_NEAR(count, 200, 60); // more than four deviations
}

TEST(Augment, PaddingAloneAndFlipAlone)
{
    EXPECT_EQ(counts(numbered({5, 3, 1}), {2, false}, 1000).size(), 25u);
    const auto flips = counts(numbered({2, 5, 3}), {0, true}, 400);
    ASSERT_EQ(flips.size(), 2u);
    for (const auto &[pixels, count] : flips)
        EXPECT_NEAR(count, 200, 50);
}

TEST(Augment, MorePaddingThanImageGivesBlackAtTheEdges)
{
    const auto found = counts(numbered({2, 2, 1}), {3, true}, 2000);
    EXPECT_GT(found.at({0, 0, 0, 0}), 0);
    EXPECT_GT(found.at({1, 2, 3, 4}), 0);
}

TEST(Augment, TheStreamFixesTheImage)
{
    const Image image = numbered({6, 6, 3});
    EXPECT_EQ(augmented(image, {2, true}, Rng(9, 4)), augmented(image, {2, true}, Rng(9, 4)));
    EXPECT_EQ(augmented(image, {}, Rng(9, 4)), image);
}

} // namespace

} // namespace mutascope
