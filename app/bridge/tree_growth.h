// SPDX-License-Identifier: GPL-3.0-or-later
// What happened in the search trees of a run at work, as it goes from the run to the walk. Only bridge
// sources include this.
#pragma once

#include "core/search/search_history.h"

#include <optional>

namespace mutascope::bridge {

// How much of a history there is.
struct TreeExtent {
    std::size_t trees = 0;
    std::size_t iterations = 0;
    std::size_t moves = 0;
    std::size_t priors = 0;
    std::vector<std::size_t> nodes; // one figure a tree

    void add(const SearchChunk &chunk);
};

struct TreeGrowth {
    TreeExtent before; // what the chunk comes behind
    SearchChunk chunk;
    std::optional<SearchDescription> description; // where it is new
};

// The part of a growth that a history does not have yet, for it may have been read from the session in the
// middle of it; nothing where something between the two is missing.
std::optional<SearchChunk> continuation(const SearchHistory &history, const TreeGrowth &growth);

} // namespace mutascope::bridge
