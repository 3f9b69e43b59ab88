// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/npy_numbers.h"
#include "core/base/error.h"
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <fmt/format.h>

namespace mutascope {

namespace {

constexpr std::size_t chunkValues = 1 << 15;

// IEEE 754 binary16.
double halfValue(std::uint16_t bits)
{
    const int exponent = bits >> 10 & 31;
    const int fraction = bits & 1023;
    const double sign = (bits & 0x8000) != 0 ? -1 : 1;
    if (exponent == 31)
        return fraction == 0 ? sign * HUGE_VAL : NAN;
    return sign * (exponent == 0 ? std::ldexp(fraction, -24) : std::ldexp(1024 + fraction, exponent - 25));
}

template <typename T> void convert(std::span<const std::uint8_t> bytes, std::span<double> values)
{
    for (std::size_t i = 0; i < values.size(); ++i) {
        T value;
        std::memcpy(&value, bytes.data() + i * sizeof(T), sizeof(T));
        values[i] = double(value);
    }
}

void convertHalves(std::span<const std::uint8_t> bytes, std::span<double> values)
{
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = halfValue(std::uint16_t(bytes[2 * i] | bytes[2 * i + 1] << 8));
}

// Native order is little-endian on all machines that are supported.
void swapOrder(std::span<std::uint8_t> bytes, std::size_t itemSize)
{
    static_assert(std::endian::native == std::endian::little);
    for (std::size_t at = 0; at + itemSize <= bytes.size(); at += itemSize)
        std::reverse(bytes.begin() + std::ptrdiff_t(at), bytes.begin() + std::ptrdiff_t(at + itemSize));
}

using Converter = void (*)(std::span<const std::uint8_t>, std::span<double>);

Converter converterOf(const NpyHeader &header)
{
    struct Known {
        char kind;
        std::size_t size;
        Converter converter;
    };
    constexpr std::array<Known, 12> known = {{{'b', 1, convert<std::uint8_t>},
                                              {'u', 1, convert<std::uint8_t>},
                                              {'u', 2, convert<std::uint16_t>},
                                              {'u', 4, convert<std::uint32_t>},
                                              {'u', 8, convert<std::uint64_t>},
                                              {'i', 1, convert<std::int8_t>},
                                              {'i', 2, convert<std::int16_t>},
                                              {'i', 4, convert<std::int32_t>},
                                              {'i', 8, convert<std::int64_t>},
                                              {'f', 2, convertHalves},
                                              {'f', 4, convert<float>},
                                              {'f', 8, convert<double>}}};
    for (const Known &type : known)
        if (type.kind == header.kind && type.size == header.itemSize)
            return type.converter;
    throw Error(ErrorCode::Internal, "NumPy type " + header.typeText() + " without a converter");
}

[[noreturn]] void throwShort(const ByteSource &source, const NpyHeader &header)
{
    throw Error(ErrorCode::BadData,
                fmt::format("'{}' is cut short: it has fewer values than its shape {} promises",
                            source.name(), header.shapeText()),
                "Copy or download the file again");
}

void checkEnd(ByteSource &source)
{
    std::array<std::uint8_t, 1> more{};
    if (source.readInto(more) != 0)
        throw Error(ErrorCode::BadData,
                    fmt::format("'{}' goes on after the values that its header promises", source.name()),
                    "The file is damaged; save the array again");
}

} // namespace

void forNumbers(ByteSource &source, const NpyHeader &header,
                const std::function<void(std::span<const double>)> &callback)
{
    const Converter converter = converterOf(header);
    const std::size_t most = std::size_t(std::min<std::uint64_t>(header.count(), chunkValues));
    std::vector<std::uint8_t> bytes(most * header.itemSize);
    std::vector<double> values(most);
    for (std::uint64_t left = header.count(); left > 0;) {
        const std::size_t wanted = std::size_t(std::min<std::uint64_t>(left, most));
        const auto part = std::span(bytes).first(wanted * header.itemSize);
        if (source.readInto(part) < part.size())
            throwShort(source, header);
        if (header.bigEndian)
            swapOrder(part, header.itemSize);
        converter(part, std::span(values).first(wanted));
        callback(std::span(values).first(wanted));
        left -= wanted;
    }
    checkEnd(source);
}

std::vector<std::uint8_t> readBytes(ByteSource &source, const NpyHeader &header)
{
    constexpr std::uint64_t chunk = std::uint64_t{16} << 20; // a lying header costs this much memory at most
    std::vector<std::uint8_t> bytes;
    while (bytes.size() < header.count()) {
        const std::size_t begin = bytes.size();
        bytes.resize(begin + std::size_t(std::min(chunk, header.count() - begin)));
        if (source.readInto(std::span(bytes).subspan(begin)) < bytes.size() - begin)
            throwShort(source, header);
    }
    checkEnd(source);
    return bytes;
}

} // namespace mutascope
