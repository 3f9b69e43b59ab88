// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/mcts.h"
#include "core/search/leaf_batch.h"
#include <algorithm>
#include <utility>

namespace mutascope {

Mcts::Mcts(const ParamSet &params, SearchProblem &problem)
    : m_params(params), m_problem(problem), m_how(searchDescription(params)), m_tree(problem.actions({})),
      m_priors(problem, m_how.priorWeight)
{
    m_tree.limitChildren(m_how.children);
    if (m_how.rave > 0)
        m_tree.trackAmaf(problem.period());
}

Mcts::Step Mcts::step(Rng &rng)
{
    if (!m_state.endReason.empty())
        return Step::Ended;
    if (m_tree.exhausted(m_state.root))
        return end("exhausted");
    if (m_state.rootIterations >= m_params.integer("iterations"))
        return move();
    return iterate(rng);
}

Mcts::Step Mcts::iterate(Rng &rng)
{
    const std::int64_t left = m_params.integer("iterations") - m_state.rootIterations;
    const std::int64_t size = std::min(left, m_params.integer("leaf-batch"));
    LeafBatch batch(m_tree, m_problem, m_how, m_priors, m_observer);
    try {
        while (std::int64_t(batch.size()) < size && batch.grow(m_state.root, rng)) { }
        batch.evaluate();
    } catch (...) {
        batch.drop();
        throw;
    }
    record(batch.backpropagate());
    return Step::Iterated;
}

void Mcts::record(const std::vector<SearchIteration> &leaves)
{
    for (const SearchIteration &leaf : leaves) {
        if (leaf.rewarded && leaf.reward > m_state.best.reward)
            m_state.best = {leaf.last, leaf.reward};
        m_state.newIterations.push_back(leaf);
        m_state.newIterations.back().batch = m_state.batches;
    }
    m_state.iterations += std::int64_t(leaves.size());
    m_state.rootIterations += std::int64_t(leaves.size());
    ++m_state.batches;
}

// To the child with the largest mean; not to one where nothing is left to search.
Mcts::Step Mcts::move()
{
    if (m_state.rootPositions >= m_params.integer("depth"))
        return end("levels");
    std::int32_t best = -1;
    bool anyReward = false;
    for (const std::int32_t child : m_tree.children(m_state.root)) {
        const double mean = m_tree.stats(child).cautiousMean();
        anyReward = anyReward || mean > 0;
        if (mean > (best < 0 ? 0 : m_tree.stats(best).cautiousMean()) && !m_tree.exhausted(child))
            best = child;
    }
    if (best < 0)
        return end(anyReward ? "exhausted" : "no-reward");
    m_state.root = best;
    m_state.rootIterations = 0;
    ++m_state.rootPositions;
    m_state.newMoves.push_back({SearchMove::Kind::Root, 0, m_state.iterations, best, 0, {}});
    return Step::Moved;
}

Mcts::Step Mcts::end(const std::string &reason)
{
    m_state.endReason = reason;
    m_state.newMoves.push_back({SearchMove::Kind::End, 0, m_state.iterations, m_state.root, 0, reason});
    return Step::Ended;
}

SearchChunk Mcts::takeChunk()
{
    SearchChunk chunk;
    if (m_state.nodesTaken < m_tree.size())
        chunk.nodes.resize(1);
    for (; m_state.nodesTaken < m_tree.size(); ++m_state.nodesTaken)
        chunk.nodes[0].push_back(m_tree.node(m_state.nodesTaken));
    chunk.iterations = std::exchange(m_state.newIterations, {});
    chunk.moves = std::exchange(m_state.newMoves, {});
    chunk.priors = m_priors.takeNew();
    return chunk;
}

} // namespace mutascope
