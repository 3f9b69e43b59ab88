// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bridge/tree_growth.h"

#include <algorithm>

namespace mutascope::bridge {

namespace {

std::size_t at(const std::vector<std::size_t> &figures, std::size_t index)
{
    return index < figures.size() ? figures[index] : 0;
}

TreeExtent extentOf(const SearchChunk &history)
{
    TreeExtent extent;
    extent.add(history);
    return extent;
}

bool reaches(const TreeExtent &have, const TreeExtent &wanted)
{
    for (std::size_t tree = 0; tree < wanted.nodes.size(); ++tree)
        if (at(have.nodes, tree) < wanted.nodes[tree])
            return false;
    return have.trees >= wanted.trees && have.iterations >= wanted.iterations && have.moves >= wanted.moves
        && have.priors >= wanted.priors;
}

// Without those that are there already.
template <typename Item>
std::vector<Item> rest(const std::vector<Item> &items, std::size_t before, std::size_t have)
{
    const std::size_t known = std::min(items.size(), have - before);
    return {items.begin() + std::ptrdiff_t(known), items.end()};
}

} // namespace

void TreeExtent::add(const SearchChunk &chunk)
{
    trees += chunk.trees.size();
    iterations += chunk.iterations.size();
    moves += chunk.moves.size();
    priors += chunk.priors.size();
    nodes.resize(std::max(nodes.size(), chunk.nodes.size()));
    for (std::size_t tree = 0; tree < chunk.nodes.size(); ++tree)
        nodes[tree] += chunk.nodes[tree].size();
}

std::optional<SearchChunk> continuation(const SearchHistory &history, const TreeGrowth &growth)
{
    const TreeExtent have = extentOf(history);
    const TreeExtent &before = growth.before;
    if (!reaches(have, before))
        return std::nullopt;
    SearchChunk next;
    next.trees = rest(growth.chunk.trees, before.trees, have.trees);
    next.iterations = rest(growth.chunk.iterations, before.iterations, have.iterations);
    next.moves = rest(growth.chunk.moves, before.moves, have.moves);
    next.priors = rest(growth.chunk.priors, before.priors, have.priors);
    for (std::size_t tree = 0; tree < growth.chunk.nodes.size(); ++tree)
        next.nodes.push_back(rest(growth.chunk.nodes[tree], at(before.nodes, tree), at(have.nodes, tree)));
    while (!next.nodes.empty() && next.nodes.back().empty())
        next.nodes.pop_back();
    return next;
}

} // namespace mutascope::bridge
