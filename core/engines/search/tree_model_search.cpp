// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/search/tree_model_search.h"
#include "core/base/state_codec.h"
#include <utility>

namespace mutascope::engines {

namespace {

constexpr const char *treesFormat = "engine search trees 1";

enum : std::uint64_t { problemStream, treeStream };

} // namespace

TreeModelSearch::TreeModelSearch(const SearchSettings &settings, const ParamSet &params,
                                 const ModelFactory &factory)
    : m_params(treeParams(params)), m_problem(settings, factory)
{
}

void TreeModelSearch::beginTree()
{
    m_before += std::exchange(m_iterations, 0);
    m_tree = std::make_unique<Mcts>(m_params, m_problem);
    ++m_index;
    m_chunk.trees.emplace_back();
}

void TreeModelSearch::step(Trials &trials, Rng rng)
{
    m_problem.begin(trials, rng.sub(problemStream));
    Rng choices = rng.sub(treeStream);
    if (!m_tree)
        beginTree();
    if (m_tree->step(choices) == Mcts::Step::Ended) {
        collect();
        beginTree();
        m_tree->step(choices);
    }
    collect();
}

// As the run numbers trees and iterations.
void TreeModelSearch::collect()
{
    SearchChunk chunk = m_tree->takeChunk();
    if (!chunk.nodes.empty()) {
        chunk.nodes.insert(chunk.nodes.begin(), std::size_t(m_index), {});
    }
    for (SearchIteration &iteration : chunk.iterations)
        iteration.tree = m_index;
    for (SearchMove &move : chunk.moves) {
        move.tree = m_index;
        move.behind += m_before;
    }
    m_iterations += std::int64_t(chunk.iterations.size());
    m_chunk.append(chunk);
}

SearchChunk TreeModelSearch::takeChunk()
{
    return std::exchange(m_chunk, {});
}

std::optional<SearchDescription> TreeModelSearch::description() const
{
    SearchDescription how = searchDescription(m_params);
    how.levels = m_problem.levels();
    return how;
}

std::string TreeModelSearch::save() const
{
    StateWriter out;
    out.text(treesFormat);
    out.u32(std::uint32_t(m_index));
    out.u64(std::uint64_t(m_before));
    out.u64(std::uint64_t(m_iterations));
    out.text(m_tree ? m_tree->save() : std::string());
    return out.sealed();
}

void TreeModelSearch::load(const std::string &bytes, Trials &trials)
{
    StateReader in = StateReader::unsealed(bytes);
    if (in.text() != treesFormat)
        throwBadState("it is of another version");
    m_index = std::int32_t(in.u32());
    m_before = std::int64_t(in.u64());
    m_iterations = std::int64_t(in.u64());
    m_problem.begin(trials, Rng());
    const std::string tree(in.text());
    in.expectEnd();
    m_tree = tree.empty() ? nullptr : Mcts::load(m_params, m_problem, tree);
}

} // namespace mutascope::engines
