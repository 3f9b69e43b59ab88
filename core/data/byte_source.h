// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace mutascope {

// Bytes that come one after the other: a file, or an entry of a zip file.
class ByteSource {
public:
    virtual ~ByteSource() = default;
    // Fills target; fewer bytes only at the end. Throws Error{Io|BadData}.
    virtual std::size_t readInto(std::span<std::uint8_t> target) = 0;
    // How messages call it.
    virtual std::string name() const = 0;
    // The most bytes that there can be in all.
    virtual std::uint64_t largestSize() const = 0;
    // The bytes on the disk.
    virtual std::uint64_t packedSize() const = 0;
};

} // namespace mutascope
