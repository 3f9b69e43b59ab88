// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/zip_stream.h"
#include "core/base/error.h"
#include "core/data/class_names.h"
#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace mutascope {

namespace {

constexpr std::size_t packedChunk = 1 << 17;
constexpr std::uint32_t localSignature = 0x04034b50;

std::uint32_t littleEndian(std::span<const std::uint8_t> bytes)
{
    std::uint32_t value = 0;
    for (std::size_t i = bytes.size(); i-- > 0;)
        value = value << 8 | bytes[i];
    return value;
}

} // namespace

ZipStream::ZipStream(const std::filesystem::path &file, const ZipEntry &entry)
    : m_name(file.string() + ": " + asUtf8(entry.name)), m_entry(entry), m_file(file, std::ios::binary),
      m_packedLeft(entry.packedSize), m_packed(packedChunk)
{
    std::array<std::uint8_t, 30> header{};
    m_file.seekg(std::streamoff(entry.header));
    m_file.read(reinterpret_cast<char *>(header.data()), header.size());
    const std::span<const std::uint8_t> bytes(header);
    if (!m_file || littleEndian(bytes.first(4)) != localSignature)
        throwDamaged("its entry does not begin where the list of entries says");
    std::error_code failed;
    const std::uint64_t fileSize = std::filesystem::file_size(file, failed);
    if (failed || entry.packedSize > fileSize)
        throwDamaged("it is cut short");
    m_file.seekg(littleEndian(bytes.subspan(26, 2)) + littleEndian(bytes.subspan(28, 2)), std::ios::cur);
    if (inflateInit2(&m_stream, -MAX_WBITS) != Z_OK) // no zlib header inside a zip
        throw Error(ErrorCode::Internal, "zlib cannot be started");
}

ZipStream::~ZipStream()
{
    inflateEnd(&m_stream);
}

std::size_t ZipStream::readInto(std::span<std::uint8_t> target)
{
    const auto wanted
        = target.first(std::size_t(std::min<std::uint64_t>(target.size(), m_entry.size - m_given)));
    const std::size_t got = m_entry.deflated ? inflateInto(wanted) : readPacked(wanted);
    for (std::size_t at = 0; at < got; at += packedChunk)
        m_crc = std::uint32_t(crc32(m_crc, wanted.data() + at, uInt(std::min(packedChunk, got - at))));
    m_given += got;
    if (got < wanted.size())
        throwDamaged("it is cut short");
    if (m_given == m_entry.size && !m_ended)
        checkEnd();
    return got;
}

std::size_t ZipStream::inflateInto(std::span<std::uint8_t> target)
{
    std::size_t got = 0;
    int state = Z_OK;
    while (got < target.size() && state == Z_OK) {
        if (m_stream.avail_in == 0) {
            m_stream.avail_in = uInt(readPacked(m_packed));
            m_stream.next_in = m_packed.data();
        }
        const std::size_t room = std::min<std::size_t>(target.size() - got, 1 << 30);
        m_stream.next_out = target.data() + got;
        m_stream.avail_out = uInt(room);
        state = inflate(&m_stream, Z_NO_FLUSH);
        got += room - m_stream.avail_out;
    }
    if (state != Z_OK && state != Z_STREAM_END && state != Z_BUF_ERROR)
        throwDamaged("its compressed data is corrupt");
    return got;
}

std::size_t ZipStream::readPacked(std::span<std::uint8_t> target)
{
    const std::size_t wanted = std::size_t(std::min<std::uint64_t>(target.size(), m_packedLeft));
    m_file.read(reinterpret_cast<char *>(target.data()), std::streamsize(wanted));
    m_packedLeft -= std::uint64_t(m_file.gcount());
    return std::size_t(m_file.gcount());
}

void ZipStream::checkEnd()
{
    m_ended = true;
    if (m_crc != m_entry.crc)
        throwDamaged("its checksum is wrong");
}

void ZipStream::throwDamaged(const std::string &why) const
{
    throw Error(ErrorCode::BadData, fmt::format("'{}' is damaged: {}", m_name, why),
                "Copy or download the file again");
}

} // namespace mutascope
