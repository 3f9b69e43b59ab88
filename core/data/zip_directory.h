// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace mutascope {

struct ZipEntry {
    std::string name;
    bool deflated = false; // otherwise stored as it is
    std::uint32_t crc = 0;
    std::uint64_t packedSize = 0;
    std::uint64_t size = 0;
    std::uint64_t header = 0; // where the entry's own header begins
};

// What a zip file (also a zip64 one) says of itself, without unpacking anything. Empty where its directory
// cannot be read.
std::vector<ZipEntry> zipEntries(const std::filesystem::path &file);

// Whether the entry's bytes are all there and have its checksum. Unpacks in small pieces and never more than
// the entry's size.
bool isIntact(const std::filesystem::path &file, const ZipEntry &entry);

} // namespace mutascope
