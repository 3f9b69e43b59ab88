// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/zip_directory.h"
#include <algorithm>
#include <array>
#include <fstream>
#include <limits>
#include <memory>
#include <span>
#include <zlib.h>

namespace mutascope {

namespace {

constexpr std::uint32_t in64 = 0xffffffff; // "see the zip64 field"
using Bytes = std::vector<std::uint8_t>;

// Little-endian; 0 beyond the end.
std::uint64_t number(std::span<const std::uint8_t> bytes, std::size_t at, std::size_t size)
{
    std::uint64_t value = 0;
    for (std::size_t i = size; i-- > 0;)
        value = value << 8 | (at + i < bytes.size() ? bytes[at + i] : 0);
    return value;
}

class Reader {
public:
    explicit Reader(const std::filesystem::path &file) : m_stream(file, std::ios::binary)
    {
        std::error_code failed;
        m_size = std::filesystem::file_size(file, failed);
        m_size = failed ? 0 : m_size;
    }
    std::uint64_t size() const { return m_size; }

    // As many of the bytes as there are.
    Bytes read(std::uint64_t at, std::uint64_t count)
    {
        if (at >= m_size)
            return {};
        Bytes bytes(std::size_t(std::min(count, m_size - at)));
        m_stream.clear();
        m_stream.seekg(std::streamoff(at));
        m_stream.read(reinterpret_cast<char *>(bytes.data()), std::streamsize(bytes.size()));
        bytes.resize(std::size_t(m_stream.gcount()));
        return bytes;
    }

private:
    std::ifstream m_stream;
    std::uint64_t m_size = 0;
};

// Offset and size of the list of entries.
struct Range {
    std::uint64_t begin = 0;
    std::uint64_t size = 0;
};

Range range64(Reader &reader, std::span<const std::uint8_t> locator)
{
    if (number(locator, 0, 4) != 0x07064b50)
        return {};
    const Bytes end = reader.read(number(locator, 8, 8), 56);
    return number(end, 0, 4) == 0x06064b50 ? Range{number(end, 48, 8), number(end, 40, 8)} : Range{};
}

Range directoryRange(Reader &reader)
{
    constexpr std::uint64_t locatorSize = 20, endSize = 22, longestComment = 65535;
    const std::uint64_t wanted = std::min(reader.size(), locatorSize + endSize + longestComment);
    const Bytes tail = reader.read(reader.size() - wanted, wanted);
    for (std::size_t at = tail.size() < endSize ? 0 : tail.size() - endSize + 1; at-- > 0;) {
        if (number(tail, at, 4) != 0x06054b50)
            continue;
        const Range found{number(tail, at + 16, 4), number(tail, at + 12, 4)};
        if (found.begin != in64 && found.size != in64)
            return found;
        return at < locatorSize ? Range{} : range64(reader, std::span(tail).subspan(at - locatorSize));
    }
    return {};
}

// Sizes and offset beyond 32 bits stand in an extra field, in this order, those that are needed.
void readZip64(std::span<const std::uint8_t> extra, ZipEntry &entry)
{
    for (std::size_t at = 0; at + 4 <= extra.size(); at += 4 + number(extra, at + 2, 2)) {
        if (number(extra, at, 2) != 1)
            continue;
        std::size_t field = at + 4;
        for (std::uint64_t *value : {&entry.size, &entry.packedSize, &entry.header})
            if (*value == in64) {
                *value = number(extra, field, 8);
                field += 8;
            }
        return;
    }
}

ZipEntry entryAt(std::span<const std::uint8_t> bytes)
{
    ZipEntry entry{"",
                   number(bytes, 10, 2) != 0,
                   std::uint32_t(number(bytes, 16, 4)),
                   number(bytes, 20, 4),
                   number(bytes, 24, 4),
                   number(bytes, 42, 4)};
    const std::size_t nameSize = number(bytes, 28, 2), extraSize = number(bytes, 30, 2);
    const auto rest = bytes.subspan(std::min<std::size_t>(46, bytes.size()));
    const auto name = rest.first(std::min(nameSize, rest.size()));
    entry.name.assign(name.begin(), name.end());
    const auto extra = rest.subspan(name.size());
    readZip64(extra.first(std::min(extraSize, extra.size())), entry);
    return entry;
}

// Checksum and length of what passes through.
struct Digest {
    std::uint64_t size = 0;
    std::uint32_t crc = 0;
    void add(std::span<const std::uint8_t> bytes)
    {
        size += bytes.size();
        crc = std::uint32_t(crc32(crc, bytes.data(), uInt(bytes.size())));
    }
};

constexpr std::uint64_t chunk = 1 << 20;

Digest storedDigest(Reader &reader, std::uint64_t begin, const ZipEntry &entry)
{
    Digest digest;
    for (std::uint64_t at = 0; at < entry.packedSize; at += chunk)
        digest.add(reader.read(begin + at, std::min(chunk, entry.packedSize - at)));
    return digest;
}

Digest inflatedDigest(Reader &reader, std::uint64_t begin, const ZipEntry &entry)
{
    Digest digest;
    z_stream stream{};
    if (inflateInit2(&stream, -MAX_WBITS) != Z_OK) // no zlib header inside a zip
        return digest;
    const std::unique_ptr<z_stream, int (*)(z_stream *)> guard(&stream, inflateEnd);
    Bytes target(chunk);
    int state = Z_OK;
    for (std::uint64_t at = 0; at < entry.packedSize && state == Z_OK; at += chunk) {
        Bytes source = reader.read(begin + at, std::min(chunk, entry.packedSize - at));
        stream.next_in = source.data();
        stream.avail_in = uInt(source.size());
        do {
            stream.next_out = target.data();
            stream.avail_out = uInt(target.size());
            state = inflate(&stream, Z_NO_FLUSH);
            digest.add(std::span(target).first(target.size() - stream.avail_out));
        } while (state == Z_OK && stream.avail_out == 0 && digest.size <= entry.size);
    }
    return digest;
}

} // namespace

std::vector<ZipEntry> zipEntries(const std::filesystem::path &file)
{
    constexpr std::uint64_t largestDirectory = 64 << 20;
    Reader reader(file);
    const Range range = directoryRange(reader);
    const Bytes directory = reader.read(range.begin, std::min(range.size, largestDirectory));
    std::vector<ZipEntry> entries;
    for (std::size_t at = 0; number(directory, at, 4) == 0x02014b50;) {
        entries.push_back(entryAt(std::span(directory).subspan(at)));
        at += 46 + number(directory, at + 28, 2) + number(directory, at + 30, 2)
            + number(directory, at + 32, 2);
    }
    return entries;
}

bool isIntact(const std::filesystem::path &file, const ZipEntry &entry)
{
    Reader reader(file);
    const Bytes header = reader.read(entry.header, 30);
    if (number(header, 0, 4) != 0x04034b50)
        return false;
    const std::uint64_t begin = entry.header + 30 + number(header, 26, 2) + number(header, 28, 2);
    const Digest digest
        = entry.deflated ? inflatedDigest(reader, begin, entry) : storedDigest(reader, begin, entry);
    return digest.size == entry.size && digest.crc == entry.crc;
}

} // namespace mutascope
