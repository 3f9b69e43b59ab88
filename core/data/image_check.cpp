// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/image_check.h"
#include "core/base/error.h"
#include "core/data/file_kind.h"
#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>
#include <string_view>
#include <zlib.h>

namespace mutascope {

namespace {

using Bytes = std::span<const std::uint8_t>;
using std::string_view_literals::operator""sv;

constexpr std::int64_t mostPixels = 64'000'000;
constexpr std::int64_t longestSide = 65'500; // OpenCV's JPEG and WebP have about this limit too

[[noreturn]] void fail(const std::string &why)
{
    throw Error(ErrorCode::BadData, why, "Save the image again, or remove it");
}

[[noreturn]] void failShort()
{
    fail("it is cut short");
}

std::uint32_t bigEndian(Bytes bytes, std::size_t at, std::size_t size)
{
    if (at + size > bytes.size())
        failShort();
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < size; ++i)
        value = value << 8 | bytes[at + i];
    return value;
}

std::uint32_t littleEndian(Bytes bytes, std::size_t at, std::size_t size)
{
    if (at + size > bytes.size())
        failShort();
    std::uint32_t value = 0;
    for (std::size_t i = size; i-- > 0;)
        value = value << 8 | bytes[at + i];
    return value;
}

bool hasText(Bytes bytes, std::size_t at, std::string_view text)
{
    return at + text.size() <= bytes.size()
        && std::equal(text.begin(), text.end(), bytes.begin() + std::ptrdiff_t(at),
                      [](char a, std::uint8_t b) { return std::uint8_t(a) == b; });
}

ImageFileInfo sized(const char *kind, std::int64_t width, std::int64_t height)
{
    if (width < 1 || height < 1 || std::max(width, height) > longestSide || width * height > mostPixels)
        fail(fmt::format("its header says {} x {} pixels; from 1 to {} are possible", width, height,
                         mostPixels));
    return {kind, int(width), int(height)};
}

// PNG specification (ISO/IEC 15948) 5.3 and 11.2.2: chunks with checksums up to IEND.
ImageFileInfo checkPng(Bytes bytes)
{
    constexpr std::size_t signature = 8, around = 12; // length, type and checksum
    if (!hasText(bytes, 12, "IHDR"))
        fail("it does not begin with an IHDR chunk");
    ImageFileInfo info = sized("PNG", bigEndian(bytes, 16, 4), bigEndian(bytes, 20, 4));
    for (std::size_t at = signature; at + around <= bytes.size();) {
        const std::size_t length = bigEndian(bytes, at, 4);
        if (length > bytes.size() - at - around)
            failShort();
        const Bytes content = bytes.subspan(at + 4, length + 4);
        if (crc32(0, content.data(), uInt(content.size())) != bigEndian(bytes, at + 8 + length, 4))
            fail("a checksum in it is wrong");
        if (hasText(bytes, at + 4, "IEND"))
            return info;
        at += around + length;
    }
    failShort();
}

// ITU-T T.81 B.1.1.3: the frame headers SOF0 to SOF15; C4, C8 and CC are other markers.
bool isFrameHeader(int marker)
{
    return marker >= 0xc0 && marker <= 0xcf && marker != 0xc4 && marker != 0xc8 && marker != 0xcc;
}

void checkJpegEnd(Bytes scans)
{
    constexpr std::uint8_t end[] = {0xff, 0xd9};
    if (std::search(scans.begin(), scans.end(), std::begin(end), std::end(end)) == scans.end())
        failShort(); // the decoder would fill up with grey
}

// T.81 B.1 and B.2: marker segments up to the first scan, the end marker behind the scans.
ImageFileInfo checkJpeg(Bytes bytes)
{
    ImageFileInfo info;
    for (std::size_t at = 2;;) {
        if (bigEndian(bytes, at, 1) != 0xff)
            fail("a marker is missing where its next part begins");
        const int marker = int(bigEndian(bytes, at + 1, 1));
        if (marker == 0xff) { // filling
            ++at;
            continue;
        }
        const std::size_t length = bigEndian(bytes, at + 2, 2);
        if (length < 2 || at + 2 + length > bytes.size())
            failShort();
        if (isFrameHeader(marker)) {
            if (bigEndian(bytes, at + 4, 1) != 8)
                fail("its samples are not of 8 bits");
            info = sized("JPEG", bigEndian(bytes, at + 7, 2), bigEndian(bytes, at + 5, 2));
        }
        at += 2 + length;
        if (marker != 0xda)
            continue;
        if (info.kind.empty())
            fail("it has no frame header");
        checkJpegEnd(bytes.subspan(at));
        return info;
    }
}

// Windows bitmaps: BITMAPCOREHEADER (12 bytes) or one of the longer headers.
ImageFileInfo checkBmp(Bytes bytes)
{
    const std::size_t pixels = littleEndian(bytes, 10, 4), headerSize = littleEndian(bytes, 14, 4);
    if (headerSize == 12)
        return sized("BMP", littleEndian(bytes, 18, 2), littleEndian(bytes, 20, 2));
    if (headerSize < 40)
        fail("its header is damaged");
    const auto width = std::int64_t(std::int32_t(littleEndian(bytes, 18, 4)));
    const auto height = std::abs(std::int64_t(std::int32_t(littleEndian(bytes, 22, 4)))); // < 0: top down
    ImageFileInfo info = sized("BMP", width, height);
    const std::int64_t rowSize = (width * littleEndian(bytes, 28, 2) + 31) / 32 * 4;
    const bool packed = littleEndian(bytes, 30, 4) == 1 || littleEndian(bytes, 30, 4) == 2;
    if (!packed && std::int64_t(pixels) + rowSize * height > std::int64_t(bytes.size()))
        failShort();
    return info;
}

// RFC 9649 (WebP): a RIFF container whose first chunk has the size in one of three forms.
ImageFileInfo checkWebp(Bytes bytes)
{
    const std::size_t riffSize = littleEndian(bytes, 4, 4);
    if (!hasText(bytes, 8, "WEBP"))
        fail("it is a RIFF file, but no WebP image");
    if (riffSize + 8 > bytes.size())
        failShort();
    if (hasText(bytes, 12, "VP8X"))
        return sized("WebP", std::int64_t(littleEndian(bytes, 24, 3)) + 1,
                     std::int64_t(littleEndian(bytes, 27, 3)) + 1);
    if (hasText(bytes, 12, "VP8L")) {
        const std::uint32_t sizes = littleEndian(bytes, 21, 4);
        return sized("WebP", (sizes & 0x3fff) + 1, (sizes >> 14 & 0x3fff) + 1);
    }
    if (hasText(bytes, 12, "VP8 "))
        return sized("WebP", littleEndian(bytes, 26, 2) & 0x3fff, littleEndian(bytes, 28, 2) & 0x3fff);
    fail("it is a WebP file without an image");
}

} // namespace

ImageFileInfo checkImageFile(Bytes bytes)
{
    constexpr std::size_t dicomMark = 128;
    if (hasText(bytes, dicomMark, "DICM")) // OpenCV would try its DICOM decoder, which ends the program
        fail("it is a DICOM file, not a PNG, JPEG, BMP or WebP image");
    if (hasText(bytes, 0, "\x89PNG\r\n\x1a\n"sv))
        return checkPng(bytes);
    if (hasText(bytes, 0, "\xff\xd8\xff"sv))
        return checkJpeg(bytes);
    if (hasText(bytes, 0, "BM"))
        return checkBmp(bytes);
    if (hasText(bytes, 0, "RIFF"))
        return checkWebp(bytes);
    if (bytes.empty())
        fail("it is empty");
    fail(fmt::format("it is {}, not a PNG, JPEG, BMP or WebP image",
                     fileKind(bytes.first(std::min<std::size_t>(bytes.size(), 4)))));
}

} // namespace mutascope
