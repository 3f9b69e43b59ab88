// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/data/byte_source.h"
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>
#include <zlib.h>

namespace mutascope {

// Reads a file from its beginning, decompressing gzip as it goes. Whether it is gzip is seen from the
// contents: names lie. Throws Error{NotFound|Io|BadData}.
class ByteReader : public ByteSource {
public:
    explicit ByteReader(std::filesystem::path file);

    // At most size bytes; fewer only at the end.
    std::vector<std::uint8_t> read(std::size_t size);

    std::size_t readInto(std::span<std::uint8_t> target) override;

    const std::filesystem::path &file() const { return m_file; }
    std::string name() const override { return m_file.string(); }
    bool compressed() const { return m_compressed; }
    std::uint64_t largestSize() const override;
    std::uint64_t packedSize() const override { return m_fileSize; }

private:
    [[noreturn]] void throwUnreadable();

    std::filesystem::path m_file;
    std::uint64_t m_fileSize = 0;
    bool m_compressed = false;
    std::unique_ptr<gzFile_s, int (*)(gzFile)> m_stream;
};

} // namespace mutascope
