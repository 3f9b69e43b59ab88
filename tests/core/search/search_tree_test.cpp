// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/search_tree.h"
#include "tests/core/base/expect_error.h"
#include <cmath>
#include <gtest/gtest.h>
#include <limits>

namespace mutascope {
namespace {

constexpr double near = 1e-6; // hand-computed numbers have six digits

SearchDescription how(const char *policy)
{
    SearchDescription description;
    description.policy = policy;
    description.exploration = std::sqrt(2.0);
    return description;
}

// A root of three actions; action 0 visited twice (rewards 3 and 1), action 2 once (reward 4).
struct Three {
    SearchTree tree{3};
    std::int32_t first = tree.add({0, 0, 5, Finish::Open});
    std::int32_t third = tree.add({0, 2, 5, Finish::Open});
    Three()
    {
        tree.backpropagate(first, 3, true);
        tree.backpropagate(first, 1, true);
        tree.backpropagate(third, 4, true);
    }
};

TEST(SearchTree, BackpropagationReachesTheRoot)
{
    const Three three;
    EXPECT_EQ(three.tree.stats(0), (NodeStats{3, 0, 8, 4}));
    EXPECT_EQ(three.tree.stats(three.first), (NodeStats{2, 0, 4, 3}));
    EXPECT_EQ(three.tree.stats(three.third), (NodeStats{1, 0, 4, 4}));
    EXPECT_DOUBLE_EQ(three.tree.stats(three.first).mean(), 2);
    EXPECT_DOUBLE_EQ(three.tree.stats(three.third).cautiousMean(), 2);
}

TEST(SearchTree, WithoutRewardNothingIsBackpropagated)
{
    Three three;
    three.tree.backpropagate(three.first, 0, false);
    EXPECT_EQ(three.tree.stats(0).visits, 3);
    EXPECT_EQ(three.tree.stats(three.first).visits, 2);
}

// Visits count from 1: N = 4, n = 3, 1, 2; means 4/3, 0, 4/2; the largest is 2.
// explore = sqrt(2) sqrt(ln 4 / n): sqrt(2 * 1.386294 / 3) = 0.961351, sqrt(2.772589) = 1.665109, 1.177410
TEST(SearchTree, PotentialsAreDeepSmartFuzzers)
{
    const Three three;
    const auto terms = three.tree.terms(0, how("sampled"));
    ASSERT_EQ(terms.size(), 3u);
    EXPECT_EQ(terms[0].node, three.first);
    EXPECT_EQ(terms[1].node, -1);
    EXPECT_NEAR(terms[0].exploit, 66.666667, near); // 100 (4/3) / 2
    EXPECT_NEAR(terms[1].exploit, 0, near);
    EXPECT_NEAR(terms[2].exploit, 100, near);
    EXPECT_NEAR(terms[0].explore, 0.961351, near);
    EXPECT_NEAR(terms[1].explore, 1.665109, near);
    EXPECT_NEAR(terms[2].explore, 1.177410, near);
    EXPECT_NEAR(terms[0].probability, 67.628018 / 170.470537, near); // the sum of all six
    EXPECT_NEAR(terms[1].probability, 1.665109 / 170.470537, near);
    EXPECT_NEAR(terms[2].probability, 101.177410 / 170.470537, near);
}

TEST(SearchTree, UctTakesTheLargestSum)
{
    const Three three;
    const auto terms = three.tree.terms(0, how("uct"));
    EXPECT_NEAR(terms[0].exploit + terms[0].explore, 0.666667 + 0.961351, near);
    EXPECT_NEAR(terms[1].exploit + terms[1].explore, 1.665109, near);
    EXPECT_NEAR(terms[2].exploit + terms[2].explore, 2.177410, near);
    EXPECT_EQ(terms[0].probability + terms[1].probability, 0);
    EXPECT_EQ(terms[2].probability, 1);
}

TEST(SearchTree, OfEqualChildrenUctTakesTheLowestAction)
{
    const SearchTree tree(4);
    EXPECT_EQ(tree.terms(0, how("uct"))[0].probability, 1);
    EXPECT_EQ(tree.terms(0, how("sampled"))[3].probability, 0.25); // N = 1, ln 1 = 0: all are 0
}

TEST(SearchTree, FinishedChildrenAreNotPickedAndSetNoScale)
{
    Three three;
    three.tree.setFinish(three.third, Finish::Depth);
    const auto terms = three.tree.terms(0, how("sampled"));
    EXPECT_TRUE(terms[2].finished);
    EXPECT_EQ(terms[2].probability, 0);
    EXPECT_NEAR(terms[0].exploit, 100, near); // now the best of those that can be picked
    EXPECT_NEAR(terms[0].probability, 100.961351 / 102.626460, near);
    EXPECT_EQ(three.tree.terms(0, how("uct"))[0].probability, 1); // 1 + 0.961351 against 1.665109
}

// The virtual loss of two pending selections below action 2: N = 4 + 2 and n = 2 + 2 visits, mean 4/4.
TEST(SearchTree, PendingSelectionsWeighDown)
{
    Three three;
    const std::int32_t below = three.tree.add({three.third, 1, 2, Finish::Open});
    const std::int32_t other = three.tree.add({three.third, 2, 2, Finish::Open});
    three.tree.addPending(below);
    three.tree.addPending(other);
    SearchDescription description = how("uct");
    description.virtualLoss = 1;
    auto terms = three.tree.terms(0, description);
    EXPECT_NEAR(terms[2].exploit, 0.75, near); // (4/4) / (4/3)
    EXPECT_NEAR(terms[2].explore, 0.946509, near); // sqrt(2 ln 6 / 4) = sqrt(0.895880)
    EXPECT_NEAR(terms[0].exploit, 1, near);
    description.virtualLoss = 0;
    terms = three.tree.terms(0, description);
    EXPECT_NEAR(terms[2].exploit, 1, near);
    three.tree.removePending(below);
    three.tree.removePending(other);
    EXPECT_EQ(three.tree.stats(0).pending, 0);
    EXPECT_FALSE(three.tree.closed(below));
}

TEST(SearchTree, FirstPlayCountsUntriedChildren)
{
    const Three three;
    SearchDescription description = how("sampled");
    description.firstPlay = 0.5;
    const auto terms = three.tree.terms(0, description);
    EXPECT_NEAR(terms[1].exploit, 50, near);
    EXPECT_NEAR(terms[2].exploit, 100, near);
}

TEST(SearchTree, PriorsShareTheProbability)
{
    const Three three;
    SearchDescription description = how("sampled");
    description.priorWeight = 0.25;
    auto terms = three.tree.terms(0, description, {0, 0.8, 0.2});
    EXPECT_NEAR(terms[0].probability, 0.75 * 67.628018 / 170.470537, near);
    EXPECT_NEAR(terms[1].probability, 0.75 * 1.665109 / 170.470537 + 0.2, near);
    EXPECT_NEAR(terms[2].prior, 0.05, near);
    terms = three.tree.terms(0, description); // none known
    EXPECT_NEAR(terms[2].probability, 101.177410 / 170.470537, near);
}

// PUCT: weight * P * sqrt(N) / n with N = 4: 0.5 * 0.8 * 2 / 1 = 0.8 and 0.5 * 0.2 * 2 / 2 = 0.1
TEST(SearchTree, PriorsAreAddedByUct)
{
    const Three three;
    SearchDescription description = how("uct");
    description.priorWeight = 0.5;
    const auto terms = three.tree.terms(0, description, {0, 0.8, 0.2});
    EXPECT_NEAR(terms[1].prior, 0.8, near);
    EXPECT_NEAR(terms[2].prior, 0.1, near);
    EXPECT_EQ(terms[1].probability, 1); // 1.665109 + 0.8 against 2.177410 + 0.1
}

TEST(SearchTree, WideningHoldsNewChildrenBack)
{
    Three three;
    SearchDescription description = how("sampled");
    description.widening = 1; // N = 4: two may be open
    auto terms = three.tree.terms(0, description);
    EXPECT_TRUE(terms[1].held);
    EXPECT_EQ(terms[1].probability, 0);
    EXPECT_NEAR(terms[0].probability + terms[2].probability, 1, near);
    description.widening = 1.01; // ceil(2.02) = 3
    EXPECT_FALSE(three.tree.terms(0, description)[1].held);
    description.widening = 1;
    three.tree.setFinish(three.third, Finish::Depth); // one of the two is no longer open
    EXPECT_FALSE(three.tree.terms(0, description)[1].held);
}

// Iterations through [0, 1], [1, 0] and [1, 1] with rewards 6, 2, 4; both levels mean the same.
TEST(SearchTree, RaveMixesInWhatTheActionBroughtFurtherDown)
{
    SearchTree tree(3);
    tree.trackAmaf(1);
    const std::int32_t a = tree.add({0, 0, 3, Finish::Open});
    const std::int32_t b = tree.add({0, 1, 3, Finish::Open});
    tree.backpropagate(tree.add({a, 1, 0, Finish::Open}), 6, true);
    tree.backpropagate(tree.add({b, 0, 0, Finish::Open}), 2, true);
    tree.backpropagate(tree.add({b, 1, 0, Finish::Open}), 4, true);
    // [1, 1] takes action 1 twice and counts once.
    EXPECT_EQ(tree.amaf(0), (std::vector<AmafStats>{{0, 2, 8}, {1, 3, 12}}));
    EXPECT_EQ(tree.amaf(b), (std::vector<AmafStats>{{0, 1, 2}, {1, 1, 4}}));
    SearchDescription description = how("uct");
    description.rave = 3;
    const auto terms = tree.terms(0, description);
    // a: n = 2, share sqrt(3 / (3 + 3)) = 0.707107; 0.292893 * 6/2 + 0.707107 * 8/3 = 2.764298
    // b: n = 3, share sqrt(3 / (6 + 3)) = 0.577350; 0.422650 * 6/3 + 0.577350 * 12/4 = 2.577350
    EXPECT_NEAR(terms[0].exploit, 1, near);
    EXPECT_NEAR(terms[1].exploit, 2.577350 / 2.764298, near);
    EXPECT_EQ(terms[2].exploit, 0);
}

TEST(SearchTree, RaveTellsLevelsApart)
{
    SearchTree tree(2);
    tree.trackAmaf(2);
    std::int32_t node = tree.add({0, 0, 2, Finish::Open});
    node = tree.add({node, 1, 2, Finish::Open});
    node = tree.add({node, 1, 2, Finish::Open});
    tree.backpropagate(node, 1, true);
    EXPECT_EQ(tree.amaf(0), (std::vector<AmafStats>{{0, 1, 1}, {1, 1, 1}})); // levels 0 and 2
    EXPECT_EQ(tree.amaf(1), (std::vector<AmafStats>{{1, 1, 1}})); // level 1 alone
}

TEST(SearchTree, RaveLeavesOutActionsThatANodeDoesNotHave)
{
    SearchTree tree(2);
    tree.trackAmaf(1);
    const std::int32_t node = tree.add({0, 1, 9, Finish::Open});
    tree.backpropagate(tree.add({node, 8, 0, Finish::Open}), 1, true);
    EXPECT_EQ(tree.amaf(0), (std::vector<AmafStats>{{1, 1, 1}}));
    EXPECT_EQ(tree.amaf(node), (std::vector<AmafStats>{{8, 1, 1}}));
}

TEST(SearchTree, ExhaustionClimbsAndIsUndone)
{
    SearchTree tree(2);
    const std::int32_t a = tree.add({0, 0, 1, Finish::Open});
    const std::int32_t b = tree.add({0, 1, 3, Finish::Open});
    const std::int32_t below = tree.add({a, 0, 2, Finish::Open});
    EXPECT_FALSE(tree.exhausted(a));
    tree.setFinish(below, Finish::Constraint);
    EXPECT_TRUE(tree.exhausted(a));
    EXPECT_FALSE(tree.exhausted(0));
    tree.setFinish(b, Finish::Depth);
    EXPECT_TRUE(tree.exhausted(0));
    tree.setFinish(below, Finish::Open);
    EXPECT_FALSE(tree.exhausted(0));
    tree.setFinish(below, Finish::Constraint);
    tree.removeLast();
    EXPECT_FALSE(tree.exhausted(a));
    EXPECT_FALSE(tree.exhausted(0));
    EXPECT_TRUE(tree.exhausted(tree.add({a, 0, 0, Finish::Open}))); // no action at all
    EXPECT_TRUE(tree.exhausted(0));
}

TEST(SearchTree, LeafOnItsWayIsClosedButNotExhausted)
{
    SearchTree tree(1);
    const std::int32_t leaf = tree.add({0, 0, 2, Finish::Open});
    tree.addPending(leaf);
    EXPECT_TRUE(tree.closed(leaf));
    EXPECT_TRUE(tree.closed(0));
    EXPECT_FALSE(tree.exhausted(0));
    EXPECT_TRUE(tree.terms(0, how("uct"))[0].finished);
    tree.removePending(leaf);
    EXPECT_FALSE(tree.closed(0));
}

TEST(SearchTree, ChildrenAreFoundByAction)
{
    SearchTree tree(1000);
    const std::int32_t late = tree.add({0, 999, 0, Finish::Open});
    const std::int32_t early = tree.add({0, 3, 7, Finish::Open});
    const std::int32_t below = tree.add({early, 6, 0, Finish::Open});
    EXPECT_EQ(tree.child(0, 999), late);
    EXPECT_EQ(tree.child(0, 3), early);
    EXPECT_EQ(tree.child(0, 4), -1);
    EXPECT_EQ(tree.children(0), (std::vector<std::int32_t>{early, late}));
    EXPECT_EQ(tree.path(below), (SearchPath{3, 6}));
    EXPECT_EQ(tree.depth(below), 2);
    EXPECT_EQ(tree.path(0), SearchPath());
}

TEST(SearchTree, RefusesNodesThatCannotBe)
{
    SearchTree tree(2);
    tree.add({0, 1, 2, Finish::Open});
    const auto refused = [&tree](const SearchNode &node, const std::string &why) {
        expectError(ErrorCode::BadData, why, [&] { tree.add(node); });
        EXPECT_EQ(tree.size(), 2);
    };
    refused({2, 0, 2, Finish::Open}, "parent does not exist");
    refused({-1, 0, 2, Finish::Open}, "parent does not exist");
    refused({0, 2, 2, Finish::Open}, "no such action");
    refused({0, -1, 2, Finish::Open}, "no such action");
    refused({0, 1, 2, Finish::Open}, "same action");
    refused({0, 0, -1, Finish::Open}, "-1 actions");
    refused({0, 0, std::numeric_limits<std::int32_t>::max(), Finish::Open}, "actions");
    refused({0, 0, 1, Finish::Exhausted}, "unknown way");
    refused({0, 0, 1, Finish(77)}, "unknown way");
    expectError(ErrorCode::BadData, "actions", [] { SearchTree(-5); });
    expectError(ErrorCode::Internal, "root", [] { SearchTree(1).removeLast(); });
}

TEST(SearchTree, RefusesEndlessDepth)
{
    SearchTree tree(1);
    for (int depth = 0; depth < SearchTree::mostDepth; ++depth)
        tree.add({depth, 0, 1, Finish::Open});
    expectError(ErrorCode::BadData, "deeper", [&] { tree.add({SearchTree::mostDepth, 0, 1, Finish::Open}); });
}

} // namespace
} // namespace mutascope
