// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/search/tree_player.h"
#include <map>

namespace mutascope {

// A search history as the sequence of its phases. What comes out of it has been checked: it can be played
// without looking at the history with suspicion. In a leaf batch all selections, expansions and simulations
// come before the first backpropagation.
class TreeEvents {
public:
    explicit TreeEvents(const SearchHistory &history);
    // The history has grown. Throws Error{BadData} where it contradicts itself.
    void extend();
    std::int64_t size() const { return std::int64_t(m_events.size()); }
    const TreePlayer::Event &at(std::int64_t index) const { return m_events[std::size_t(index)]; }
    std::int64_t treeStart(std::int32_t tree) const { return m_treeStarts[std::size_t(tree)]; }
    std::int64_t selectionOf(std::int64_t iteration) const { return m_selections[std::size_t(iteration)]; }
    const std::vector<double> &priors(std::int32_t tree, std::int32_t node) const; // empty: none

private:
    void addPriors();
    void addMoves();
    void addTreesUpTo(std::int32_t tree);
    void beginTree(std::int32_t tree);
    void addBatch();
    void addLeaf(const SearchIteration &done);
    void checkLeaf(const SearchIteration &done) const;
    void push(TreePlayer::Phase phase, std::int32_t node);

    const SearchHistory &m_history;
    std::vector<TreePlayer::Event> m_events;
    std::vector<std::int64_t> m_treeStarts; // index of each tree's first event
    std::vector<std::int64_t> m_selections; // of each iteration
    std::map<std::pair<std::int32_t, std::int32_t>, std::size_t> m_priors;
    std::size_t m_moves = 0; // done
    std::size_t m_priorsRead = 0;
    SearchTree m_made{0}; // nodes of the last tree as far as they are made: add() checks them
};

} // namespace mutascope
