// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/compressed.h"
#include "core/base/error.h"
#include <zlib.h>

namespace mutascope {

namespace {

constexpr std::size_t header = 8; // the length, low byte first

[[noreturn]] void throwBadBytes(const char *why)
{
    throw Error(ErrorCode::BadData, std::string("compressed bytes cannot be read: ") + why,
                "The file is damaged; use a copy or the backup beside it");
}

} // namespace

std::vector<std::uint8_t> compressed(std::span<const std::uint8_t> bytes)
{
    uLongf size = ::compressBound(uLong(bytes.size()));
    std::vector<std::uint8_t> out(header + size);
    for (std::size_t i = 0; i < header; ++i)
        out[i] = std::uint8_t(std::uint64_t(bytes.size()) >> (8 * i));
    if (::compress2(out.data() + header, &size, bytes.data(), uLong(bytes.size()), 6) != Z_OK)
        throw Error(ErrorCode::Internal, "bytes could not be compressed");
    out.resize(header + size);
    return out;
}

std::vector<std::uint8_t> compressed(const std::string &text)
{
    return compressed(std::span(reinterpret_cast<const std::uint8_t *>(text.data()), text.size()));
}

std::vector<std::uint8_t> decompressed(std::span<const std::uint8_t> bytes, std::size_t most)
{
    if (bytes.size() < header)
        throwBadBytes("they are too short");
    std::uint64_t length = 0;
    for (std::size_t i = 0; i < header; ++i)
        length |= std::uint64_t(bytes[i]) << (8 * i);
    if (length > most)
        throwBadBytes("they would become too many");
    std::vector<std::uint8_t> out(std::size_t(length) + 1); // one more, to see what is longer than it says
    uLongf size = uLong(out.size());
    const int result = ::uncompress(out.data(), &size, bytes.data() + header, uLong(bytes.size() - header));
    if (result != Z_OK || size != length)
        throwBadBytes("they are damaged");
    out.resize(std::size_t(length));
    return out;
}

} // namespace mutascope
