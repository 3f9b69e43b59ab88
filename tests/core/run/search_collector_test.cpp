// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/run/search_collector.h"
#include "core/run/search_difference.h"
#include "tests/core/store/search_fixture.h"
#include <functional>

namespace mutascope {
namespace {

using namespace sessiontest;

TEST(SearchCollector, JoinsWhatAStepReportsInPieces)
{
    const auto chunks = someChunks(5, 20);
    SearchCollector collector;
    EXPECT_FALSE(collector.take());
    collector.describe(someDescription());
    SearchHistory got;
    for (std::size_t i = 0; i < chunks.size(); ++i) {
        collector.add(SearchChunk(chunks[i]));
        if (i == 1 || i + 1 == chunks.size()) { // two pieces, then three
            const auto event = collector.take();
            ASSERT_TRUE(event);
            EXPECT_EQ(event->description.has_value(), i == 1);
            if (event->description)
                got.description = *event->description;
            got.append(*event->chunk);
        }
    }
    EXPECT_FALSE(collector.take());
    expectSame(got, joined(chunks));
}

TEST(SearchCollector, GoesOnBehindWhatIsStored)
{
    const auto chunks = someChunks(4, 20);
    SearchChunk before;
    before.append(chunks[0]);
    before.append(chunks[1]);
    SearchCollector collector;
    collector.continueFrom(before);
    collector.describe(someDescription());
    EXPECT_THROW(collector.add(SearchChunk(chunks[3])), Error); // numbers of a longer run
    SearchCollector again;
    again.continueFrom(before);
    again.describe(someDescription());
    again.add(SearchChunk(chunks[2]));
    again.add(SearchChunk(chunks[3]));
    SearchHistory got;
    got.description = someDescription();
    got.append(before);
    got.append(*again.take()->chunk);
    expectSame(got, joined(chunks));
}

TEST(SearchCollector, RefusesAGeneratorThatCountsFromItsOwnTree)
{
    const auto chunks = someChunks(4, 20);
    SearchCollector collector;
    EXPECT_THROW(collector.add(SearchChunk(chunks[0])), Error); // not described
    collector.describe(someDescription());
    for (int i = 0; i < 3; ++i)
        collector.add(SearchChunk(chunks[std::size_t(i)]));
    SearchChunk next = chunks[3];
    for (SearchMove &move : next.moves)
        move.behind -= 60; // of the tree, not of the run
    try {
        collector.add(std::move(next));
        FAIL();
    } catch (const Error &error) {
        EXPECT_EQ(error.code(), ErrorCode::Internal);
        EXPECT_NE(std::string(error.what()).find("behind iteration 20"), std::string::npos) << error.what();
    }
}

TEST(SearchDifference, NamesTheFirst)
{
    const SearchHistory stored = joined(someChunks(4, 20));
    EXPECT_EQ(firstDifference(stored, stored), "");
    const std::vector<std::pair<std::string, std::function<void(SearchHistory &)>>> changes = {
        {"the search is described differently", [](SearchHistory &h) { h.description.rave = 7; }},
        {"iteration 33: selected node 999, was", [](SearchHistory &h) { h.iterations[33].selected = 999; }},
        {"iteration 33: reward 7.5, was 0.", [](SearchHistory &h) { h.iterations[33].reward = 7.5; }},
        {"iteration 79: was not made again", [](SearchHistory &h) { h.iterations.pop_back(); }},
        {"iteration 80: is not in the session", [](SearchHistory &h) { h.iterations.push_back({}); }},
        {"tree 1: node 4: action 29, was", [](SearchHistory &h) { h.nodes[1][4].action = 29; }},
        {"tree 0: image 63: test -1, was", [](SearchHistory &h) { h.trees[0].batch[63].test = -1; }},
        {"tree 1: was not made again", [](SearchHistory &h) { h.trees.pop_back(); }},
        {"move 2: gain -1, was 0.", [](SearchHistory &h) { h.moves[2].gain = -1; }},
        {"move 6: reason 'depth', was 'no-reward'", [](SearchHistory &h) { h.moves[6].reason = "depth"; }},
        {"priors 3: prior 2, was 0.", [](SearchHistory &h) { h.priors[3].values[29] = 2; }}};
    for (const auto &[text, change] : changes) {
        SearchHistory again = stored;
        change(again);
        EXPECT_EQ(firstDifference(stored, again).find(text), 0U)
            << text << ": " << firstDifference(stored, again);
    }
}

} // namespace
} // namespace mutascope
