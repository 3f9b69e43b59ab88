// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/store/records.h"

namespace mutascope {

// Keeps count of a run's search trees and sees whether what is added continues them: numbers of trees and
// nodes in the order of making, nothing named before it is there. Used on what a generator reports and on
// what a file holds.
class SearchLedger {
public:
    // "" and counted; else why chunk cannot follow what was added so far.
    std::string add(const SearchChunk &chunk);
    const SearchCounts &counts() const { return m_counts; }

private:
    struct Tree {
        std::int32_t nodes = 0; // listed
        std::int32_t made = 1; // by iterations, and the root
    };
    std::string addTrees(const std::vector<SearchTreeInfo> &trees);
    std::string addNodes(const std::vector<std::vector<SearchNode>> &nodes);
    std::string addIteration(const SearchIteration &iteration);
    std::string addMove(const SearchMove &move);
    std::string addPriors(const SearchPriors &priors);
    template <typename Item>
    std::string addEach(const std::vector<Item> &items, std::string (SearchLedger::*addOne)(const Item &));
    bool hasTree(std::int32_t tree) const;

    std::vector<Tree> m_trees;
    std::size_t m_rooted = 0; // the first of them
    SearchCounts m_counts;
    std::int64_t m_behind = 0; // of the last move
};

// What is left to hold of a whole history whose chunks were counted: no child twice or beyond its parent's
// actions, priors for all actions. "": all is well.
std::string faultOfTrees(const SearchHistory &history);

} // namespace mutascope
