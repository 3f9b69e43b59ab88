// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

// 8-bit images, the truth everywhere in Mutascope: tensors are made only at the border of a Model.
namespace mutascope {

struct ImageShape {
    int height = 0;
    int width = 0;
    int channels = 0; // 1 grey or 3 RGB
    std::size_t size() const { return std::size_t(height) * std::size_t(width) * std::size_t(channels); }
    bool operator==(const ImageShape &) const = default;
    std::string text() const; // "28x28x1"
};

// One image, row-major HWC, values 0..255.
struct Image {
    ImageShape shape;
    std::vector<std::uint8_t> pixels;
    bool operator==(const Image &) const = default;
};

// Images of one shape, one after the other (NHWC).
class ImageBatch {
public:
    ImageBatch() = default;
    explicit ImageBatch(ImageShape shape) : m_shape(shape) { }
    const ImageShape &shape() const { return m_shape; }
    std::size_t count() const { return m_shape.size() == 0 ? 0 : m_pixels.size() / m_shape.size(); }
    bool empty() const { return m_pixels.empty(); }
    // Throws Error{BadData} where the shape is another.
    void append(const Image &image);
    void append(const ImageShape &shape, std::span<const std::uint8_t> pixels);
    void reserve(std::size_t images) { m_pixels.reserve(images * m_shape.size()); }
    void clear() { m_pixels.clear(); }
    std::span<const std::uint8_t> pixels(std::size_t index) const
    {
        return std::span(m_pixels).subspan(index * m_shape.size(), m_shape.size());
    }
    std::span<const std::uint8_t> all() const { return m_pixels; }
    Image image(std::size_t index) const;
    // Images begin..end-1 as a batch of their own.
    ImageBatch slice(std::size_t begin, std::size_t end) const;

private:
    ImageShape m_shape;
    std::vector<std::uint8_t> m_pixels;
};

// Lossless PNG. encode throws Error{Internal}; decode Error{BadData}. Grey stays one channel, colour is RGB.
std::vector<std::uint8_t> encodePng(const Image &image);
Image decodePng(std::span<const std::uint8_t> bytes);

} // namespace mutascope
