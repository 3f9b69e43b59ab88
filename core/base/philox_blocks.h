// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstddef>
#include <cstdint>

namespace mutascope {

// Blocks `first`, `first` + 1 ... of a stream, four words each: what philox() (philox.h) gives for each of
// them, eight at a time where the processor has AVX2.
void philoxBlocks(std::uint64_t key, std::uint64_t first, std::uint64_t stream, std::size_t blocks,
                  std::uint32_t *words);

} // namespace mutascope
