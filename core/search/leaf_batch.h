// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/base/rng.h"
#include "core/search/node_priors.h"

namespace mutascope {

// Some iterations that are evaluated together: leaves are selected and made one after the other, each passing
// over those before by their virtual loss (Chaslot, Winands & van den Herik: Parallel Monte-Carlo tree
// search, CG 2008), then evaluated in one go, then backpropagated in the same order.
class LeafBatch {
public:
    LeafBatch(SearchTree &tree, SearchProblem &problem, const SearchDescription &how, NodePriors &priors,
              const PickObserver &observer);
    // Selection, expansion and simulation of one more leaf. False: all that is left is on its way.
    bool grow(std::int32_t root, Rng &rng);
    std::size_t size() const { return m_leaves.size(); }
    void evaluate();
    const std::vector<SearchIteration> &backpropagate();
    // Instead of backpropagate(): the tree as it was before.
    void drop();

private:
    std::int32_t make(std::int32_t parent, int action);
    int choose(std::int32_t node, Rng &rng);
    int proposed(std::int32_t node);
    int pick(std::int32_t node, Rng &rng);
    int pickFirst(std::int32_t node, Rng &rng);
    bool rewardedState(std::int32_t node) const;
    void settle(SearchIteration &leaf, const Outcome &outcome);

    SearchTree &m_tree;
    SearchProblem &m_problem;
    const SearchDescription &m_how;
    NodePriors &m_priors;
    const PickObserver &m_observer;
    std::int32_t m_before; // nodes
    std::vector<SearchIteration> m_leaves;
    std::vector<Outcome> m_outcomes; // one a leaf
    std::vector<ChildTerms> m_terms;
};

} // namespace mutascope
