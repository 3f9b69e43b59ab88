// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/generators/deepfault/ranking.h"
#include <algorithm>
#include <gtest/gtest.h>
#include <set>

namespace mutascope::deepfault {
namespace {

// Four failed inputs, ten passed ones, six neurons.
InputGroup group()
{
    //                 active passed          active failed
    return {10, 4, {10, 1, 0, 5, 2, 2}, {4, 1, 0, 4, 2, 2}};
}

std::vector<int> neuronsOf(const std::vector<RankedNeuron> &ranking)
{
    std::vector<int> neurons;
    for (const RankedNeuron &ranked : ranking)
        neurons.push_back(ranked.neuron);
    return neurons;
}

// Computed with Python: tarantula .5 .714 0 .667 .714 .714; ochiai .535 .354 0 .667 .5 .5; D*3 6.4 .25 0 12.8
// 2 2.
TEST(Ranking, OrderOfEachMeasure)
{
    // 1, 4 and 5 are equal: more failed inputs first, then the earlier neuron.
    EXPECT_EQ(neuronsOf(ranking(group(), {Measure::Tarantula, 3, 2}, Rng(1))), (std::vector{4, 5, 1, 3, 0}));
    EXPECT_EQ(neuronsOf(ranking(group(), {Measure::Ochiai, 3, 2}, Rng(1))), (std::vector{3, 0, 4, 5, 1}));
    EXPECT_EQ(neuronsOf(ranking(group(), {Measure::DStar, 3, 2}, Rng(1))), (std::vector{3, 0, 4, 5, 1}));
}

TEST(Ranking, ScoresComeWithTheirCounts)
{
    const RankedNeuron best = ranking(group(), {Measure::DStar, 3, 2}, Rng(1)).front();
    EXPECT_DOUBLE_EQ(best.score, 12.8);
    EXPECT_EQ(best.counts.activeFailed, 4u);
    EXPECT_EQ(best.counts.inactivePassed, 5u);
}

TEST(Ranking, WithoutFailedInputsNobodyIsSuspicious)
{
    const InputGroup passed{10, 0, {10, 3}, {0, 0}};
    for (const Measure measure : {Measure::Tarantula, Measure::Ochiai, Measure::DStar})
        EXPECT_TRUE(ranking(passed, {measure, 3, 2}, Rng(1)).empty());
    EXPECT_EQ(ranking(passed, {Measure::Random, 3, 2}, Rng(1)).size(), 2u);
}

TEST(Ranking, RandomLeavesOutTheTopOfEveryMeasure)
{
    std::set<int> seen;
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        const std::vector<int> drawn = neuronsOf(ranking(group(), {Measure::Random, 3, 1}, Rng(seed)));
        EXPECT_EQ(std::set<int>(drawn.begin(), drawn.end()), (std::set{0, 1, 2, 5}));
        seen.insert(drawn.front());
    }
    EXPECT_EQ(seen, (std::set{0, 1, 2, 5}));
}

TEST(Ranking, RandomIsFixedByItsStream)
{
    const RankingRule rule{Measure::Random, 3, 1};
    EXPECT_EQ(neuronsOf(ranking(group(), rule, Rng(7))), neuronsOf(ranking(group(), rule, Rng(7))));
}

} // namespace
} // namespace mutascope::deepfault
