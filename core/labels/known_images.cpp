// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/labels/known_images.h"
#include "core/base/shuffle.h"
#include <algorithm>
#include <numeric>

namespace mutascope {

namespace {

Image noise(const ImageShape &shape, Rng rng)
{
    Image image{shape, std::vector<std::uint8_t>(shape.size())};
    for (std::uint8_t &value : image.pixels)
        value = std::uint8_t(rng.below(256));
    return image;
}

Image disordered(const Image &seed, const Rng &rng)
{
    const auto channels = std::size_t(seed.shape.channels);
    std::vector<std::size_t> order(seed.pixels.size() / channels);
    std::iota(order.begin(), order.end(), std::size_t(0));
    shuffle(order, rng);
    Image image = seed;
    for (std::size_t i = 0; i < order.size(); ++i)
        std::copy_n(seed.pixels.begin() + std::ptrdiff_t(order[i] * channels), channels,
                    image.pixels.begin() + std::ptrdiff_t(i * channels));
    return image;
}

} // namespace

Image invalidImage(std::size_t number, const Image &seed, Rng rng)
{
    if (number == 0)
        return {seed.shape, std::vector<std::uint8_t>(seed.shape.size(), 0)};
    return number % 2 == 1 ? noise(seed.shape, rng) : disordered(seed, rng);
}

} // namespace mutascope
