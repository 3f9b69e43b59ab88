// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/search/search_history.h"
#include <cstdint>
#include <span>
#include <vector>

// What one checkpoint adds to the search trees of a run, as bytes: a row a node or iteration would cost many
// times the search itself. A version byte, then column by column whole numbers as the difference to the one
// before (zigzag, seven bits a byte) and reals as they are, then CRC-32 of all before it.
namespace mutascope {

std::vector<std::uint8_t> packSearch(const SearchChunk &chunk);
// treesBefore: number of trees the run had before. Nothing is believed unseen: throws Error{BadData} on bytes
// that packSearch() did not make.
SearchChunk unpackSearch(std::span<const std::uint8_t> bytes, std::size_t treesBefore);

} // namespace mutascope
