// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/engines/search/block_problem.h"
#include "core/search/mcts.h"

namespace mutascope::engines {

// Monte Carlo Tree Search over blocks. A tree of which every path was searched is followed by the next one,
// which begins with what is covered by then.
class TreeModelSearch : public ModelSearch {
public:
    TreeModelSearch(const SearchSettings &settings, const ParamSet &params, const ModelFactory &factory);
    void step(Trials &trials, Rng rng) override;
    SearchChunk takeChunk() override;
    std::optional<SearchDescription> description() const override;
    std::string save() const override;
    void load(const std::string &bytes, Trials &trials) override;

private:
    void beginTree();
    void collect();

    ParamSet m_params; // of the tree
    BlockProblem m_problem;
    std::unique_ptr<Mcts> m_tree;
    std::int32_t m_index = -1; // of the tree
    std::int64_t m_before = 0; // iterations of the trees before
    std::int64_t m_iterations = 0; // of this one
    SearchChunk m_chunk;
};

} // namespace mutascope::engines
