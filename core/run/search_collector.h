// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/run/event.h"
#include "core/store/search_ledger.h"

namespace mutascope {

// What a generator reports of its search trees, until the loop passes it on between two steps.
class SearchCollector {
public:
    // A resumed run: chunk is all of it so far.
    void continueFrom(const SearchChunk &chunk);
    void describe(const SearchDescription &description);
    // Throws Error{Internal} on a chunk that does not follow the ones before: stored, it would make the whole
    // session unreadable.
    void add(SearchChunk &&chunk);
    std::optional<SearchEvent> take(); // what is new since the last call

private:
    SearchLedger m_ledger;
    bool m_described = false;
    SearchChunk m_new;
    std::optional<SearchDescription> m_newDescription;
};

} // namespace mutascope
