// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/image.h"
#include "core/base/error.h"
#include <algorithm>
#include <array>
#include <libdeflate.h>
#include <memory>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>
#include <zlib.h>

namespace mutascope {

namespace {

constexpr std::uint64_t largestPixelCount = 100'000'000;
constexpr std::array<std::uint8_t, 8> signature = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};

[[noreturn]] void throwDamaged(const std::string &why)
{
    throw Error(ErrorCode::BadData, "not a readable PNG image: " + why,
                "The file is damaged or of another format; save it again as PNG");
}

struct PngHeader {
    std::uint64_t width = 0;
    std::uint64_t height = 0;
    bool grey = false;
};

std::uint64_t bigEndian32(std::span<const std::uint8_t> bytes)
{
    return std::uint64_t(bytes[0]) << 24 | std::uint64_t(bytes[1]) << 16 | std::uint64_t(bytes[2]) << 8
        | bytes[3];
}

// PNG specification (ISO/IEC 15948) 5.2 and 11.2.2. Read first: the decoder allocates what it says.
PngHeader pngHeader(std::span<const std::uint8_t> bytes)
{
    constexpr std::size_t headerEnd = 33;
    if (bytes.size() < signature.size() || !std::equal(signature.begin(), signature.end(), bytes.begin()))
        throwDamaged("it does not begin with the PNG signature");
    if (bytes.size() < headerEnd)
        throwDamaged("it ends inside the header");
    const int colourType = bytes[25];
    return {bigEndian32(bytes.subspan(16)), bigEndian32(bytes.subspan(20)),
            colourType == 0 || colourType == 4};
}

void checkSize(const PngHeader &header)
{
    const bool empty = header.width == 0 || header.height == 0;
    if (empty || header.width > largestPixelCount / std::max<std::uint64_t>(header.height, 1))
        throwDamaged("its header says " + std::to_string(header.width) + " x " + std::to_string(header.height)
                     + " pixels; from 1 to " + std::to_string(largestPixelCount) + " are possible");
}

// PNG specification 5.3. Checked here, since the decoder tells of damage on the standard error.
void checkChunks(std::span<const std::uint8_t> bytes)
{
    constexpr std::size_t around = 12; // length, type and checksum
    for (std::size_t at = 8; at < bytes.size();) { // behind the signature
        const std::size_t left = bytes.size() - at;
        const std::uint64_t length = left < around ? left : bigEndian32(bytes.subspan(at));
        if (left < around || length > left - around)
            throwDamaged("it is cut short");
        const auto content = bytes.subspan(at + 4, std::size_t(length) + 4);
        if (crc32(0, content.data(), uInt(content.size())) != bigEndian32(bytes.subspan(at + 8 + length)))
            throwDamaged("a checksum in it is wrong");
        if (std::equal(content.begin(), content.begin() + 4, "IEND"))
            return; // what follows is not the image's
        at += around + std::size_t(length);
    }
    throwDamaged("it is cut short");
}

Image fromBgr(const cv::Mat &bgr)
{
    Image image{{bgr.rows, bgr.cols, bgr.channels()}, {}};
    image.pixels.resize(image.shape.size());
    cv::Mat out(bgr.rows, bgr.cols, bgr.type(), image.pixels.data());
    if (bgr.channels() == 3)
        cv::cvtColor(bgr, out, cv::COLOR_BGR2RGB);
    else
        bgr.copyTo(out);
    return image;
}

// Up to this size an image is stored as it is: a run on two processors stores thousands of small ones beside
// two threads of the search, and packing one of 32x32 takes 70 us, fifteen times as long as not packing it.
constexpr std::size_t largestUncompressed = 16 * 1024;

void appendBigEndian32(std::vector<std::uint8_t> &bytes, std::uint32_t value)
{
    for (int shift = 24; shift >= 0; shift -= 8)
        bytes.push_back(std::uint8_t(value >> shift));
}

// PNG specification 5.3.
void appendChunk(std::vector<std::uint8_t> &bytes, const char *type, std::span<const std::uint8_t> content)
{
    appendBigEndian32(bytes, std::uint32_t(content.size()));
    const std::size_t begin = bytes.size();
    bytes.insert(bytes.end(), type, type + 4);
    bytes.insert(bytes.end(), content.begin(), content.end());
    appendBigEndian32(bytes, std::uint32_t(crc32(0, bytes.data() + begin, uInt(bytes.size() - begin))));
}

// 11.2.2: size, 8 bits, grey or RGB; compression, filter and interlace methods 0.
std::vector<std::uint8_t> headerContent(const ImageShape &shape)
{
    std::vector<std::uint8_t> content;
    appendBigEndian32(content, std::uint32_t(shape.width));
    appendBigEndian32(content, std::uint32_t(shape.height));
    content.insert(content.end(), {8, std::uint8_t(shape.channels == 1 ? 0 : 2), 0, 0, 0});
    return content;
}

// 9.2: rows behind their filter type. None: as they are. Sub: less the pixel to the left, which packs well
// and costs little.
enum class Filter : std::uint8_t { None = 0, Sub = 1 };

std::vector<std::uint8_t> filteredRows(const Image &image, Filter filter)
{
    const auto channels = std::size_t(image.shape.channels);
    const std::size_t row = std::size_t(image.shape.width) * channels;
    std::vector<std::uint8_t> rows(image.pixels.size() + std::size_t(image.shape.height));
    std::uint8_t *target = rows.data();
    for (const std::uint8_t *source = image.pixels.data(), *end = source + image.pixels.size(); source < end;
         source += row, target += row) {
        *target++ = std::uint8_t(filter);
        const std::size_t kept = filter == Filter::Sub ? channels : row;
        std::copy_n(source, kept, target);
        for (std::size_t i = kept; i < row; ++i)
            target[i] = std::uint8_t(source[i] - source[i - channels]);
    }
    return rows;
}

[[noreturn]] void throwUnwritable()
{
    throw Error(ErrorCode::Internal, "an image could not be written as PNG");
}

// In zlib's stored blocks.
std::vector<std::uint8_t> stored(const std::vector<std::uint8_t> &rows)
{
    uLongf size = compressBound(uLong(rows.size()));
    std::vector<std::uint8_t> bytes(size);
    if (compress2(bytes.data(), &size, rows.data(), uLong(rows.size()), Z_NO_COMPRESSION) != Z_OK)
        throwUnwritable();
    bytes.resize(size);
    return bytes;
}

// libdeflate packs several times as fast as zlib, which took a tenth of a processor beside a large network.
std::vector<std::uint8_t> packed(const std::vector<std::uint8_t> &rows)
{
    constexpr int fastest = 1;
    const std::unique_ptr<libdeflate_compressor, void (*)(libdeflate_compressor *)> compressor(
        libdeflate_alloc_compressor(fastest), libdeflate_free_compressor);
    if (!compressor)
        throwUnwritable();
    std::vector<std::uint8_t> bytes(libdeflate_zlib_compress_bound(compressor.get(), rows.size()));
    const std::size_t size
        = libdeflate_zlib_compress(compressor.get(), rows.data(), rows.size(), bytes.data(), bytes.size());
    if (size == 0)
        throwUnwritable();
    bytes.resize(size);
    return bytes;
}

std::vector<std::uint8_t> pngOf(const ImageShape &shape, std::span<const std::uint8_t> content)
{
    std::vector<std::uint8_t> bytes(signature.begin(), signature.end());
    bytes.reserve(content.size() + 128);
    appendChunk(bytes, "IHDR", headerContent(shape));
    appendChunk(bytes, "IDAT", content);
    appendChunk(bytes, "IEND", {});
    return bytes;
}

} // namespace

std::string ImageShape::text() const
{
    return std::to_string(height) + "x" + std::to_string(width) + "x" + std::to_string(channels);
}

void ImageBatch::append(const Image &image)
{
    append(image.shape, image.pixels);
}

void ImageBatch::append(const ImageShape &shape, std::span<const std::uint8_t> pixels)
{
    if (shape != m_shape || pixels.size() != shape.size())
        throw Error(ErrorCode::BadData,
                    "an image of shape " + shape.text() + " with " + std::to_string(pixels.size())
                        + " values does not fit into a batch of shape " + m_shape.text());
    m_pixels.insert(m_pixels.end(), pixels.begin(), pixels.end());
}

Image ImageBatch::image(std::size_t index) const
{
    if (index >= count())
        throw Error(ErrorCode::Internal,
                    "image " + std::to_string(index) + " of a batch of " + std::to_string(count()));
    const auto values = pixels(index);
    return {m_shape, {values.begin(), values.end()}};
}

ImageBatch ImageBatch::slice(std::size_t begin, std::size_t end) const
{
    if (begin > end || end > count())
        throw Error(ErrorCode::Internal,
                    "images " + std::to_string(begin) + ".." + std::to_string(end) + " of a batch of "
                        + std::to_string(count()));
    ImageBatch out(m_shape);
    const auto values = all().subspan(begin * m_shape.size(), (end - begin) * m_shape.size());
    out.m_pixels.assign(values.begin(), values.end());
    return out;
}

std::vector<std::uint8_t> encodePng(const Image &image)
{
    const ImageShape &shape = image.shape;
    const bool drawable = shape.height > 0 && shape.width > 0 && (shape.channels == 1 || shape.channels == 3);
    if (!drawable || image.pixels.size() != shape.size())
        throw Error(ErrorCode::Internal, "an image of shape " + shape.text() + " cannot be written as PNG");
    const bool small = image.pixels.size() <= largestUncompressed;
    return pngOf(
        shape, small ? stored(filteredRows(image, Filter::None)) : packed(filteredRows(image, Filter::Sub)));
}

Image decodePng(std::span<const std::uint8_t> bytes)
{
    const PngHeader header = pngHeader(bytes);
    checkSize(header);
    checkChunks(bytes);
    const int mode = header.grey ? cv::IMREAD_GRAYSCALE : cv::IMREAD_COLOR;
    try {
        const cv::Mat buffer(1, static_cast<int>(bytes.size()), CV_8UC1,
                             const_cast<std::uint8_t *>(bytes.data())); // only read
        const cv::Mat bgr = cv::imdecode(buffer, mode | cv::IMREAD_IGNORE_ORIENTATION);
        if (!bgr.empty())
            return fromBgr(bgr);
    } catch (const cv::Exception &e) {
        throwDamaged(e.what());
    }
    throwDamaged("its contents are damaged or cut short");
}

} // namespace mutascope
