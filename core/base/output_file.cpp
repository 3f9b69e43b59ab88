// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/output_file.h"
#include "core/base/error.h"
#include <cerrno>
#include <cstring>
#include <unistd.h>

namespace mutascope {

namespace fs = std::filesystem;

OutputFile::OutputFile(fs::path file) : m_file(std::move(file))
{
    m_stream = std::fopen(m_file.c_str(), "wb");
    if (!m_stream)
        fail();
}

OutputFile::~OutputFile()
{
    if (m_stream)
        std::fclose(m_stream);
}

void OutputFile::write(const std::string &text)
{
    writeBytes(text.data(), text.size());
}

void OutputFile::write(std::span<const std::uint8_t> bytes)
{
    writeBytes(bytes.data(), bytes.size());
}

void OutputFile::writeBytes(const void *data, std::size_t size)
{
    if (size > 0 && std::fwrite(data, 1, size, m_stream) != size)
        fail();
}

void OutputFile::close()
{
    const int flushed = std::fflush(m_stream);
    const int reason = errno;
    const int closed = std::fclose(m_stream);
    m_stream = nullptr;
    if (flushed == 0 && closed == 0)
        return;
    if (flushed != 0)
        errno = reason;
    fail();
}

void OutputFile::fail() const
{
    const int reason = errno;
    throw Error(ErrorCode::Io, "cannot write '" + m_file.string() + "': " + std::strerror(reason),
                reason == ENOSPC ? "Free some space, or write to another disk"
                                 : "Choose a place you may write to");
}

bool isFreeFolder(const std::filesystem::path &folder)
{
    std::error_code error;
    return !std::filesystem::exists(folder, error)
        || (std::filesystem::is_directory(folder, error) && std::filesystem::is_empty(folder, error));
}

namespace {

void writeWhole(const fs::path &file, const std::string &text)
{
    OutputFile output(file);
    output.write(text);
    output.close();
}

// A file beside it, renamed, would take the place of a device or a pipe.
bool takesText(const fs::path &file)
{
    std::error_code error;
    return fs::exists(file, error) && !fs::is_regular_file(file, error) && !fs::is_directory(file, error);
}

// Of a link, what it leads to, there or not: the link stays.
fs::path placeOf(fs::path file)
{
    constexpr int mostLinks = 40; // as the system follows
    std::error_code error;
    for (int i = 0; i < mostLinks && fs::is_symlink(file, error); ++i)
        file = file.parent_path() / fs::read_symlink(file, error);
    return file;
}

} // namespace

void replaceFile(const fs::path &given, const std::string &text)
{
    if (takesText(given))
        return writeWhole(given, text);
    const fs::path file = placeOf(given);
    const fs::path part = file.string() + "." + std::to_string(::getpid()) + ".part";
    std::error_code failure;
    try {
        writeWhole(part, text);
    } catch (const Error &) {
        fs::remove(part, failure);
        throw;
    }
    fs::rename(part, file, failure);
    if (failure) {
        const std::string reason = failure.message();
        fs::remove(part, failure);
        throw Error(ErrorCode::Io, "cannot write '" + file.string() + "': " + reason);
    }
}

} // namespace mutascope
