// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/base/rng.h"
#include "core/metrics/reduce.h"
#include <algorithm>
#include <gtest/gtest.h>
#include <set>

namespace mutascope {
namespace {

using Chosen = std::vector<std::size_t>;
using Lists = std::vector<std::vector<std::uint32_t>>;

TestItems itemsOf(const Lists &lists, std::size_t count)
{
    TestItems items(lists.size());
    items.add(lists, count);
    return items;
}

TEST(Reduce, GreedyWithTheFirstOfEqualTests)
{
    EXPECT_EQ(reducedTests(itemsOf({{0}, {0, 1, 2}, {1, 2, 0}, {3}, {}}, 4)), (Chosen{1, 3}));
}

// Test 0 is the largest and chosen first; 1 and 2, needed for 4 and 5, then hold all it has.
TEST(Reduce, DropsWhatBecameSuperfluous)
{
    EXPECT_EQ(reducedTests(itemsOf({{0, 1, 2, 3}, {0, 1, 4}, {2, 3, 5}}, 6)), (Chosen{1, 2}));
}

TEST(Reduce, KindsAreKeptApart)
{
    TestItems items(4);
    items.add({{0}, {0}, {0}, {}}, 1);
    items.add({7, -3, 7, std::nullopt}); // clusters
    EXPECT_EQ(items.items(), 3);
    EXPECT_EQ(reducedTests(items), (Chosen{0, 1}));
}

TEST(Reduce, NothingToKeep)
{
    EXPECT_TRUE(reducedTests(TestItems(3)).empty());
    EXPECT_TRUE(reducedTests(TestItems(0)).empty());
}

TEST(Reduce, RefusesForeignItems)
{
    TestItems items(1);
    EXPECT_THROW(items.add({{2}}, 2), Error);
    EXPECT_THROW(items.add(Lists{{0}, {0}}, 2), Error);
}

// Against plain greedy that measures every test each time, and: all items are there, no test is superfluous.
TEST(Reduce, RandomTests)
{
    Rng rng(5);
    Lists lists(300);
    std::set<std::uint32_t> all;
    for (auto &list : lists)
        for (std::uint32_t i = rng.below(12); i-- > 0;)
            all.insert(list.emplace_back(rng.below(200)));
    const Chosen chosen = reducedTests(itemsOf(lists, 200));
    const auto covered = [&](std::size_t without) {
        std::set<std::uint32_t> items;
        for (const std::size_t test : chosen)
            if (test != without)
                items.insert(lists[test].begin(), lists[test].end());
        return items;
    };
    EXPECT_EQ(covered(lists.size()), all);
    for (const std::size_t test : chosen)
        EXPECT_LT(covered(test).size(), all.size()) << test;
    std::set<std::uint32_t> seen;
    std::size_t plain = 0;
    for (; seen.size() < all.size(); ++plain) {
        const auto gain = [&](const auto &list) {
            std::set<std::uint32_t> fresh(list.begin(), list.end());
            std::erase_if(fresh, [&](std::uint32_t item) { return seen.count(item) != 0; });
            return fresh.size();
        };
        const auto best = std::ranges::max_element(lists, {}, gain);
        seen.insert(best->begin(), best->end());
    }
    EXPECT_LE(chosen.size(), plain);
    EXPECT_GT(chosen.size(), plain / 2);
}

} // namespace
} // namespace mutascope
