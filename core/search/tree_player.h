// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/search/search_tree.h"
#include <functional>
#include <memory>

namespace mutascope {

class TreeEvents;
class TreePlayback;

// Walks through a search history, forwards and back, phase by phase. The state at a position is the same
// whichever way it was reached.
class TreePlayer {
public:
    enum class Phase {
        Tree, // a new tree, its root
        Selection,
        Expansion,
        Simulation,
        Backpropagation,
        RootMove,
        Commit,
        End
    };
    struct Event {
        Phase phase = Phase::Tree;
        std::int32_t tree = 0;
        std::int64_t iteration = -1; // in the run; -1: none (Tree, RootMove, Commit, End)
        std::int32_t node = 0; // Selection: reached; Expansion: made; Simulation: last made; Backpropagation:
                               // evaluated; RootMove: new root; Commit: committed
        double reward = 0;
        bool rewarded = false;
        std::string reason;
    };
    // What a selection passed through: at each node from the root down all children's terms as they were
    // then, and which was taken.
    struct Pick {
        std::int32_t node = 0;
        int action = 0;
        std::vector<ChildTerms> terms;
    };

    // Throws Error{BadData} for a history that contradicts itself.
    explicit TreePlayer(std::shared_ptr<const SearchHistory> history);
    ~TreePlayer();
    TreePlayer(TreePlayer &&) noexcept;
    TreePlayer &operator=(TreePlayer &&) noexcept;
    const SearchHistory &history() const { return *m_history; }
    // A live history has grown (it was only appended to); the position stays.
    void extended();
    std::int64_t events() const; // number of all
    std::int64_t position() const; // events done; 0: before the first
    const Event *current() const; // the last one done; null at position 0
    const Event &event(std::int64_t index) const;
    void forward(); // one event; nothing at the end
    void back(); // one event; nothing at the start
    void seek(std::int64_t position); // clamped
    // Position behind the current or next iteration, which is current until its backpropagation.
    std::int64_t nextIteration() const;
    std::int64_t nextRootMove() const; // position behind the next move of the root; the end if there is none
    // First position behind the current one whose event matches; -1: none.
    std::int64_t find(const std::function<bool(const Event &)> &condition) const;
    int tree() const; // index of the tree shown; -1 at position 0
    const SearchTree &state() const; // of that tree
    std::int32_t root() const; // where the search now starts from
    // Of the current event's iteration; empty behind other events. Without the first action of a node that
    // had no child yet: it was taken at random, as those of a simulation.
    std::vector<Pick> picks() const;
    std::string stateSha256() const; // of position, tree, statistics and root

private:
    std::shared_ptr<const SearchHistory> m_history;
    std::unique_ptr<TreeEvents> m_events;
    std::unique_ptr<TreePlayback> m_playback; // picks() goes back in it and returns
};

} // namespace mutascope
