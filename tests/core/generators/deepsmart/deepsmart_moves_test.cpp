// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/generators/deepsmart/deepsmart_settings.h"
#include <gtest/gtest.h>

// Affine changes: the first of a path or none, once in a lineage.
namespace mutascope {
namespace {

const Settings moving = with(eager, {{"affine-share", "0.5"}, {"beta", "0.3"}});

bool isMove(const Candidate &candidate)
{
    return candidate.mutation.mutator != "regional";
}

int movesInLineage(const SearchRig &rig, const Candidate &candidate)
{
    const int moves = isMove(candidate);
    return candidate.parent == 0
        ? moves
        : moves + movesInLineage(rig, rig.bench.stored.at(candidate.parent).candidate);
}

SearchRig &run(SearchRig &rig)
{
    rig.bench.failing = never;
    rig.start();
    rig.steps(150);
    return rig;
}

TEST(DeepSmartMoves, ALineageIsMovedOnceAtMostAndGoesOnFromThere)
{
    SearchRig rig(moving);
    run(rig);
    int moves = 0, changedAfter = 0;
    for (const Candidate &candidate : rig.bench.judged) {
        ASSERT_EQ(applyMutation(rig.parentImage(candidate), candidate.mutation), candidate.image);
        ASSERT_LE(movesInLineage(rig, candidate), 1);
        moves += isMove(candidate);
        changedAfter += !isMove(candidate) && movesInLineage(rig, candidate) == 1;
    }
    EXPECT_GT(moves, 50);
    EXPECT_GT(changedAfter, 50);
}

TEST(DeepSmartMoves, AMoveIsTheFirstPairAndNothingIsBehindIt)
{
    SearchRig rig(moving);
    const SearchHistory &history = run(rig).bench.history;
    ASSERT_EQ(history.description.levels[1].size(), 69u);
    int moves = 0;
    for (const std::vector<SearchNode> &nodes : history.nodes)
        for (const SearchNode &node : nodes) {
            if (node.parent < 0)
                continue;
            const SearchNode &parent = nodes[std::size_t(node.parent)];
            if (node.action < 30 || parent.action != 9 || nodes[0].actions != 10)
                continue;
            ++moves;
            EXPECT_EQ(parent.parent, 0);
            EXPECT_EQ(node.actions, 0);
        }
    EXPECT_GT(moves, 10);
    // A cell, and the whole image further down, have the 30 of the paper.
    for (const std::vector<SearchNode> &nodes : history.nodes)
        for (const SearchNode &node : nodes)
            if (node.actions > 30) {
                EXPECT_EQ(node.action, 9);
                EXPECT_EQ(node.parent, 0);
            }
}

TEST(DeepSmartMoves, FromTheSeedAMovedTestIsNoSource)
{
    SearchRig rig(with(moving, {{"distance-from", "seed"}}));
    run(rig);
    int moves = 0;
    for (const Candidate &candidate : rig.bench.judged) {
        moves += isMove(candidate);
        if (candidate.parent != 0) {
            ASSERT_FALSE(isMove(rig.bench.stored.at(candidate.parent).candidate));
        }
    }
    EXPECT_GT(moves, 50);
}

TEST(DeepSmartMoves, AreNotAmongThePublishedChanges)
{
    for (const Settings &settings : {published, eager, with(moving, {{"whole-image", "false"}})}) {
        SearchRig rig(settings);
        run(rig);
        EXPECT_EQ(rig.bench.history.description.levels[1].size(), 30u);
        EXPECT_GT(rig.bench.judged.size(), 100u);
        for (const Candidate &candidate : rig.bench.judged)
            ASSERT_FALSE(isMove(candidate));
    }
}

} // namespace
} // namespace mutascope
