// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/byte_reader.h"
#include "core/base/error.h"
#include <algorithm>
#include <cerrno>
#include <fmt/format.h>
#include <system_error>

namespace mutascope {

namespace {

namespace fs = std::filesystem;

void checkFile(const fs::path &file)
{
    std::error_code ignored;
    if (!fs::exists(file, ignored))
        throw Error(ErrorCode::NotFound, fmt::format("there is no file '{}'", file.string()),
                    "Check the path");
    if (fs::is_directory(file, ignored))
        throw Error(ErrorCode::BadData,
                    fmt::format("'{}' is a folder where a file is expected", file.string()),
                    "Move the file out of the folder or give the file inside it");
    if (!fs::is_regular_file(file, ignored))
        throw Error(ErrorCode::BadData, fmt::format("'{}' is not a regular file", file.string()),
                    "Give a file on disk");
}

} // namespace

ByteReader::ByteReader(fs::path file) : m_file(std::move(file)), m_stream(nullptr, gzclose_r)
{
    checkFile(m_file);
    errno = 0;
    m_stream.reset(gzopen(m_file.c_str(), "rb"));
    std::error_code failed;
    m_fileSize = fs::file_size(m_file, failed);
    if (!m_stream || failed)
        throw Error(ErrorCode::Io,
                    fmt::format("cannot read '{}': {}", m_file.string(),
                                std::generic_category().message(errno != 0 ? errno : failed.value())),
                    "Check the file's permissions");
    if (m_fileSize == 0)
        throw Error(ErrorCode::BadData, fmt::format("'{}' is empty", m_file.string()),
                    "Copy or download the file again");
    gzbuffer(m_stream.get(), 1 << 17);
    m_compressed = gzdirect(m_stream.get()) == 0;
}

std::vector<std::uint8_t> ByteReader::read(std::size_t size)
{
    constexpr std::size_t chunk = std::size_t{64} << 20; // a lying header costs this much memory at most
    std::vector<std::uint8_t> bytes;
    while (bytes.size() < size) {
        const std::size_t begin = bytes.size();
        const std::size_t wanted = std::min(chunk, size - begin);
        bytes.resize(begin + wanted);
        const std::size_t got = readInto(std::span(bytes).subspan(begin));
        bytes.resize(begin + got);
        if (got < wanted)
            break;
    }
    return bytes;
}

std::uint64_t ByteReader::largestSize() const
{
    constexpr std::uint64_t deflateLimit = 1032; // zlib's technical notes: 1032 to 1 is the most there is
    return m_compressed ? m_fileSize * deflateLimit : m_fileSize;
}

std::size_t ByteReader::readInto(std::span<std::uint8_t> target)
{
    std::size_t got = 0;
    while (got < target.size()) {
        const auto wanted = unsigned(std::min<std::size_t>(target.size() - got, 1 << 30));
        const int count = gzread(m_stream.get(), target.data() + got, wanted);
        if (count < 0)
            throwUnreadable();
        if (count == 0)
            break;
        got += std::size_t(count);
    }
    int status = Z_OK;
    gzerror(m_stream.get(), &status);
    if (status != Z_OK) // cut short: gzread gives what there is and says so only here
        throwUnreadable();
    return got;
}

void ByteReader::throwUnreadable()
{
    int status = Z_OK;
    const std::string why = gzerror(m_stream.get(), &status);
    if (status == Z_ERRNO)
        throw Error(ErrorCode::Io, fmt::format("cannot read '{}': {}", m_file.string(), why),
                    "Check the disk");
    if (status == Z_BUF_ERROR)
        throw Error(ErrorCode::BadData,
                    fmt::format("'{}' is cut short: its gzip data ends too early", m_file.string()),
                    "Copy or download the file again");
    throw Error(ErrorCode::BadData,
                fmt::format("'{}' is damaged: its gzip data is corrupt ({})", m_file.string(), why),
                "Copy or download the file again");
}

} // namespace mutascope
