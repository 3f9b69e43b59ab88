// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/search_history.h"
#include <functional>
#include <gtest/gtest.h>

namespace mutascope {
namespace {

// Two trees, made up.
SearchHistory madeUp()
{
    SearchHistory history;
    history.trees = {{{{3, 0}, {4, 17}}}, {{{5, 0}}}};
    history.nodes = {{{-1, -1, 2, Finish::Open}, {0, 1, 3, Finish::Open}, {1, 2, 0, Finish::Constraint}},
                     {{-1, -1, 2, Finish::Open}, {0, 0, 0, Finish::Depth}}};
    history.iterations = {{0, 0, 0, 0, 1, 2, 2, 0, false}, {1, 0, 0, 0, 1, 1, 1, 0.5, true}};
    history.moves
        = {{SearchMove::Kind::End, 0, 1, 0, 0, "no-reward"}, {SearchMove::Kind::Commit, 1, 2, 1, 0.25, ""}};
    history.priors = {{0, 0, {0.5, 0.5}}, {1, 0, {1, 0}}};
    return history;
}

TEST(SearchHistory, ChunksMakeTheWhole)
{
    const SearchHistory whole = madeUp();
    SearchChunk all{whole.trees, whole.nodes, whole.iterations, whole.moves, whole.priors};
    SearchHistory atOnce;
    atOnce.append(all);

    SearchHistory pieces;
    SearchChunk chunk;
    EXPECT_TRUE(chunk.empty());
    chunk.trees = {whole.trees[0]};
    chunk.nodes = {{whole.nodes[0][0]}};
    EXPECT_FALSE(chunk.empty());
    pieces.append(chunk);
    pieces.append({{}, {{whole.nodes[0][1], whole.nodes[0][2]}}, {whole.iterations[0]}, {}, {}});
    pieces.append({{}, {}, {}, {whole.moves[0]}, {whole.priors[0]}});
    pieces.append({{whole.trees[1]}, {{}, whole.nodes[1]}, {whole.iterations[1]}, {whole.moves[1]}, {}});
    pieces.append({{}, {}, {}, {}, {whole.priors[1]}});

    EXPECT_EQ(searchSha256(atOnce), searchSha256(whole));
    EXPECT_EQ(searchSha256(pieces), searchSha256(whole));
    ASSERT_EQ(pieces.nodes.size(), 2u);
    EXPECT_EQ(pieces.nodes[0].size(), 3u);
    EXPECT_EQ(pieces.nodes[1][1].finish, Finish::Depth);
    EXPECT_EQ(pieces.priors[1].values, (std::vector<double>{1, 0}));
    EXPECT_EQ(pieces.trees[0].batch[1].test, 17);
}

TEST(SearchHistory, EachValueCountsForTheHash)
{
    const std::string before = searchSha256(madeUp());
    const std::vector<std::function<void(SearchHistory &)>> changes = {
        [](SearchHistory &h) { h.trees[0].batch[0].seed = 9; },
        [](SearchHistory &h) { h.trees[0].batch[1].test = 18; },
        [](SearchHistory &h) { h.trees.pop_back(); },
        [](SearchHistory &h) { h.nodes[0][1].parent = 1; },
        [](SearchHistory &h) { h.nodes[0][1].action = 0; },
        [](SearchHistory &h) { h.nodes[0][1].actions = 4; },
        [](SearchHistory &h) { h.nodes[0][2].finish = Finish::Depth; },
        [](SearchHistory &h) { std::swap(h.nodes[0], h.nodes[1]); },
        [](SearchHistory &h) { h.iterations[0].tree = 1; },
        [](SearchHistory &h) { h.iterations[0].batch = 1; },
        [](SearchHistory &h) { h.iterations[0].root = 1; },
        [](SearchHistory &h) { h.iterations[0].selected = 1; },
        [](SearchHistory &h) { h.iterations[0].firstMade = 2; },
        [](SearchHistory &h) { h.iterations[0].made = 1; },
        [](SearchHistory &h) { h.iterations[0].last = 1; },
        [](SearchHistory &h) { h.iterations[1].reward = 0.51; },
        [](SearchHistory &h) { h.iterations[1].rewarded = false; },
        [](SearchHistory &h) { h.moves[0].kind = SearchMove::Kind::Root; },
        [](SearchHistory &h) { h.moves[0].tree = 1; },
        [](SearchHistory &h) { h.moves[0].behind = 2; },
        [](SearchHistory &h) { h.moves[0].node = 1; },
        [](SearchHistory &h) { h.moves[1].gain = 0; },
        [](SearchHistory &h) { h.moves[0].reason = "levels"; },
    };
    for (std::size_t i = 0; i < changes.size(); ++i) {
        SearchHistory changed = madeUp();
        changes[i](changed);
        EXPECT_NE(searchSha256(changed), before) << i;
    }
}

TEST(SearchHistory, HashDoesNotKnowEmptyLists)
{
    SearchHistory history = madeUp();
    const std::string before = searchSha256(history);
    history.nodes.emplace_back();
    EXPECT_EQ(searchSha256(history), before);
}

// sha256 of four counts of 0, eight bytes each: head -c 32 /dev/zero | sha256sum
TEST(SearchHistory, HashOfNothing)
{
    EXPECT_EQ(searchSha256({}), "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925");
}

} // namespace
} // namespace mutascope
