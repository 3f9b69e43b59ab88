// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/data/byte_source.h"

namespace mutascope {

// Before a file's contents are believed: throws Error{BadData} where it is so densely packed that it can only
// be made to fill the memory (a "zip bomb").
void checkExpansion(const ByteSource &source, std::uint64_t size);

// Throws Error{Unsupported} where the machine has not that much memory. The system would grant it and then
// end the program.
void checkMemory(const std::string &name, std::uint64_t size);

} // namespace mutascope
