// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/data/npy_header.h"
#include <functional>

namespace mutascope {

// Gives the values to the callback in the order of the file, some thousands at a time; whole numbers beyond
// 2^53 are rounded. The source stands behind the header. Throws Error{BadData} where the values end too
// early or something follows them.
void forNumbers(ByteSource &source, const NpyHeader &header,
                const std::function<void(std::span<const double>)> &callback);

// The same of values of one byte each, as they are.
std::vector<std::uint8_t> readBytes(ByteSource &source, const NpyHeader &header);

} // namespace mutascope
