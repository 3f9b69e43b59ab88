// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/base/rng.h"
#include "core/search/search_history.h"
#include <gtest/gtest.h>

// Made-up search histories for the tests of the store.
namespace mutascope::sessiontest {

inline void expectSame(const SearchHistory &a, const SearchHistory &b)
{
    ASSERT_EQ(a.trees.size(), b.trees.size());
    for (std::size_t i = 0; i < a.trees.size(); ++i) {
        ASSERT_EQ(a.trees[i].batch.size(), b.trees[i].batch.size());
        for (std::size_t k = 0; k < a.trees[i].batch.size(); ++k) {
            EXPECT_EQ(a.trees[i].batch[k].seed, b.trees[i].batch[k].seed);
            EXPECT_EQ(a.trees[i].batch[k].test, b.trees[i].batch[k].test);
        }
    }
    const auto node = [](const SearchNode &n) { return std::tuple(n.parent, n.action, n.actions, n.finish); };
    ASSERT_EQ(a.nodes.size(), b.nodes.size());
    for (std::size_t i = 0; i < a.nodes.size(); ++i)
        EXPECT_TRUE(std::equal(a.nodes[i].begin(), a.nodes[i].end(), b.nodes[i].begin(), b.nodes[i].end(),
                               [&](const auto &x, const auto &y) { return node(x) == node(y); }));
    const auto iteration = [](const SearchIteration &i) {
        return std::tuple(i.tree, i.batch, i.root, i.selected, i.firstMade, i.made, i.last, i.reward,
                          i.rewarded);
    };
    EXPECT_TRUE(std::equal(a.iterations.begin(), a.iterations.end(), b.iterations.begin(), b.iterations.end(),
                           [&](const auto &x, const auto &y) { return iteration(x) == iteration(y); }));
    const auto move
        = [](const SearchMove &m) { return std::tuple(m.kind, m.tree, m.behind, m.node, m.gain, m.reason); };
    EXPECT_TRUE(std::equal(a.moves.begin(), a.moves.end(), b.moves.begin(), b.moves.end(),
                           [&](const auto &x, const auto &y) { return move(x) == move(y); }));
    const auto priors = [](const SearchPriors &p) { return std::tuple(p.tree, p.node, p.values); };
    EXPECT_TRUE(std::equal(a.priors.begin(), a.priors.end(), b.priors.begin(), b.priors.end(),
                           [&](const auto &x, const auto &y) { return priors(x) == priors(y); }));
    const auto how = [](const SearchDescription &d) {
        return std::tuple(d.policy, d.exploration, d.virtualLoss, d.levels, d.grid, d.priorWeight,
                          d.firstPlay, d.widening, d.rave);
    };
    EXPECT_TRUE(how(a.description) == how(b.description));
}

inline SearchDescription someDescription()
{
    SearchDescription how;
    how.policy = "sampled";
    how.exploration = 1.4142135623730951;
    how.virtualLoss = 1;
    how.levels = {{"row 1", "row 2"}, {"contrast 1.2", "h\303\251lligkeit +10", ""}};
    how.grid = R"({"grid":3})";
    how.priorWeight = 0.1;
    how.firstPlay = 1.0 / 3;
    how.widening = 2;
    how.rave = 0.5;
    return how;
}

// Grows trees of actionsEach actions at every node, chunk by chunk, with numbers that no formula predicts.
class HistoryMaker {
public:
    static constexpr std::int32_t actionsEach = 30;

    explicit HistoryMaker(std::uint64_t seed) : m_rng(seed) { }

    SearchChunk startTree()
    {
        SearchChunk chunk;
        SearchTreeInfo tree;
        for (int i = 0; i < 64; ++i)
            tree.batch.push_back({std::int32_t(m_rng.below(1000)), std::int64_t(m_rng.below(1 << 20))});
        chunk.trees.push_back(tree);
        m_children.assign(1, 0);
        ++m_trees;
        chunk.nodes.resize(std::size_t(m_trees));
        chunk.nodes.back().push_back({-1, -1, actionsEach, Finish::Open});
        return chunk;
    }

    // One iteration of the last tree that makes up to three nodes, each below an older one with room.
    void iterate(SearchChunk &chunk)
    {
        chunk.nodes.resize(std::size_t(m_trees));
        SearchIteration iteration;
        iteration.tree = m_trees - 1;
        iteration.batch = std::int32_t(m_iterations / 8);
        iteration.selected = std::int32_t(m_rng.below(std::uint32_t(m_children.size())));
        iteration.firstMade = std::int32_t(m_children.size());
        std::int32_t below = iteration.selected;
        for (std::uint32_t left = 1 + m_rng.below(5) / 2; left > 0; --left) {
            if (m_children[std::size_t(below)] == actionsEach)
                break;
            const std::int32_t action = m_children[std::size_t(below)]++;
            chunk.nodes.back().push_back({below, action, actionsEach, Finish(m_rng.below(3))});
            below = std::int32_t(m_children.size());
            m_children.push_back(0);
            ++iteration.made;
        }
        iteration.last = below;
        iteration.rewarded = m_rng.below(10) > 0;
        iteration.reward = iteration.rewarded ? m_rng.uniform() : 0;
        chunk.iterations.push_back(iteration);
        ++m_iterations;
    }

    void move(SearchChunk &chunk, SearchMove::Kind kind, const std::string &reason = {})
    {
        const auto node = std::int32_t(m_rng.below(std::uint32_t(m_children.size())));
        chunk.moves.push_back({kind, m_trees - 1, m_iterations, node, m_rng.uniform(), reason});
    }

    void think(SearchChunk &chunk)
    {
        SearchPriors priors{m_trees - 1, std::int32_t(m_children.size()) - 1, {}};
        for (int i = 0; i < actionsEach; ++i)
            priors.values.push_back(m_rng.uniform());
        chunk.priors.push_back(priors);
    }

private:
    Rng m_rng;
    std::int32_t m_trees = 0;
    std::int64_t m_iterations = 0;
    std::vector<std::int32_t> m_children; // of the nodes of the last tree
};

// So many chunks of several trees, as checkpoints bring them.
inline std::vector<SearchChunk> someChunks(std::size_t chunks, int iterationsEach, std::uint64_t seed = 1)
{
    HistoryMaker maker(seed);
    std::vector<SearchChunk> all;
    for (std::size_t i = 0; i < chunks; ++i) {
        SearchChunk chunk = i % 3 == 0 ? maker.startTree() : SearchChunk();
        for (int k = 0; k < iterationsEach; ++k)
            maker.iterate(chunk);
        maker.move(chunk, SearchMove::Kind::Root);
        maker.think(chunk);
        maker.move(chunk, SearchMove::Kind::Commit);
        if (i % 3 == 2)
            maker.move(chunk, SearchMove::Kind::End, "no-reward");
        all.push_back(std::move(chunk));
    }
    return all;
}

inline SearchHistory joined(const std::vector<SearchChunk> &chunks)
{
    SearchHistory history;
    history.description = someDescription();
    for (const SearchChunk &chunk : chunks)
        history.append(chunk);
    return history;
}

} // namespace mutascope::sessiontest
