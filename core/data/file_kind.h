// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>
#include <span>
#include <string>

namespace mutascope {

// What a file seems to be, from its first four bytes: "a web page or other XML text", "an IDX file of
// labels". For messages about the wrong file.
std::string fileKind(std::span<const std::uint8_t> begin);

} // namespace mutascope
