// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/data/byte_source.h"
#include "core/data/zip_directory.h"
#include <fstream>
#include <vector>
#include <zlib.h>

namespace mutascope {

// Unpacks one entry of a zip file piece by piece, never more than the size it promises, and compares its
// checksum at the end. Throws Error{Io|BadData}.
class ZipStream : public ByteSource {
public:
    ZipStream(const std::filesystem::path &file, const ZipEntry &entry);
    ~ZipStream() override;
    ZipStream(const ZipStream &) = delete;
    ZipStream &operator=(const ZipStream &) = delete;

    std::size_t readInto(std::span<std::uint8_t> target) override;
    std::string name() const override { return m_name; }
    std::uint64_t largestSize() const override { return m_entry.size; }
    std::uint64_t packedSize() const override { return m_entry.packedSize; }

private:
    std::size_t inflateInto(std::span<std::uint8_t> target);
    std::size_t readPacked(std::span<std::uint8_t> target);
    void checkEnd();
    [[noreturn]] void throwDamaged(const std::string &why) const;

    std::string m_name;
    ZipEntry m_entry;
    std::ifstream m_file;
    std::uint64_t m_packedLeft = 0;
    std::uint64_t m_given = 0;
    std::uint32_t m_crc = 0;
    bool m_ended = false;
    std::vector<std::uint8_t> m_packed;
    z_stream m_stream{};
};

} // namespace mutascope
