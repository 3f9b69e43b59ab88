// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/mutate/constraint.h"
#include "core/base/error.h"
#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace mutascope {

namespace {

struct Sums {
    int l0 = 0;
    int l1 = 0;
    int squares = 0;
    int linf = 0;
};

constexpr std::size_t blockSize = 4096; // values: their squares fit an int, and so vector instructions

// Four sums in registers: GCC makes vector instructions of this form alone, which takes a quarter of the
// time.
Sums sumsOf(const std::uint8_t *reference, const std::uint8_t *image, std::size_t size)
{
    int l0 = 0, l1 = 0, squares = 0, linf = 0;
    for (std::size_t i = 0; i < size; ++i) {
        const int difference = std::abs(int(reference[i]) - int(image[i]));
        l0 += std::min(difference, 1);
        l1 += difference;
        squares += difference * difference;
        linf = std::max(linf, difference);
    }
    return {l0, l1, squares, linf};
}

} // namespace

PixelDistance pixelDistance(const Image &reference, const Image &image)
{
    const std::size_t size = image.pixels.size();
    if (reference.shape != image.shape || reference.pixels.size() != size)
        throw Error(ErrorCode::BadData,
                    "images of shape " + reference.shape.text() + " and " + image.shape.text()
                        + " cannot be compared");
    PixelDistance out;
    std::int64_t squares = 0;
    for (std::size_t first = 0; first < size; first += blockSize) {
        const Sums sums = sumsOf(reference.pixels.data() + first, image.pixels.data() + first,
                                 std::min(blockSize, size - first));
        out.l0 += sums.l0;
        out.l1 += sums.l1;
        squares += sums.squares;
        out.linf = std::max(out.linf, sums.linf);
    }
    out.l2 = std::sqrt(double(squares));
    return out;
}

bool L0LinfConstraint::allows(const Image &reference, const Image &image) const
{
    return allows(pixelDistance(reference, image), image.pixels.size());
}

bool L0LinfConstraint::allows(const PixelDistance &distance, std::size_t size) const
{
    return double(distance.l0) < m_alpha * double(size) || distance.linf < m_beta * 255;
}

} // namespace mutascope
