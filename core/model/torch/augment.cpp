// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/torch/augment.h"
#include <algorithm>

namespace mutascope {

namespace {

// Row y of the result is row y + down of the image, its column x column x + right; outside it is black.
Image shifted(const Image &image, int down, int right)
{
    const ImageShape &shape = image.shape;
    Image result{shape, std::vector<std::uint8_t>(shape.size())};
    const auto channels = std::size_t(shape.channels);
    const std::size_t rowSize = std::size_t(shape.width) * channels;
    const int firstX = std::max(0, -right);
    const int endX = std::min(shape.width, shape.width - right);
    if (firstX >= endX)
        return result;
    for (int y = std::max(0, -down); y < std::min(shape.height, shape.height - down); ++y) {
        const std::uint8_t *from = image.pixels.data() + std::size_t(y + down) * rowSize;
        std::uint8_t *to = result.pixels.data() + std::size_t(y) * rowSize;
        std::copy_n(from + std::size_t(firstX + right) * channels, std::size_t(endX - firstX) * channels,
                    to + std::size_t(firstX) * channels);
    }
    return result;
}

void mirror(Image &image)
{
    const auto channels = std::size_t(image.shape.channels);
    const auto width = std::size_t(image.shape.width);
    for (std::size_t y = 0; y < std::size_t(image.shape.height); ++y) {
        std::uint8_t *row = image.pixels.data() + y * width * channels;
        for (std::size_t left = 0; left < width / 2; ++left)
            std::swap_ranges(row + left * channels, row + (left + 1) * channels,
                             row + (width - 1 - left) * channels);
    }
}

} // namespace

Image augmented(const Image &image, const Augmentation &augmentation, Rng rng)
{
    Image result = image;
    if (augmentation.padding > 0) {
        const int down = rng.between(-augmentation.padding, augmentation.padding);
        const int right = rng.between(-augmentation.padding, augmentation.padding);
        result = shifted(image, down, right);
    }
    if (augmentation.flip && rng.below(2) == 1)
        mirror(result);
    return result;
}

} // namespace mutascope
