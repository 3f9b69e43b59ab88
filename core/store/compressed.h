// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <vector>

// Bytes behind their length, as zlib makes them: long texts that repeat themselves take a tenth.
namespace mutascope {

std::vector<std::uint8_t> compressed(std::span<const std::uint8_t> bytes);
std::vector<std::uint8_t> compressed(const std::string &text);
// Throws Error{BadData} on what compressed() did not make, and beyond `most` bytes before any are asked for.
std::vector<std::uint8_t> decompressed(std::span<const std::uint8_t> bytes, std::size_t most);

} // namespace mutascope
