// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/coverage/coverage_fixture.h"
#include <cmath>

namespace mutascope {
namespace {

using namespace coveragetest;

// One neuron with the training range 0..10, cut into five sections: [0,2) [2,4) [4,6) [6,8) [8,10].
class Multisection : public ::testing::Test {
protected:
    std::size_t commit(const std::vector<float> &values)
    {
        std::vector<Row> rows;
        for (const float value : values)
            rows.push_back({value});
        return commitRows(*kmnc, {1}, rows);
    }
    std::unique_ptr<Criterion> kmnc = fitted("kmnc:5", {1}, {{0}, {10}, {3}});
};

TEST_F(Multisection, EachSectionOnce)
{
    EXPECT_EQ(commit({0, 1, 1.99f}), 1u);
    EXPECT_EQ(commit({2}), 2u); // its left edge belongs to a section
    EXPECT_EQ(commit({4, 6}), 4u);
    EXPECT_DOUBLE_EQ(kmnc->value(), 0.8);
    EXPECT_EQ(commit({8}), 5u);
    EXPECT_DOUBLE_EQ(kmnc->value(), 1.0);
}

TEST_F(Multisection, RightEdgeBelongsToTheLastSection)
{
    EXPECT_EQ(commit({10}), 1u);
    EXPECT_EQ(commit({9}), 1u);
}

TEST_F(Multisection, OutsideTheRangeCountsNothing)
{
    EXPECT_EQ(commit({-0.001f, 10.001f, -1000, 1000, inf, -inf, nan}), 0u);
}

TEST_F(Multisection, RowsCountTogetherOnce)
{
    const Trace trace = traceOf({1}, {{1}, {1.5f}, {3}});
    EXPECT_DOUBLE_EQ(kmnc->gain(TraceRows::all(trace)), 2.0 / 5);
    EXPECT_DOUBLE_EQ(kmnc->gain(TraceRows::one(trace, 1)), 1.0 / 5);
    kmnc->commit(TraceRows::one(trace, 0));
    EXPECT_DOUBLE_EQ(kmnc->gain(TraceRows::all(trace)), 1.0 / 5);
    EXPECT_DOUBLE_EQ(kmnc->gain({trace, 0, 0}), 0.0);
}

TEST(MultisectionCoverage, SectionsOfNeuronsAreApart)
{
    auto kmnc = fitted("kmnc:2", {1, 2}, {{0, 0, -1}, {1, 4, 1}});
    EXPECT_EQ(commitRows(*kmnc, {1, 2}, {{0.1f, 3, 1}}), 3u);
    EXPECT_EQ(commitRows(*kmnc, {1, 2}, {{0.2f, 3.5f, 0}}), 3u); // 0 is the left edge of -1..1's second half
    EXPECT_EQ(commitRows(*kmnc, {1, 2}, {{0.6f, 1, -0.5f}}), 6u);
    EXPECT_EQ(coverageCount(*kmnc)->total, 6u);
}

TEST(MultisectionCoverage, NeuronThatNeverChangedStaysInTheDenominator)
{
    auto kmnc = fitted("kmnc:4", {2}, {{5, 0}, {5, 8}});
    EXPECT_EQ(commitRows(*kmnc, {2}, {{5, 1}, {4, 3}, {6, 5}}), 3u);
    EXPECT_EQ(coverageCount(*kmnc)->total, 8u);
    EXPECT_DOUBLE_EQ(kmnc->value(), 3.0 / 8);
}

TEST(MultisectionCoverage, NotFiniteTrainingValuesAreLeftOutOfTheRange)
{
    auto kmnc = fitted("kmnc:2", {2}, {{0, nan}, {inf, nan}, {nan, inf}, {2, -inf}});
    EXPECT_EQ(commitRows(*kmnc, {2}, {{1.5f, 1}}), 1u); // the second neuron has no range at all
}

TEST(MultisectionCoverage, SeveralFitsWidenTheRange)
{
    auto kmnc = fitted("kmnc:5", {1}, {{4}, {6}});
    kmnc->fit(traceOf({1}, {{0}}));
    kmnc->fit(traceOf({1}, {{10}, {5}}));
    kmnc->fit(traceOf({1}, {}));
    EXPECT_EQ(commitRows(*kmnc, {1}, {{0}, {2}, {4}, {6}, {8}}), 5u);
}

// k = 1000 over 0..1: every section's left edge is hit by i/1000 rounded to float, or the section beside it;
// the right answer is floor((a-l) / ((h-l)/k)) in double precision.
TEST(MultisectionCoverage, AgreesWithTheFormulaOnAFineGrid)
{
    auto kmnc = fitted("kmnc:1000", {1}, {{0}, {1}});
    std::vector<bool> expected(1000);
    std::vector<Row> rows;
    for (int i = 0; i <= 1000; i += 3) {
        const float value = float(i) / 1000;
        rows.push_back({value});
        expected[std::size_t(std::min(999.0, std::floor(double(value) / (1.0 / 1000))))] = true;
    }
    EXPECT_EQ(commitRows(*kmnc, {1}, rows), std::size_t(std::count(expected.begin(), expected.end(), true)));
}

TEST(MultisectionCoverage, ExtremeRangesWork)
{
    const float largest = std::numeric_limits<float>::max();
    const float smallest = std::numeric_limits<float>::denorm_min();
    EXPECT_EQ(
        commitRows(*fitted("kmnc:2", {1}, {{-largest}, {largest}}), {1}, {{-largest / 2}, {1}, {largest}}),
        2u);
    EXPECT_EQ(commitRows(*fitted("kmnc:1000000", {1}, {{0}, {smallest}}), {1}, {{0}, {smallest}}), 2u);
}

} // namespace
} // namespace mutascope
