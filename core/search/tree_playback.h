// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/search/tree_events.h"
#include <deque>

namespace mutascope {

// The state of a search at a position of its history. The latest events can be undone one by one; further
// back the tree is played again from its start.
class TreePlayback {
public:
    TreePlayback(const SearchHistory &history, const TreeEvents &events);
    std::int64_t position() const { return m_position; }
    void seek(std::int64_t position); // from 0 to the number of events
    int treeIndex() const { return m_treeIndex; }
    const SearchTree &tree() const { return *m_tree; }
    std::int32_t root() const { return m_root; }

private:
    struct Undo {
        std::unique_ptr<SearchTree> tree; // the one before, where a new one began
        std::int32_t root = 0;
        std::int32_t made = 0; // nodes to be removed
        bool pending = false; // was added from the event's last node on
        Finish finish = Finish::Open; // of the evaluated node
        std::vector<NodeStats> stats; // from the evaluated node to the tree's root
        std::vector<std::vector<AmafStats>> amaf;
    };
    void advance(std::int64_t position);
    void playFromTreeStart(std::int64_t position);
    void forward(bool keepUndo);
    void back();
    void apply(const TreePlayer::Event &event, Undo *undo);
    void startTree(const TreePlayer::Event &event, Undo *undo);
    void makeNodes(const TreePlayer::Event &event, Undo *undo);
    void backpropagate(const TreePlayer::Event &event, Undo *undo);
    void rememberPath(std::int32_t node, Undo &undo) const;
    void restorePath(std::int32_t node, Undo &undo);
    const SearchIteration &iterationOf(const TreePlayer::Event &event) const;

    const SearchHistory &m_history;
    const TreeEvents &m_events;
    std::unique_ptr<SearchTree> m_tree;
    std::deque<Undo> m_undo;
    std::int64_t m_position = 0;
    int m_treeIndex = -1;
    std::int32_t m_root = 0;
};

} // namespace mutascope
