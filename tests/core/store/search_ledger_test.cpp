// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/search_ledger.h"
#include "tests/core/store/search_fixture.h"
#include <functional>
#include <limits>

namespace mutascope {
namespace {

using namespace sessiontest;

// One tree: root 0, its children 1 and 2, 3 below 1. Then a move to 1 and the end.
SearchChunk smallSearch()
{
    SearchChunk chunk;
    chunk.trees.push_back({{{0, 0}}});
    chunk.nodes = {{{-1, -1, 2, Finish::Open},
                    {0, 0, 3, Finish::Open},
                    {0, 1, 3, Finish::Constraint},
                    {1, 2, 0, Finish::Depth}}};
    chunk.iterations = {
        {0, 0, 0, 0, 1, 1, 1, 0.5, true}, {0, 0, 0, 0, 2, 1, 2, 0, false}, {0, 1, 0, 1, 3, 1, 3, 0.25, true}};
    chunk.moves = {{SearchMove::Kind::Root, 0, 2, 1, 0, ""}, {SearchMove::Kind::End, 0, 3, 1, 0, "levels"}};
    chunk.priors = {{0, 1, {0.5, 0.5, 0}}};
    return chunk;
}

std::string faultOf(const SearchChunk &chunk)
{
    SearchLedger ledger;
    std::string fault = ledger.add(chunk);
    if (!fault.empty())
        return fault;
    SearchHistory history;
    history.append(chunk);
    return faultOfTrees(history);
}

TEST(SearchLedger, CountsWhatIsRight)
{
    SearchLedger ledger;
    EXPECT_EQ(ledger.add(smallSearch()), "");
    EXPECT_EQ(ledger.counts(), (SearchCounts{1, 4, 3, 2}));
    EXPECT_EQ(faultOf(smallSearch()), "");
    SearchChunk more; // the same tree grows in the next chunk
    more.nodes = {{{1, 0, 1, Finish::Open}}};
    more.iterations = {{0, 2, 1, 1, 4, 1, 4, 0, true}, {0, 3, 1, 4, 0, 0, 4, 0, true}};
    more.moves = {{SearchMove::Kind::Commit, 0, 5, 4, 0.5, ""}};
    EXPECT_EQ(ledger.add(more), "");
    EXPECT_EQ(ledger.counts(), (SearchCounts{1, 5, 5, 3}));
}

TEST(SearchLedger, RefusesWhatDoesNotFit)
{
    const std::vector<std::pair<std::string, std::function<void(SearchChunk &)>>> wrong
        = {{"seed -1", [](SearchChunk &c) { c.trees[0].batch[0].seed = -1; }},
           {"test -1", [](SearchChunk &c) { c.trees[0].batch[0].test = -1; }},
           {"has no root", [](SearchChunk &c) { c.trees.push_back({}); }},
           {"nodes of tree 1, there are 1",
            [](SearchChunk &c) {
                c.nodes.push_back({{-1, -1, 1, Finish::Open}});
            }},
           {"node 0 is a child of 0", [](SearchChunk &c) { c.nodes[0][0].parent = 0; }},
           {"node 3 is a child of 3", [](SearchChunk &c) { c.nodes[0][3].parent = 3; }},
           {"node 2 is a child of -1", [](SearchChunk &c) { c.nodes[0][2].parent = -1; }},
           {"behind action -1", [](SearchChunk &c) { c.nodes[0][3].action = -1; }},
           {"behind action 3 of 3", [](SearchChunk &c) { c.nodes[0][3].action = 3; }},
           {"has a child twice", [](SearchChunk &c) { c.nodes[0][2].action = 0; }},
           {"has -1 actions", [](SearchChunk &c) { c.nodes[0][1].actions = -1; }},
           {"has 2000000000 actions", [](SearchChunk &c) { c.nodes[0][1].actions = 2'000'000'000; }},
           {"exhausted from the start", [](SearchChunk &c) { c.nodes[0][1].finish = Finish::Exhausted; }},
           {"is of tree 1", [](SearchChunk &c) { c.iterations[1].tree = 1; }},
           {"is of tree -1", [](SearchChunk &c) { c.iterations[1].tree = -1; }},
           {"made 1 nodes from 1 on", [](SearchChunk &c) { c.iterations[1].firstMade = 1; }},
           {"made 2 nodes", [](SearchChunk &c) { c.iterations[2].made = 2; }},
           {"made -1 nodes", [](SearchChunk &c) { c.iterations[2].made = -1; }},
           {"iteration 1 names a node", [](SearchChunk &c) { c.iterations[1].selected = 2; }}, // made by it
           {"iteration 0 names a node", [](SearchChunk &c) { c.iterations[0].root = 1; }},
           {"iteration 1 names a node", [](SearchChunk &c) { c.iterations[1].last = 3; }}, // made later
           {"iteration 1 names a node", [](SearchChunk &c) { c.iterations[1].last = -1; }},
           {"has no reward",
            [](SearchChunk &c) { c.iterations[0].reward = std::numeric_limits<double>::quiet_NaN(); }},
           {"behind iteration 4", [](SearchChunk &c) { c.moves[1].behind = 4; }},
           {"after one behind 2", [](SearchChunk &c) { c.moves[1].behind = 1; }},
           {"which is not there", [](SearchChunk &c) { c.moves[0].node = 4; }},
           {"which is not there", [](SearchChunk &c) { c.moves[0].tree = 1; }},
           {"has no gain", [](SearchChunk &c) { c.moves[0].gain = std::numeric_limits<double>::infinity(); }},
           {"which is not there", [](SearchChunk &c) { c.priors[0].node = 4; }},
           {"that are none", [](SearchChunk &c) { c.priors[0].values[1] = -0.5; }},
           {"3 actions and 2 priors", [](SearchChunk &c) { c.priors[0].values.pop_back(); }}};
    for (const auto &[text, change] : wrong) {
        SearchChunk chunk = smallSearch();
        change(chunk);
        EXPECT_NE(faultOf(chunk).find(text), std::string::npos) << text << ": " << faultOf(chunk);
    }
}

} // namespace
} // namespace mutascope
