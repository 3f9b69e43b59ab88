// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/generators/deephunter/seed_queue.h"
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace mutascope::deephunter {
namespace {

constexpr int draws = 20000;
constexpr double tolerance = 0.014; // four standard deviations of a share of 20,000 draws

QueueSettings settingsOf(Selection selection, int seedsPerStep = 1)
{
    QueueSettings settings;
    settings.selection = selection;
    settings.seedsPerStep = seedsPerStep;
    return settings;
}

// How often each seed is the first one chosen, from the same state every time.
std::vector<double> shares(const QueueSettings &settings, const std::vector<std::int64_t> &fuzzed)
{
    const std::vector<Lineage> corpus(fuzzed.size());
    std::vector<double> count(fuzzed.size());
    for (int draw = 0; draw < draws; ++draw) {
        SeedQueue queue(settings);
        queue.load({{"fuzzed", fuzzed}, {"cursor", 0}}, corpus.size());
        Rng rng(5, std::uint64_t(draw));
        count[queue.pick(corpus, rng).front().lineage] += 1.0 / draws;
    }
    return count;
}

std::vector<std::size_t> indices(const std::vector<Pick> &picks)
{
    std::vector<std::size_t> out;
    for (const Pick &pick : picks)
        out.push_back(pick.lineage);
    return out;
}

TEST(PickProbability, FollowsThePublishedRule)
{
    // gamma 5, least 0.3: 1 - f/5 while f < 3.5, else 0.3
    EXPECT_DOUBLE_EQ(pickProbability(0, 5, 0.3), 1.0);
    EXPECT_DOUBLE_EQ(pickProbability(1, 5, 0.3), 0.8);
    EXPECT_DOUBLE_EQ(pickProbability(3, 5, 0.3), 0.4);
    EXPECT_DOUBLE_EQ(pickProbability(4, 5, 0.3), 0.3);
    EXPECT_DOUBLE_EQ(pickProbability(1000000, 5, 0.3), 0.3);
    // gamma 5, least 0.01, as in DeepSmartFuzzer's comparison
    EXPECT_DOUBLE_EQ(pickProbability(4, 5, 0.01), 0.2);
    EXPECT_DOUBLE_EQ(pickProbability(5, 5, 0.01), 0.01);
}

TEST(SeedQueue, ProbabilitySweepsUntilASeedIsTaken)
{
    // Probabilities 0.4, 0.3, 0.3; a whole sweep takes none with 0.6 * 0.7 * 0.7 = 0.294.
    const std::vector<double> share = shares(settingsOf(Selection::Probability), {3, 4, 10});
    EXPECT_NEAR(share[0], 0.4 / 0.706, tolerance);
    EXPECT_NEAR(share[1], 0.6 * 0.3 / 0.706, tolerance);
    EXPECT_NEAR(share[2], 0.6 * 0.7 * 0.3 / 0.706, tolerance);
}

TEST(SeedQueue, FreshSeedsAreTakenInTurn)
{
    std::vector<Lineage> corpus(4);
    SeedQueue queue(settingsOf(Selection::Probability, 3));
    Rng rng(1);
    queue.start(corpus, rng);
    EXPECT_EQ(indices(queue.pick(corpus, rng)), (std::vector<std::size_t>{0, 1, 2}));
    EXPECT_EQ(queue.pick(corpus, rng).front().lineage, 3u);
}

TEST(SeedQueue, UniformTakesAnySeedEquallyOften)
{
    for (const double share : shares(settingsOf(Selection::Uniform), {0, 50, 3, 0}))
        EXPECT_NEAR(share, 0.25, tolerance);
}

TEST(SeedQueue, TensorFuzzPrefersTheFiveNewest)
{
    // Six tickets: one for each of the five newest, one for a seed drawn from all ten.
    const std::vector<double> share
        = shares(settingsOf(Selection::TensorFuzz), std::vector<std::int64_t>(10, 0));
    for (std::size_t i = 0; i < 5; ++i)
        EXPECT_NEAR(share[i], 1.0 / 60, tolerance / 2);
    for (std::size_t i = 5; i < 10; ++i)
        EXPECT_NEAR(share[i], 1.0 / 6 + 1.0 / 60, tolerance);
}

TEST(SeedQueue, TensorFuzzWithFewerThanFiveSeedsIsUniform)
{
    for (const double share : shares(settingsOf(Selection::TensorFuzz), {0, 0, 0}))
        EXPECT_NEAR(share, 1.0 / 3, tolerance);
}

TEST(SeedQueue, DeepTestTakesTheNewestAndDropsItWithoutGain)
{
    std::vector<Lineage> corpus(4);
    for (int i = 0; i < 4; ++i)
        corpus[std::size_t(i)].test = 10 + i;
    SeedQueue queue(settingsOf(Selection::DeepTest, 3));
    Rng rng(1);
    queue.start(corpus, rng);
    std::vector<Pick> picks = queue.pick(corpus, rng);
    ASSERT_EQ(indices(picks), (std::vector<std::size_t>{3, 2, 1}));
    picks[1].gained = true; // test 12
    std::vector<Lineage> children(1);
    children[0].test = 99;
    queue.settle(corpus, picks, std::move(children));
    std::vector<TestId> left;
    for (const Lineage &lineage : corpus)
        left.push_back(lineage.test);
    EXPECT_EQ(left, (std::vector<TestId>{10, 12, 99}));
    EXPECT_EQ(queue.timesFuzzed(), (std::vector<std::int64_t>{0, 1, 0}));
    EXPECT_EQ(queue.pick(corpus, rng).front().lineage, 2u);
}

TEST(SeedQueue, DeepTestPicksNoSeedTwice)
{
    std::vector<Lineage> corpus(2);
    SeedQueue queue(settingsOf(Selection::DeepTest, 8));
    Rng rng(1);
    queue.start(corpus, rng);
    const std::vector<Pick> picks = queue.pick(corpus, rng);
    EXPECT_EQ(picks.size(), 2u);
    queue.settle(corpus, picks, {});
    EXPECT_TRUE(corpus.empty());
    EXPECT_TRUE(queue.pick(corpus, rng).empty());
}

TEST(SeedQueue, OthersNeverDropASeed)
{
    for (const Selection selection : {Selection::Probability, Selection::Uniform, Selection::TensorFuzz}) {
        std::vector<Lineage> corpus(6);
        SeedQueue queue(settingsOf(selection, 4));
        Rng rng(1);
        queue.start(corpus, rng);
        for (int step = 0; step < 20; ++step)
            queue.settle(corpus, queue.pick(corpus, rng), {});
        EXPECT_EQ(corpus.size(), 6u);
    }
}

TEST(SeedQueue, CountsEachChoiceAndAsksForTheConfiguredMutants)
{
    std::vector<Lineage> corpus(2);
    QueueSettings settings = settingsOf(Selection::Probability, 2);
    settings.mutantsPerSeed = 7;
    SeedQueue queue(settings);
    Rng rng(1);
    queue.start(corpus, rng);
    for (const Pick &pick : queue.pick(corpus, rng))
        EXPECT_EQ(pick.mutants, 7);
    EXPECT_EQ(queue.timesFuzzed(), (std::vector<std::int64_t>{1, 1}));
}

TEST(SeedQueue, RefusesAStateOfAnotherQueue)
{
    SeedQueue queue({});
    EXPECT_THROW(queue.load({{"fuzzed", {1, 2}}, {"cursor", 0}}, 3), Error);
    EXPECT_THROW(queue.load({{"fuzzed", {1, 2}}, {"cursor", 2}}, 2), Error);
    EXPECT_THROW(queue.load({{"fuzzed", "many"}, {"cursor", 0}}, 2), Error);
    EXPECT_THROW(queue.load({{"cursor", 0}}, 0), Error);
}

} // namespace
} // namespace mutascope::deephunter
