// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/search/search_history.h"
#include <functional>

namespace mutascope {

// Statistics of a node.
struct NodeStats {
    std::int64_t visits = 0;
    std::int64_t pending = 0; // selections on their way (virtual loss)
    double sum = 0; // of rewards
    double best = 0;
    double mean() const { return visits > 0 ? sum / double(visits) : 0; }
    // DeepSmartFuzzer's mean: visits count from 1 there, so that a single lucky one weighs less.
    double cautiousMean() const { return sum / double(visits + 1); }
    bool operator==(const NodeStats &) const = default;
};

// A child as selection sees it: DeepSmartFuzzer's potential 100 mean_i / max_j mean_j + C sqrt(ln N / n_i),
// or UCT's mean_i / max_j mean_j + C sqrt(ln N / n_i) (Kocsis & Szepesvari 2006; reward scaled by the best
// sibling's, as coverage gains have no fixed range). A child that was never made counts mean 0 and n 1.
// As in DeepSmartFuzzer's program visits count from 1: n_i = 1 + visits + virtual loss * pending, N the same
// of the parent, mean_i = sum / n_i; the largest mean is that of the children that can be picked. With RAVE
// (Gelly & Silver 2011) mean_i is mixed with the mean of all iterations through the parent that took the
// action further down: share sqrt(k / (3 (n_i - 1) + k)), 0 where there was none.
struct ChildTerms {
    int action = 0;
    std::int32_t node = -1; // -1: not made
    double exploit = 0;
    double explore = 0;
    double prior
        = 0; // sampled: its share of the probability; uct: added to the sum, weight * P sqrt(N) / n_i
    double probability = 0; // of being picked; uct: 1 for the first with the largest sum
    bool finished = false; // is not picked: nothing is left in it that is not on its way
    // is not picked: never made, and progressive widening allows no further child yet, or children are
    // limited
    bool held = false;
    bool operator==(const ChildTerms &) const = default;
};

// Sees each choice of a child during selection, with the terms it was made by.
using PickObserver = std::function<void(std::int32_t node, const std::vector<ChildTerms> &terms, int action)>;

// RAVE's "all moves as first" of one action at a node.
struct AmafStats {
    std::int32_t action = 0;
    std::int64_t visits = 0;
    double sum = 0;
    bool operator==(const AmafStats &) const = default;
};

// Nodes and their statistics; shared by the search itself and by whoever plays its history, so that both work
// out the same terms. Deterministic.
class SearchTree {
public:
    // More is refused, by add() and the constructor, with Error{BadData}.
    static constexpr std::int32_t mostActions = 1000000; // of a node
    static constexpr std::int32_t mostDepth = 10000;

    explicit SearchTree(int rootActions);
    std::int32_t add(const SearchNode &node); // returns its id; Error{BadData} for a second of an action
    void removeLast(); // undoes add; the last node has no children
    std::int32_t size() const { return std::int32_t(m_nodes.size()); }
    const SearchNode &node(std::int32_t id) const { return m_nodes[std::size_t(id)].made; }
    const NodeStats &stats(std::int32_t id) const { return m_nodes[std::size_t(id)].stats; }
    void setStats(std::int32_t id, const NodeStats &stats); // for undoing and loading
    // What evaluation said of it; Open undoes it.
    void setFinish(std::int32_t id, Finish finish);
    bool exhausted(std::int32_t id) const; // finished, or all actions made and exhausted
    // Exhausted, or all that is left is on its way (pending): no selection gets in.
    bool closed(std::int32_t id) const;
    int depth(std::int32_t id) const { return m_nodes[std::size_t(id)].depth; }
    std::int32_t child(std::int32_t id, int action) const; // -1: not made
    bool hasChildren(std::int32_t id) const { return !m_nodes[std::size_t(id)].children.empty(); }
    std::vector<std::int32_t> children(std::int32_t id) const; // those made, by action
    SearchPath path(std::int32_t id) const; // actions from the tree's root
    std::vector<ChildTerms> terms(std::int32_t id, const SearchDescription &how,
                                  const std::vector<double> &priors = {}) const; // one an action
    // The same into a buffer that is used again and again.
    void terms(std::int32_t id, const SearchDescription &how, const std::vector<double> &priors,
               std::vector<ChildTerms> &out) const;
    // From node to the tree's root: pending.
    void addPending(std::int32_t node);
    void removePending(std::int32_t node);
    // From node to the tree's root: one visit and the reward. Not rewarded (a constraint, a dead end):
    // nothing, as in DeepSmartFuzzer's program; the node is finished and does not come again.
    void backpropagate(std::int32_t node, double reward, bool rewarded);

    // A node is exhausted once so many children are; 0: all its actions. Before nodes are added.
    void limitChildren(int most) { m_mostChildren = most; }
    bool full(std::int32_t id) const; // it has all the children it may have

    // RAVE's statistics are kept from now on; levels repeat after `period`.
    void trackAmaf(int period);
    bool tracksAmaf() const { return m_amafPeriod > 0; }
    const std::vector<AmafStats> &amaf(std::int32_t id) const; // by action; empty where there are none
    void setAmaf(std::int32_t id, std::vector<AmafStats> amaf); // for undoing and loading

private:
    struct Child {
        std::int32_t action = 0;
        std::int32_t id = 0;
    };
    struct Node {
        SearchNode made;
        NodeStats stats;
        std::vector<Child> children; // by action
        std::int32_t depth = 0;
        std::int32_t exhaustedChildren = 0;
        std::int32_t closedChildren = 0;
    };
    struct Left { // what is left in a node, as its parent counts it
        bool exhausted = false;
        bool closed = false;
        bool operator==(const Left &) const = default;
    };
    Node &at(std::int32_t id) { return m_nodes[std::size_t(id)]; }
    const Node &at(std::int32_t id) const { return m_nodes[std::size_t(id)]; }
    std::int32_t mostChildren(const Node &node) const;
    Left left(const Node &node) const;
    void settle(std::int32_t id, Left before);
    void listChildren(std::int32_t id, std::vector<ChildTerms> &out) const;
    void checkNew(const SearchNode &node) const;
    void addAmaf(std::int32_t node, double reward);
    void countAmaf(std::int32_t node, std::int32_t action, double reward);

    std::vector<Node> m_nodes;
    std::vector<std::vector<AmafStats>> m_amaf; // empty unless tracked
    int m_amafPeriod = 0;
    int m_mostChildren = 0;
};

} // namespace mutascope
