// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>

namespace mutascope {

// SHA-256 in lower-case hexadecimal. sha256OfFile throws Error{NotFound|Io}.
std::string sha256(std::span<const std::uint8_t> bytes);
std::string sha256(const std::string &text);
std::string sha256OfFile(const std::filesystem::path &file);

} // namespace mutascope
