// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/coverage/coverage_fixture.h"

namespace mutascope {
namespace {

using namespace coveragetest;

const std::vector<int> counts = {2};
const std::vector<Row> training = {{0, -5}, {10, 5}}; // ranges 0..10 and -5..5

TEST(BoundaryCoverage, BothSidesOfEachNeuron)
{
    auto nbc = fitted("nbc", counts, training);
    EXPECT_EQ(coverageCount(*nbc)->total, 4u);
    EXPECT_EQ(commitRows(*nbc, counts, {{5, 0}, {0, -5}, {10, 5}}), 0u); // the ends themselves are inside
    EXPECT_EQ(commitRows(*nbc, counts, {{-0.5f, 0}}), 1u);
    EXPECT_EQ(commitRows(*nbc, counts, {{-9, 6}}), 2u);
    EXPECT_DOUBLE_EQ(nbc->value(), 0.5);
    EXPECT_EQ(commitRows(*nbc, counts, {{11, -6}}), 4u);
    EXPECT_DOUBLE_EQ(nbc->value(), 1.0);
}

TEST(BoundaryCoverage, StrongActivationIsTheUpperSideAlone)
{
    auto snac = fitted("snac", counts, training);
    EXPECT_EQ(coverageCount(*snac)->total, 2u);
    EXPECT_EQ(commitRows(*snac, counts, {{-99, -99}, {10, 5}}), 0u);
    EXPECT_EQ(commitRows(*snac, counts, {{10.1f, 0}}), 1u);
    EXPECT_DOUBLE_EQ(snac->value(), 0.5);
}

// Both neurons' training values are their mean -5 and +5: the standard deviation is 5.
TEST(BoundaryCoverage, MarginIsInStandardDeviations)
{
    auto nbc = fitted("nbc:margin=0.5", counts, training); // -2.5..12.5 and -7.5..7.5
    EXPECT_EQ(commitRows(*nbc, counts, {{-2.5f, -7.5f}, {12.5f, 7.5f}}), 0u);
    EXPECT_EQ(commitRows(*nbc, counts, {{-2.6f, 7.6f}}), 2u);
    auto snac = fitted("snac:0.5", counts, training);
    EXPECT_EQ(commitRows(*snac, counts, {{12.5f, 7.6f}}), 1u);
}

// Ranges 0..10 and -5..5, ten wide: buckets of 1, the third and last open-ended.
TEST(BoundaryCoverage, BucketsBeyondTheBoundary)
{
    auto nbc = fitted("nbc:buckets=3,bucket-width=0.1", counts, training);
    EXPECT_EQ(coverageCount(*nbc)->total, 12u);
    EXPECT_EQ(commitRows(*nbc, counts, {{10.5f, 5}, {10.9f, 5}}), 1u);
    EXPECT_EQ(commitRows(*nbc, counts, {{11, 5}, {11.5f, 5}}), 2u); // the lower end of a bucket is in it
    EXPECT_EQ(commitRows(*nbc, counts, {{12, 5}, {1e30f, 5}}), 3u);
    EXPECT_EQ(commitRows(*nbc, counts, {{0, -5.5f}, {0, -6.5f}}), 5u);
    const auto neurons = neuronCoverage(*nbc).value();
    EXPECT_EQ(neurons.covered, (std::vector<std::uint32_t>{3, 2}));
    EXPECT_EQ(neurons.itemsPerNeuron, 6u);
    auto snac = fitted("snac:buckets=3,bucket-width=0.1", counts, training);
    EXPECT_EQ(coverageCount(*snac)->total, 6u);
    EXPECT_EQ(commitRows(*snac, counts, {{10.5f, 6.5f}, {-9, 99}}), 3u);
}

// As in DeepHunter's program, 0.05 where the range has no width.
TEST(BoundaryCoverage, BucketsOfANeuronThatNeverChanged)
{
    auto snac = fitted("snac:buckets=11", {1}, {{3}, {3}});
    EXPECT_EQ(commitRows(*snac, {1}, {{3.04f}, {3.01f}}), 1u);
    EXPECT_EQ(commitRows(*snac, {1}, {{3.06f}}), 2u);
    EXPECT_EQ(commitRows(*snac, {1}, {{3.51f}, {4}}), 3u);
}

TEST(BoundaryCoverage, NeuronThatNeverChangedHasABoundary)
{
    auto nbc = fitted("nbc", {1}, {{3}, {3}});
    EXPECT_EQ(commitRows(*nbc, {1}, {{3}}), 0u);
    EXPECT_EQ(commitRows(*nbc, {1}, {{2.9f}, {3.1f}}), 2u);
}

TEST(BoundaryCoverage, NotFiniteValuesCoverNothing)
{
    for (const std::string text : {"nbc", "snac"}) {
        auto criterion = fitted(text, counts, training);
        EXPECT_EQ(commitRows(*criterion, counts, {{inf, nan}, {-inf, inf}}), 0u) << text;
        auto blind = fitted(text, counts, {{nan, inf}, {inf, nan}}); // no finite value: no boundary
        EXPECT_EQ(commitRows(*blind, counts, {{1, -1}, {-1e30f, 1e30f}}), 0u) << text;
    }
}

TEST(BoundaryCoverage, SeveralFitsWidenTheRange)
{
    auto nbc = fitted("nbc", {1}, {{0}});
    nbc->fit(traceOf({1}, {{-1}, {1}}));
    EXPECT_EQ(commitRows(*nbc, {1}, {{0.5f}, {-1}}), 0u);
    EXPECT_EQ(commitRows(*nbc, {1}, {{1.5f}}), 1u);
}

} // namespace
} // namespace mutascope
