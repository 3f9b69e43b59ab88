// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/search_ledger.h"
#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace mutascope {

namespace {

// Beyond it a node's children could not be listed; searches of images have some tens.
constexpr std::int32_t mostActions = 1'000'000;

std::string faultOfNode(const SearchNode &node, std::int32_t index)
{
    if (index == 0 ? node.parent != -1 : node.parent < 0 || node.parent >= index)
        return fmt::format("node {} is a child of {}", index, node.parent);
    if (index > 0 && node.action < 0)
        return fmt::format("node {} is behind action {}", index, node.action);
    if (node.actions < 0 || node.actions > mostActions)
        return fmt::format("node {} has {} actions", index, node.actions);
    return node.finish == Finish::Exhausted ? fmt::format("node {} is exhausted from the start", index) : "";
}

bool within(std::int32_t node, std::int32_t count)
{
    return node >= 0 && node < count;
}

std::string faultOfTree(const std::vector<SearchNode> &nodes)
{
    std::vector<std::uint64_t> edges;
    edges.reserve(nodes.size());
    for (std::size_t i = 1; i < nodes.size(); ++i) {
        const SearchNode &node = nodes[i];
        if (node.action >= nodes[std::size_t(node.parent)].actions)
            return fmt::format("node {} is behind action {} of {}", i, node.action,
                               nodes[std::size_t(node.parent)].actions);
        edges.push_back(std::uint64_t(node.parent) << 32 | std::uint32_t(node.action));
    }
    std::sort(edges.begin(), edges.end());
    const auto twice = std::adjacent_find(edges.begin(), edges.end());
    return twice == edges.end() ? "" : fmt::format("node {} has a child twice", *twice >> 32);
}

} // namespace

bool SearchLedger::hasTree(std::int32_t tree) const
{
    return tree >= 0 && std::size_t(tree) < m_trees.size();
}

template <typename Item>
std::string SearchLedger::addEach(const std::vector<Item> &items,
                                  std::string (SearchLedger::*addOne)(const Item &))
{
    for (const Item &item : items)
        if (std::string fault = (this->*addOne)(item); !fault.empty())
            return fault;
    return {};
}

std::string SearchLedger::add(const SearchChunk &chunk)
{
    std::string fault = addTrees(chunk.trees);
    if (fault.empty())
        fault = addNodes(chunk.nodes);
    if (fault.empty())
        fault = addEach(chunk.iterations, &SearchLedger::addIteration);
    if (fault.empty())
        fault = addEach(chunk.moves, &SearchLedger::addMove);
    return fault.empty() ? addEach(chunk.priors, &SearchLedger::addPriors) : fault;
}

std::string SearchLedger::addTrees(const std::vector<SearchTreeInfo> &trees)
{
    for (const SearchTreeInfo &tree : trees)
        for (const SearchTreeInfo::Item &item : tree.batch)
            if (item.seed < 0 || item.test < 0)
                return fmt::format("tree {} starts from seed {}, test {}", m_trees.size(), item.seed,
                                   item.test);
    m_trees.resize(m_trees.size() + trees.size());
    m_counts.trees = std::int64_t(m_trees.size());
    return {};
}

std::string SearchLedger::addNodes(const std::vector<std::vector<SearchNode>> &nodes)
{
    if (nodes.size() > m_trees.size())
        return fmt::format("nodes of tree {}, there are {}", nodes.size() - 1, m_trees.size());
    for (std::size_t tree = 0; tree < nodes.size(); ++tree) {
        for (const SearchNode &node : nodes[tree])
            if (const std::string fault = faultOfNode(node, m_trees[tree].nodes++); !fault.empty())
                return fmt::format("tree {}: {}", tree, fault);
        m_counts.nodes += std::int64_t(nodes[tree].size());
    }
    for (std::size_t tree = m_rooted; tree < m_trees.size(); ++tree)
        if (m_trees[tree].nodes == 0)
            return fmt::format("tree {} has no root", tree);
    m_rooted = m_trees.size();
    return {};
}

std::string SearchLedger::addIteration(const SearchIteration &iteration)
{
    const std::int64_t number = m_counts.iterations++;
    if (!hasTree(iteration.tree))
        return fmt::format("iteration {} is of tree {}, there are {}", number, iteration.tree,
                           m_trees.size());
    Tree &tree = m_trees[std::size_t(iteration.tree)];
    if (iteration.made < 0 || iteration.made > tree.nodes - tree.made
        || (iteration.made > 0 && iteration.firstMade != tree.made))
        return fmt::format("iteration {} made {} nodes from {} on, tree {} has {}, {} of them made before",
                           number, iteration.made, iteration.firstMade, iteration.tree, tree.nodes,
                           tree.made);
    const std::int32_t before = tree.made;
    tree.made += iteration.made;
    if (!within(iteration.root, before) || !within(iteration.selected, before)
        || !within(iteration.last, tree.made) || iteration.batch < 0)
        return fmt::format("iteration {} names a node that is not there", number);
    return std::isfinite(iteration.reward) ? "" : fmt::format("iteration {} has no reward", number);
}

std::string SearchLedger::addMove(const SearchMove &move)
{
    if (move.behind < m_behind || move.behind > m_counts.iterations)
        return fmt::format("a move behind iteration {}, after one behind {}; there are {}", move.behind,
                           m_behind, m_counts.iterations);
    m_behind = move.behind;
    ++m_counts.moves;
    if (!hasTree(move.tree) || !within(move.node, m_trees[std::size_t(move.tree)].made))
        return fmt::format("a move in tree {} to node {}, which is not there", move.tree, move.node);
    return std::isfinite(move.gain) ? "" : fmt::format("a move in tree {} has no gain", move.tree);
}

std::string SearchLedger::addPriors(const SearchPriors &priors)
{
    if (!hasTree(priors.tree) || !within(priors.node, m_trees[std::size_t(priors.tree)].nodes))
        return fmt::format("priors in tree {} of node {}, which is not there", priors.tree, priors.node);
    const auto legal = [](double value) { return std::isfinite(value) && value >= 0; };
    return std::all_of(priors.values.begin(), priors.values.end(), legal)
        ? ""
        : fmt::format("priors of node {} in tree {} that are none", priors.node, priors.tree);
}

std::string faultOfTrees(const SearchHistory &history)
{
    for (std::size_t tree = 0; tree < history.nodes.size(); ++tree)
        if (const std::string fault = faultOfTree(history.nodes[tree]); !fault.empty())
            return fmt::format("tree {}: {}", tree, fault);
    for (const SearchPriors &priors : history.priors) {
        const SearchNode &node = history.nodes[std::size_t(priors.tree)][std::size_t(priors.node)];
        if (priors.values.size() != std::size_t(node.actions))
            return fmt::format("tree {}: node {} has {} actions and {} priors", priors.tree, priors.node,
                               node.actions, priors.values.size());
    }
    return {};
}

} // namespace mutascope
