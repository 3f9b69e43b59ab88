// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/mutate/affine.h"
#include <algorithm>
#include <cmath>
#include <cstring>

// Places are whole numbers: 1/1024 pixel, rounded to 1/32, so that the same map gives the same pixels on
// every machine. The rounding is that of OpenCV's warpAffine (4.6), value for value; see docs/adr/0022.
namespace mutascope {

namespace {

constexpr int placeBits = 10; // of 1/1024 pixel
constexpr int weightBits = 5; // of 1/32 pixel
constexpr int one = 1 << weightBits;
constexpr std::int64_t halfWeight = 1 << (placeBits - weightBits - 1);

// x' = xx*x + xy*y + dx, from the upper left pixel.
AffineMap fromTheCorner(const AffineMap &map, const ImageShape &shape)
{
    const double x = (shape.width - 1) / 2.0; // the centre, between the pixels where a side is even
    const double y = (shape.height - 1) / 2.0;
    return {map.xx, map.xy, map.dx + x - map.xx * x - map.xy * y,
            map.yx, map.yy, map.dy + y - map.yx * x - map.yy * y};
}

// Where a pixel comes from. The order of the products matters: a last bit decides how a half is rounded. A
// map without an inverse takes every pixel from the corner.
AffineMap inverseOf(const AffineMap &map)
{
    const double determinant = map.xx * map.yy - map.xy * map.yx;
    const double factor = determinant != 0 ? 1 / determinant : 0;
    AffineMap inverse{map.yy * factor, map.xy * -factor, 0, map.yx * -factor, map.xx * factor, 0};
    inverse.dx = -inverse.xx * map.dx - inverse.xy * map.dy;
    inverse.dy = -inverse.yx * map.dx - inverse.yy * map.dy;
    return inverse;
}

std::int64_t placeOf(double pixels)
{
    return std::lrint(pixels * (1 << placeBits));
}

struct Place {
    std::int64_t x = 0;
    std::int64_t y = 0;
    Place operator+(const Place &other) const { return {x + other.x, y + other.y}; }
};

// The image in a black frame of one pixel, which holds the neighbours of every place that touches the image.
class Framed {
public:
    explicit Framed(const Image &image)
        : m_shape(image.shape),
          m_stride(std::size_t(image.shape.width + 2) * std::size_t(image.shape.channels)),
          m_pixels(m_stride * std::size_t(image.shape.height + 2))
    {
        const std::size_t row = std::size_t(m_shape.width) * std::size_t(m_shape.channels);
        for (std::size_t y = 0; y < std::size_t(m_shape.height); ++y)
            std::memcpy(m_pixels.data() + (y + 1) * m_stride + m_shape.channels,
                        image.pixels.data() + y * row, row);
    }

    bool touches(const Place &place) const
    {
        const std::int64_t x = place.x >> placeBits, y = place.y >> placeBits;
        return x >= -1 && x < m_shape.width && y >= -1 && y < m_shape.height;
    }

    // Values of neighbours in a row that all lie alike between their pixels, `place` the first.
    template <int channels> void blend(const Place &place, std::size_t values, std::uint8_t *to) const
    {
        const std::uint8_t *upper = m_pixels.data() + std::size_t((place.y >> placeBits) + 1) * m_stride
            + std::size_t((place.x >> placeBits) + 1) * channels;
        const std::uint8_t *lower = upper + m_stride;
        const int right = int(place.x >> (placeBits - weightBits)) & (one - 1);
        const int below = int(place.y >> (placeBits - weightBits)) & (one - 1);
        for (std::size_t i = 0; i < values; ++i) {
            const int above = upper[i] * (one - right) + upper[i + channels] * right;
            const int under = lower[i] * (one - right) + lower[i + channels] * right;
            const int sum = above * (one - below) + under * below;
            to[i] = std::uint8_t((sum + one * one / 2) / (one * one));
        }
    }

private:
    ImageShape m_shape;
    std::size_t m_stride;
    std::vector<std::uint8_t> m_pixels;
};

struct Columns {
    std::vector<Place> places; // added to that of a row's first pixel
    bool whole = false; // whole pixels apart, along the row: shifts and shears
};

Columns columnsOf(const AffineMap &from, int width)
{
    Columns made{std::vector<Place>(std::size_t(width)), from.xx == 1 && from.yx == 0};
    for (int x = 0; x < width; ++x)
        made.places[std::size_t(x)] = {placeOf(from.xx * x), placeOf(from.yx * x)};
    return made;
}

// Places move one way along a row, so those that touch the image lie together; outside it is black.
template <int channels>
void warpRow(const Framed &source, const Place &first, const Columns &columns, std::uint8_t *row)
{
    const std::vector<Place> &places = columns.places;
    std::size_t begin = 0, end = places.size();
    while (begin < end && !source.touches(first + places[begin]))
        ++begin;
    while (begin < end && !source.touches(first + places[end - 1]))
        --end;
    if (columns.whole && begin < end)
        source.blend<channels>(first + places[begin], (end - begin) * channels, row + begin * channels);
    else
        for (std::size_t x = begin; x < end; ++x)
            source.blend<channels>(first + places[x], channels, row + x * channels);
}

template <int channels> void warp(const Image &image, const AffineMap &from, Image &out)
{
    const Framed source(image);
    const Columns columns = columnsOf(from, image.shape.width);
    for (int y = 0; y < image.shape.height; ++y) {
        const Place first{placeOf(from.xy * y + from.dx) + halfWeight,
                          placeOf(from.yy * y + from.dy) + halfWeight};
        warpRow<channels>(source, first, columns,
                          out.pixels.data() + std::size_t(y) * columns.places.size() * channels);
    }
}

} // namespace

Image warped(const Image &image, const AffineMap &map)
{
    const AffineMap from = inverseOf(fromTheCorner(map, image.shape));
    Image out{image.shape, std::vector<std::uint8_t>(image.pixels.size())};
    if (image.shape.channels == 1)
        warp<1>(image, from, out);
    else
        warp<3>(image, from, out);
    return out;
}

} // namespace mutascope
