// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/idx_header.h"
#include "core/base/error.h"
#include "core/data/file_kind.h"
#include "core/data/size_check.h"
#include <algorithm>
#include <fmt/format.h>

namespace mutascope {

namespace {

constexpr const char *copyAgain = "Copy or download the file again";

[[noreturn]] void throwForeign(const ByteReader &reader, const std::string &what, const std::string &expected)
{
    throw Error(ErrorCode::BadData,
                fmt::format("'{}' is {} where {} are expected", reader.file().string(), what, expected),
                fmt::format("Give the IDX file with the {}", expected));
}

[[noreturn]] void throwShort(const ByteReader &reader)
{
    throw Error(ErrorCode::BadData,
                fmt::format("'{}' is cut short: it ends inside its header", reader.file().string()),
                copyAgain);
}

// The number of dimensions, which must be among those given.
std::size_t readMagic(ByteReader &reader, std::initializer_list<std::size_t> dimensions,
                      const std::string &expected)
{
    const auto begin = reader.read(4);
    if (begin.size() < 4)
        throwShort(reader);
    if (begin[0] != 0 || begin[1] != 0 || begin[2] != 8
        || std::count(dimensions.begin(), dimensions.end(), begin[3]) == 0)
        throwForeign(reader, fileKind(begin), expected);
    return begin[3];
}

std::vector<std::uint64_t> readDimensions(ByteReader &reader, std::size_t count)
{
    const auto bytes = reader.read(4 * count);
    if (bytes.size() < 4 * count)
        throwShort(reader);
    std::vector<std::uint64_t> sizes(count);
    for (std::size_t i = 0; i < bytes.size(); ++i)
        sizes[i / 4] = sizes[i / 4] << 8 | bytes[i];
    if (sizes[0] == 0)
        throw Error(ErrorCode::BadData,
                    fmt::format("'{}' holds nothing: its header says 0", reader.file().string()),
                    "Give a file with at least one image");
    return sizes;
}

ImageShape shapeOf(const ByteReader &reader, const std::vector<std::uint64_t> &sizes)
{
    constexpr std::uint64_t longestSide = 16384;
    const std::uint64_t channels = sizes.size() == 4 ? sizes[3] : 1;
    const bool sane = std::min(sizes[1], sizes[2]) >= 1 && std::max(sizes[1], sizes[2]) <= longestSide
        && (channels == 1 || channels == 3);
    if (!sane)
        throw Error(
            ErrorCode::BadData,
            fmt::format("'{}' says that its images are {}x{}x{}: sides from 1 to {} and 1 or 3 channels are "
                        "possible",
                        reader.file().string(), sizes[1], sizes[2], channels, longestSide),
            copyAgain);
    return {int(sizes[1]), int(sizes[2]), int(channels)};
}

// Each file has at most 2^32 images of at most 2^28 * 3 values: no overflow.
void checkFits(const ByteReader &reader, std::size_t headerSize, std::uint64_t values)
{
    const std::uint64_t largest = reader.largestSize();
    if (headerSize + values <= largest) {
        checkExpansion(reader, values);
        return checkMemory(reader.name(), values);
    }
    throw Error(ErrorCode::BadData,
                fmt::format("'{}' is cut short: its header promises {} bytes, the file holds {}{}",
                            reader.file().string(), headerSize + values,
                            reader.compressed() ? "at most " : "", largest),
                copyAgain);
}

} // namespace

IdxHeader readImagesHeader(ByteReader &reader)
{
    const std::size_t dimensions = readMagic(reader, {3, 4}, "images");
    const auto sizes = readDimensions(reader, dimensions);
    const IdxHeader header{sizes[0], shapeOf(reader, sizes)};
    checkFits(reader, 4 + 4 * dimensions, header.count * header.shape.size());
    return header;
}

IdxHeader readLabelsHeader(ByteReader &reader)
{
    const std::size_t dimensions = readMagic(reader, {1}, "labels");
    const IdxHeader header{readDimensions(reader, dimensions)[0], {}};
    checkFits(reader, 4 + 4 * dimensions, header.count);
    return header;
}

} // namespace mutascope
