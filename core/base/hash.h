// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>

namespace mutascope {

// SHA-256 in lower-case hexadecimal. Those of files throw Error{NotFound|Io}.
std::string sha256(std::span<const std::uint8_t> bytes);
std::string sha256(const std::string &text);
std::string sha256OfFile(const std::filesystem::path &file);
// Of the files' contents one after the other, as "cat a b | sha256sum" says.
std::string sha256OfFiles(std::span<const std::filesystem::path> files);

} // namespace mutascope
