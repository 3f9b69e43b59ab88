// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/coverage/coverage_fixture.h"

namespace mutascope {
namespace {

using namespace coveragetest;

// Layer 0: 0, 5, 10 scales to 0, 0.5, 1. Layer 1: -1, 3 scales to 0, 1.
const std::vector<int> counts = {3, 2};
const Row row = {0, 5, 10, -1, 3};

TEST(NeuronCoverage, ScalesWithinEachLayer)
{
    auto nc = make("nc:0.75", counts);
    EXPECT_DOUBLE_EQ(nc->gain(TraceRows::all(traceOf(counts, {row}))), 2.0 / 5);
    EXPECT_EQ(commitRows(*nc, counts, {row}), 2u); // 10 and 3; over all neurons 5 would scale to 6/11
    EXPECT_DOUBLE_EQ(nc->value(), 0.4);
}

TEST(NeuronCoverage, ThresholdItselfIsNotCovered)
{
    EXPECT_EQ(commitRows(*make("nc:0.5", counts), counts, {row}), 2u); // 0.5 is not above 0.5
    EXPECT_EQ(commitRows(*make("nc:0.49", counts), counts, {row}), 3u);
    EXPECT_EQ(commitRows(*make("nc:0", counts), counts, {row}), 3u); // the smallest scales to 0
    EXPECT_EQ(commitRows(*make("nc:1", counts), counts, {row}), 0u); // nothing is above 1
}

TEST(NeuronCoverage, ScalesEachInputByItself)
{
    auto nc = make("nc:0.75", {2});
    EXPECT_EQ(commitRows(*nc, {2}, {{1000, 0}}), 1u);
    EXPECT_EQ(commitRows(*nc, {2}, {{0, 0.001f}}), 2u); // small beside 1000, but the largest of its input
}

TEST(NeuronCoverage, LayerOfEqualValuesCoversNothing)
{
    EXPECT_EQ(commitRows(*make("nc:0", {3, 1}), {3, 1}, {{7, 7, 7, 9}}), 0u);
    EXPECT_EQ(commitRows(*make("nc:0", {3}), {3}, {{0, -0.0f, 0}}), 0u);
}

TEST(NeuronCoverage, NotFiniteValuesAreLeftOut)
{
    auto nc = make("nc:0.75", {5});
    EXPECT_EQ(commitRows(*nc, {5}, {{nan, inf, -inf, 0, 1}}), 1u); // the 1, scaled by 0..1
    EXPECT_EQ(commitRows(*nc, {5}, {{nan, nan, nan, nan, nan}}), 1u);
    EXPECT_EQ(commitRows(*nc, {5}, {{nan, inf, 4, nan, nan}}), 1u); // one finite value: no range
}

TEST(NeuronCoverage, ExtremeValuesDoNotOverflow)
{
    const float largest = std::numeric_limits<float>::max();
    EXPECT_EQ(commitRows(*make("nc:0.75", {3}), {3}, {{-largest, 0, largest}}), 1u);
    EXPECT_EQ(commitRows(*make("nc:0.49", {3}), {3}, {{-largest, 0, largest}}), 2u);
}

} // namespace
} // namespace mutascope
