// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "tests/core/generators/deepsmart/deepsmart_settings.h"
#include "tests/support/same_candidates.h"
#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace mutascope {
namespace {

FakeBench::Feature hashOf(const Candidate &candidate)
{
    FakeBench::Feature hash = 1469598103934665603u;
    for (const std::uint8_t pixel : candidate.image.pixels)
        hash = (hash ^ pixel) * 1099511628211u;
    return hash;
}

// The coverage of the fake bench, written down once more: mean of each sixteenth of the pixels, in 32
// sections.
Features featuresOf(const Image &image)
{
    Features found;
    const std::size_t size = image.pixels.size() / 16;
    for (std::size_t neuron = 0; neuron < 16; ++neuron) {
        double sum = 0;
        for (std::size_t i = 0; i < size; ++i)
            sum += image.pixels[neuron * size + i];
        found.insert(neuron * 32 + std::min<std::size_t>(31, std::size_t(float(sum / double(size)) / 8)));
    }
    return found;
}

std::size_t newIn(const Features &covered, std::vector<Candidate>::const_iterator begin,
                  std::vector<Candidate>::const_iterator end)
{
    Features added;
    for (; begin != end; ++begin)
        for (const auto feature : featuresOf(begin->image))
            if (covered.count(feature) == 0)
                added.insert(feature);
    return added.size();
}

TEST(DeepSmart, RewardIsTheCoverageTheBatchWouldAdd)
{
    SearchRig rig(published);
    rig.bench.failing = never;
    rig.start();
    std::size_t judged = 0, iterations = 0, positive = 0;
    for (int i = 0; i < 60; ++i) {
        const Features covered = rig.bench.covered; // a tree's end changes it, in a step without a forward
        const std::size_t batches = rig.bench.batches.size();
        rig.step();
        ASSERT_LE(rig.bench.batches.size(), batches + 1);
        const SearchHistory &history = rig.bench.history;
        if (rig.bench.batches.size() > batches) {
            const std::size_t added
                = newIn(covered, rig.bench.judged.begin() + std::ptrdiff_t(judged), rig.bench.judged.end());
            ASSERT_GT(history.iterations.size(), iterations);
            EXPECT_TRUE(history.iterations.back().rewarded);
            EXPECT_DOUBLE_EQ(history.iterations.back().reward, double(added) / rig.bench.featureTotal);
            positive += added > 0;
        }
        judged = rig.bench.judged.size();
        iterations = history.iterations.size();
    }
    EXPECT_GT(positive, 20u);
}

TEST(DeepSmart, ForEachCallARewardIsWhatABatchOfChangedImagesWouldBring)
{
    SearchRig whole(with(published, {{"iterations", "1"}})),
        each(with(published, {{"iterations", "1"}, {"reward-per", "call"}}));
    for (SearchRig *rig : {&whole, &each}) {
        rig->bench.failing = never;
        rig->bench.features = [](const Candidate &candidate) { return Features{hashOf(candidate) % 5000}; };
        for (std::size_t seed = 0; seed < rig->seeds.size(); seed += 2) // contrast and blur leave these alone
            std::fill(rig->seeds[seed].image.pixels.begin(), rig->seeds[seed].image.pixels.end(),
                      std::uint8_t(0));
        rig->start();
        rig->step();
    }
    expectSame(whole.bench.judged, each.bench.judged);
    ASSERT_LT(each.bench.judged.size(), 6u);
    ASSERT_GT(whole.bench.history.iterations.back().reward, 0);
    EXPECT_DOUBLE_EQ(each.bench.history.iterations.back().reward,
                     whole.bench.history.iterations.back().reward * 6 / double(each.bench.judged.size()));
}

// Of the images along its path, without its own.
bool hasFailingAncestor(const SearchRig &rig, const Candidate &candidate)
{
    const std::size_t steps = (candidate.mutation.values.size() - 1) / 2;
    Candidate before = candidate;
    for (std::size_t step = steps; step > 1; --step) {
        before.mutation.values.erase("region" + std::to_string(step));
        before.mutation.values.erase("op" + std::to_string(step));
        before.image = applyMutation(rig.parentImage(candidate), before.mutation);
        if (rig.bench.failing(before))
            return true;
    }
    return false;
}

TEST(DeepSmart, AnImageThatFailedIsNotChangedFurtherUnlessAsked)
{
    for (const char *skip : {"true", "false"}) {
        SearchRig rig(with(published, {{"skip-failed", skip}}));
        rig.bench.failing = [](const Candidate &candidate) { return hashOf(candidate) % 3 == 0; };
        rig.start();
        rig.steps(150);
        const auto late
            = std::count_if(rig.bench.judged.begin(), rig.bench.judged.end(),
                            [&](const Candidate &candidate) { return hasFailingAncestor(rig, candidate); });
        EXPECT_EQ(late > 0, std::string(skip) == "false");
    }
}

TEST(DeepSmart, TheBestBatchIsAddedAtTheEndOfItsTreeWithoutAnotherForward)
{
    SearchRig rig(published);
    rig.bench.failing = never;
    rig.start();
    int ends = 0;
    for (int i = 0; i < 200 && ends < 2; ++i) {
        const std::size_t batches = rig.bench.batches.size(), commits = rig.bench.commits.size();
        rig.step();
        if (rig.bench.commits.size() == commits)
            continue;
        ++ends;
        EXPECT_EQ(rig.bench.batches.size(), batches);
        const SearchHistory &history = rig.bench.history;
        ASSERT_GE(history.moves.size(), 2u);
        EXPECT_EQ(history.moves.back().kind, SearchMove::Kind::End);
        const SearchMove &commit = history.moves[history.moves.size() - 2];
        ASSERT_EQ(commit.kind, SearchMove::Kind::Commit);
        double best = 0;
        std::int32_t node = -1;
        for (const SearchIteration &iteration : history.iterations)
            if (iteration.tree == commit.tree && iteration.reward > best) {
                best = iteration.reward;
                node = iteration.last;
            }
        EXPECT_EQ(commit.node, node);
        EXPECT_NEAR(commit.gain, best, 1e-12);
        EXPECT_EQ(commit.behind, std::int64_t(history.iterations.size()));
    }
    EXPECT_EQ(ends, 2);
}

TEST(DeepSmart, EveryBatchThatAddsCoverageIsAddedAtOnce)
{
    SearchRig rig(with(eager, {{"reward-per", "batch"}}));
    rig.start();
    rig.steps(30);
    double rewards = 0, commits = 0;
    for (const SearchIteration &iteration : rig.bench.history.iterations)
        rewards += iteration.reward;
    for (const SearchMove &move : rig.bench.history.moves)
        commits += move.kind == SearchMove::Kind::Commit ? move.gain : 0;
    EXPECT_GT(rewards, 0);
    EXPECT_NEAR(rewards, rig.bench.coverage(), 1e-9);
    EXPECT_NEAR(commits, rig.bench.coverage(), 1e-9);
}

TEST(DeepSmart, ALeafBatchSharesOneForward)
{
    SearchRig rig(with(eager, {{"batch-size", "5"}, {"leaf-batch", "3"}}));
    rig.start();
    for (int i = 0; i < 20; ++i) {
        const std::size_t before = rig.bench.batches.size();
        rig.step();
        EXPECT_LE(rig.bench.batches.size(), before + 1);
    }
    EXPECT_LE(*std::max_element(rig.bench.batches.begin(), rig.bench.batches.end()), 15u);
    EXPECT_GT(*std::max_element(rig.bench.batches.begin(), rig.bench.batches.end()), 5u);
}

// Section 3 of the paper, image by image.
bool allowed(const Image &reference, const Image &image, double alpha, double beta)
{
    int changed = 0, nonzero = 0, most = 0;
    for (std::size_t i = 0; i < image.pixels.size(); ++i) {
        const int was = reference.pixels[i], is = image.pixels[i];
        changed += was != is;
        nonzero += was != 0;
        most = std::max(most, std::abs(was - is));
    }
    return changed < alpha * nonzero || most <= beta * 255;
}

TEST(DeepSmart, EveryMutantReplaysFromAPassingParentWithinTheConstraint)
{
    for (const std::string from : {"root", "seed"}) {
        SearchRig rig(with(eager, {{"distance-from", from}, {"beta", "0.3"}}));
        rig.start();
        rig.steps(60);
        int deep = 0, paths = 0;
        for (const Candidate &candidate : rig.bench.judged) {
            const Image &parent = rig.parentImage(candidate);
            ASSERT_EQ(applyMutation(parent, candidate.mutation), candidate.image);
            const Image &seed = rig.seeds.at(std::size_t(candidate.seed)).image;
            ASSERT_TRUE(allowed(from == "seed" ? seed : parent, candidate.image, 0.1, 0.3));
            ASSERT_NE(candidate.image, parent);
            if (candidate.parent != 0) {
                ASSERT_FALSE(rig.bench.stored.at(candidate.parent).failing);
                ASSERT_TRUE(rig.bench.stored.at(candidate.parent).kept);
            }
            deep += candidate.parent != 0;
            paths += candidate.mutation.values.size() > 3;
        }
        EXPECT_GT(deep, 0);
        EXPECT_GT(paths, 0);
    }
}

TEST(DeepSmart, FailingImagesAreNeitherCountedNorKeptWhereOnlyPassingCount)
{
    for (const char *commit : {"all", "best"}) {
        SearchRig rig(with(published, {{"count", "passing"}, {"commit", commit}}));
        rig.bench.failing = [](const Candidate &candidate) { return hashOf(candidate) % 2 == 0; };
        rig.bench.features = [](const Candidate &candidate) {
            return hashOf(candidate) % 2 == 0 ? Features{1000} : Features{hashOf(candidate) % 100};
        };
        rig.start();
        rig.steps(300);
        EXPECT_GT(rig.bench.covered.size(), 5u);
        EXPECT_EQ(rig.bench.covered.count(1000), 0u);
        for (const TestId id : rig.bench.keptIds())
            EXPECT_FALSE(rig.bench.stored.at(id).failing);
    }
}

TEST(DeepSmart, FailingImagesCountAsPublishedButAreNoSeeds)
{
    SearchRig rig(with(eager, {{"count", "all"}}));
    rig.bench.failing = [](const Candidate &) { return true; };
    rig.start();
    const std::int64_t corpus = rig.generator->queueLength();
    rig.steps(10);
    EXPECT_GT(rig.bench.coverage(), 0);
    EXPECT_TRUE(rig.bench.keptIds().empty());
    EXPECT_EQ(rig.generator->queueLength(), corpus);
}

TEST(DeepSmart, FailuresAddToTheRewardOnceAnImageAndTree)
{
    const Settings settings
        = with(published, {{"reward", "coverage+failures"}, {"failure-weight", "2"}, {"batch-size", "6"}});
    SearchRig rig(settings);
    rig.bench.failing = [](const Candidate &candidate) { return hashOf(candidate) % 4 == 0; };
    rig.bench.features = [](const Candidate &) { return Features{}; };
    rig.start();
    std::map<std::int32_t, std::set<std::pair<int, TestId>>> failed; // tree -> images
    std::size_t judged = 0;
    double sum = 0;
    for (int i = 0; i < 60; ++i) {
        const std::size_t batches = rig.bench.batches.size();
        rig.step();
        if (rig.bench.batches.size() == batches)
            continue;
        const SearchIteration &iteration = rig.bench.history.iterations.back();
        std::size_t first = 0;
        for (; judged < rig.bench.judged.size(); ++judged)
            if (rig.bench.verdicts[judged])
                first += failed[iteration.tree]
                             .insert({rig.bench.judged[judged].seed, rig.bench.judged[judged].parent})
                             .second;
        EXPECT_DOUBLE_EQ(iteration.reward, 2 * double(first) / 6);
        sum += iteration.reward;
    }
    EXPECT_GT(sum, 0);
}

TEST(DeepSmart, ShapedRewardNeedsNeuronCoverage)
{
    SearchRig rig(with(published, {{"reward", "shaped"}}));
    rig.start(); // the fake bench's coverage is of sections
    try {
        rig.steps(5);
        FAIL();
    } catch (const Error &error) {
        EXPECT_EQ(error.code(), ErrorCode::Usage);
        EXPECT_NE(error.message().find("criterion nc"), std::string::npos);
    }
}

TEST(DeepSmart, WhatAPairLeavesAsItWasIsNotLookedAtAgain)
{
    SearchRig rig(published);
    for (Seed &seed : rig.seeds)
        std::fill(seed.image.pixels.begin(), seed.image.pixels.end(), std::uint8_t(0));
    rig.start();
    rig.steps(40);
    for (const Candidate &candidate : rig.bench.judged) // of black, contrast and blur make nothing
        EXPECT_NE(candidate.image, rig.parentImage(candidate));
}

TEST(DeepSmart, BatchesAreDrawnWithoutRepeats)
{
    SearchRig rig(with(eager, {{"batch-size", "8"}}));
    rig.start();
    rig.steps(60);
    ASSERT_GT(rig.bench.history.trees.size(), 2u);
    for (const SearchTreeInfo &tree : rig.bench.history.trees) {
        std::set<std::pair<std::int32_t, std::int64_t>> different;
        for (const SearchTreeInfo::Item &item : tree.batch)
            different.insert({item.seed, item.test});
        EXPECT_EQ(different.size(), 8u);
    }
}

TEST(DeepSmart, TheWholeImageIsARegionBesidesTheCells)
{
    SearchRig rig(with(eager, {{"grid", "2"}}));
    rig.start();
    rig.steps(40);
    ASSERT_EQ(rig.bench.history.description.levels[0].size(), 5u);
    EXPECT_EQ(rig.bench.history.description.levels[0][4], "whole image");
    std::set<double> regions;
    for (const Candidate &candidate : rig.bench.judged)
        regions.insert(candidate.mutation.values.at("region1"));
    EXPECT_EQ(regions, (std::set<double>{0, 1, 2, 3, 4}));
}

TEST(DeepSmart, SaysHowItSearches)
{
    SearchRig rig(published);
    rig.start();
    EXPECT_EQ(rig.bench.descriptions, 1);
    const SearchDescription &how = rig.bench.history.description;
    EXPECT_EQ(how.policy, "sampled");
    ASSERT_EQ(how.levels.size(), 2u);
    EXPECT_EQ(how.levels[0].size(), 9u);
    EXPECT_EQ(how.levels[1].size(), 30u);
    EXPECT_EQ(how.levels[0][5], "row 2, column 3");
    EXPECT_EQ(how.levels[1][12], "brightness +30");
    EXPECT_EQ(nlohmann::json::parse(how.grid).at("grid"), 3);
    SearchRig resumed(published);
    resumed.resume(rig);
    EXPECT_EQ(resumed.bench.descriptions, 1);
}

TEST(DeepSmart, TheHistoryOfAllTreesHoldsTogether)
{
    SearchRig rig(eager);
    rig.start();
    rig.steps(50);
    const SearchHistory &history = rig.bench.history;
    ASSERT_GT(history.trees.size(), 1u);
    ASSERT_EQ(history.nodes.size(), history.trees.size());
    std::int64_t behind = 0;
    for (const SearchMove &move : history.moves) {
        EXPECT_GE(move.behind, behind);
        EXPECT_LE(move.behind, std::int64_t(history.iterations.size()));
        behind = move.behind;
        EXPECT_LT(std::size_t(move.node), history.nodes[std::size_t(move.tree)].size());
        if (move.behind > 0) {
            EXPECT_EQ(history.iterations[std::size_t(move.behind - 1)].tree, move.tree);
        }
    }
    std::int32_t tree = 0;
    for (const SearchIteration &iteration : history.iterations) {
        EXPECT_TRUE(iteration.tree == tree || iteration.tree == tree + 1);
        tree = iteration.tree;
        EXPECT_LT(std::size_t(iteration.last), history.nodes[std::size_t(tree)].size());
    }
    for (const auto &nodes : history.nodes)
        for (std::size_t id = 1; id < nodes.size(); ++id)
            EXPECT_LT(nodes[id].parent, std::int32_t(id));
}

} // namespace
} // namespace mutascope
