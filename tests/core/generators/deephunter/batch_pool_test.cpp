// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/generators/deephunter/batch_pool.h"
#include <algorithm>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <numeric>
#include <set>

namespace mutascope::deephunter {
namespace {

Lineage lineageOf(std::vector<std::uint8_t> reference, std::vector<std::uint8_t> image)
{
    const ImageShape shape{1, int(reference.size()), 1};
    Lineage lineage;
    lineage.reference = std::make_shared<const Image>(Image{shape, std::move(reference)});
    lineage.image = std::make_shared<const Image>(Image{shape, std::move(image)});
    return lineage;
}

std::vector<Lineage> corpusOf(std::size_t size)
{
    std::vector<Lineage> corpus;
    for (std::size_t i = 0; i < size; ++i) {
        corpus.push_back(lineageOf({100, 100}, {100, 100}));
        corpus.back().seed = int(i);
    }
    return corpus;
}

TEST(RemainingChange, IsWhatBetaAllowsLessWhatIsUsed)
{
    // Three values are not zero: 3 * 0.2 * 255 = 153, less |25-20| + |0-30| = 35.
    EXPECT_DOUBLE_EQ(remainingChange(lineageOf({0, 10, 20, 30}, {0, 10, 25, 0}), 0.2), 118);
    EXPECT_DOUBLE_EQ(remainingChange(lineageOf({0, 0}, {0, 200}), 0.2), 0); // never negative
    // Differences are signed: 10 to 250 is 240, not 16.
    EXPECT_DOUBLE_EQ(
        remainingChange(lineageOf({250, 250, 250, 250, 250, 250}, {10, 250, 250, 250, 250, 250}), 0.2), 66);
}

TEST(Energies, AreRoundedUpSharesOfTheRemainingChange)
{
    EXPECT_EQ(energies({100, 50, 0}, 64), (std::vector<int>{43, 22, 0})); // 42.67, 21.33, 0
    EXPECT_EQ(energies({3, 3, 3, 3}, 64), (std::vector<int>{16, 16, 16, 16}));
    EXPECT_EQ(energies({0, 0, 0}, 64), (std::vector<int>{22, 22, 22})); // nothing left anywhere: alike
    EXPECT_EQ(energies({1}, 7), (std::vector<int>{7}));
    EXPECT_TRUE(energies({}, 64).empty());
}

TEST(BatchPool, GroupsTheSeedsAcrossTheirOrder)
{
    std::vector<Lineage> corpus = corpusOf(150);
    BatchPool pool({});
    Rng rng(1);
    pool.start(corpus, rng);
    EXPECT_EQ(pool.ends(), (std::vector<std::size_t>{64, 128, 150}));
    std::set<int> all;
    int fromFirstHalf = 0;
    for (std::size_t i = 0; i < corpus.size(); ++i) {
        all.insert(corpus[i].seed);
        fromFirstHalf += i < 64 && corpus[i].seed < 75;
    }
    EXPECT_EQ(all.size(), 150u); // none lost, none doubled
    EXPECT_GT(fromFirstHalf, 20); // 32 expected; 64 if the order were kept
    EXPECT_LT(fromFirstHalf, 44);
}

TEST(BatchPool, DrawsABatchInProportionToItsProbability)
{
    // Probabilities 1, 0.6 and 0.3 of 1.9.
    constexpr int draws = 20000;
    const std::vector<Lineage> corpus = corpusOf(3);
    std::vector<double> share(3);
    for (int draw = 0; draw < draws; ++draw) {
        BatchPool pool({});
        pool.load({{"ends", {1, 2, 3}}, {"fuzzed", {0, 2, 10}}}, 3);
        Rng rng(5, std::uint64_t(draw));
        share[pool.pick(corpus, rng).front().lineage] += 1.0 / draws;
    }
    EXPECT_NEAR(share[0], 1 / 1.9, 0.014);
    EXPECT_NEAR(share[1], 0.6 / 1.9, 0.014);
    EXPECT_NEAR(share[2], 0.3 / 1.9, 0.014);
}

TEST(BatchPool, SamplesImagesOfOneBatchWithoutReplacement)
{
    std::vector<Lineage> corpus = corpusOf(128);
    BatchPool pool({});
    Rng rng(1);
    pool.start(corpus, rng);
    std::vector<int> seen(128);
    for (int step = 0; step < 400; ++step) {
        const std::vector<Pick> picks = pool.pick(corpus, rng);
        ASSERT_EQ(picks.size(), 16u);
        std::set<std::size_t> distinct;
        for (const Pick &pick : picks) {
            EXPECT_EQ(pick.mutants, 4); // 64 among 16 alike
            EXPECT_EQ(pick.lineage < 64, picks.front().lineage < 64);
            distinct.insert(pick.lineage);
            ++seen[pick.lineage];
        }
        EXPECT_EQ(distinct.size(), 16u);
    }
    EXPECT_GT(*std::min_element(seen.begin(), seen.end()), 20); // 50 expected
    EXPECT_EQ(pool.timesFuzzed()[0] + pool.timesFuzzed()[1], 400);
}

TEST(BatchPool, ImagesThatHaveNoChangeLeftGetNoMutants)
{
    std::vector<Lineage> corpus{lineageOf({100, 100}, {100, 100}), lineageOf({100, 100}, {255, 255})};
    BatchPool pool({});
    Rng rng(1);
    pool.start(corpus, rng);
    const std::vector<Pick> picks = pool.pick(corpus, rng);
    ASSERT_EQ(picks.size(), 1u);
    EXPECT_EQ(picks[0].mutants, 64);
    EXPECT_EQ(corpus[picks[0].lineage].image->pixels[0], 100);
}

TEST(BatchPool, ChildrenAreABatchOfTheirOwn)
{
    std::vector<Lineage> corpus = corpusOf(3);
    BatchPool pool({});
    Rng rng(1);
    pool.start(corpus, rng);
    pool.settle(corpus, {}, {});
    EXPECT_EQ(pool.ends(), (std::vector<std::size_t>{3}));
    pool.settle(corpus, {}, corpusOf(2));
    EXPECT_EQ(pool.ends(), (std::vector<std::size_t>{3, 5}));
    EXPECT_EQ(pool.timesFuzzed(), (std::vector<std::int64_t>{0, 0}));
    EXPECT_EQ(corpus.size(), 5u);
}

TEST(BatchPool, RefusesAStateOfAnotherPool)
{
    BatchPool pool({});
    EXPECT_THROW(pool.load({{"ends", {2, 4}}, {"fuzzed", {0, 0}}}, 5), Error);
    EXPECT_THROW(pool.load({{"ends", {4, 2}}, {"fuzzed", {0, 0}}}, 2), Error);
    EXPECT_THROW(pool.load({{"ends", {2, 4}}, {"fuzzed", {0}}}, 4), Error);
    EXPECT_THROW(pool.load({{"ends", {0, 4}}, {"fuzzed", {0, 0}}}, 4), Error);
    EXPECT_NO_THROW(pool.load({{"ends", {2, 4}}, {"fuzzed", {0, 0}}}, 4));
}

} // namespace
} // namespace mutascope::deephunter
