// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <span>
#include <string>

// Files that either arrive on the disk as a whole or throw Error{Io} with the system's reason.
namespace mutascope {

class OutputFile {
public:
    explicit OutputFile(std::filesystem::path file);
    ~OutputFile();
    OutputFile(const OutputFile &) = delete;
    OutputFile &operator=(const OutputFile &) = delete;
    void write(const std::string &text);
    void write(std::span<const std::uint8_t> bytes);
    void close(); // flushes; a full disk may only be seen here

private:
    void writeBytes(const void *data, std::size_t size);
    [[noreturn]] void fail() const;
    std::filesystem::path m_file;
    std::FILE *m_stream = nullptr;
};

// Whether there is nothing yet by that name, or an empty folder.
bool isFreeFolder(const std::filesystem::path &folder);

// Writes the text beside file and renames it: a reader sees the old file or the new one, never half of it.
void replaceFile(const std::filesystem::path &file, const std::string &text);

} // namespace mutascope
