// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/coverage/coverage_fixture.h"
#include <algorithm>
#include <cmath>
#include <set>

namespace mutascope {
namespace {

using namespace coveragetest;

// Which neurons a criterion over one layer covers, asked for one by one: neuron i is covered where an input
// in which it alone wins adds nothing (k = 1).
std::vector<int> winnersOf(const Row &row, int k)
{
    const auto size = int(row.size());
    auto tknc = make("tknc:" + std::to_string(k), {size});
    tknc->commit(TraceRows::all(traceOf({size}, {row})));
    std::vector<int> winners;
    for (int i = 0; i < size; ++i) {
        Row alone(row.size(), -inf); // what is not finite never wins
        alone[std::size_t(i)] = 0;
        if (tknc->gain(TraceRows::all(traceOf({size}, {alone}))) == 0.0)
            winners.push_back(i);
    }
    return winners;
}

using Indices = std::vector<int>;

TEST(TopNeuronCoverage, LargestOfEachLayer)
{
    auto tknc = make("tknc:1", {3, 2});
    EXPECT_EQ(commitRows(*tknc, {3, 2}, {{1, 9, 2, 100, 200}}), 2u);
    EXPECT_EQ(commitRows(*tknc, {3, 2}, {{1, 9, 8, 300, 200}}), 3u);
    EXPECT_DOUBLE_EQ(tknc->value(), 3.0 / 5);
}

TEST(TopNeuronCoverage, KOfThem)
{
    EXPECT_EQ(winnersOf({3, 1, 4, 1.5f, 9, 2}, 3), (Indices{0, 2, 4}));
    EXPECT_EQ(winnersOf({-3, -1, -4, -1.5f}, 2), (Indices{1, 3}));
    EXPECT_EQ(winnersOf({1, 2}, 2), (Indices{0, 1}));
    EXPECT_EQ(winnersOf({1, 2}, 10), (Indices{0, 1})); // layers smaller than k are covered whole
}

TEST(BottomNeuronCoverage, SmallestOfEachLayer)
{
    auto bknc = make("bknc:2", {4, 2});
    EXPECT_EQ(commitRows(*bknc, {4, 2}, {{3, -1, 2, 0, 5, 4}}), 4u); // layers smaller than k whole
    EXPECT_EQ(neuronCoverage(*bknc)->covered, (std::vector<std::uint32_t>{0, 1, 0, 1, 1, 1}));
    auto ties = make("bknc:2", {4});
    commitRows(*ties, {4}, {{0, -0.0f, 0, 7}});
    EXPECT_EQ(neuronCoverage(*ties)->covered, (std::vector<std::uint32_t>{1, 1, 0, 0}));
    auto odd = make("bknc:2", {4});
    commitRows(*odd, {4}, {{-inf, nan, 5, inf}});
    EXPECT_EQ(neuronCoverage(*odd)->covered, (std::vector<std::uint32_t>{0, 0, 1, 0}));
}

double patternsOf(const std::string &text, const std::vector<int> &counts, const std::vector<Row> &rows)
{
    auto tknp = make(text, counts);
    tknp->commit(TraceRows::all(traceOf(counts, rows)));
    return tknp->value();
}

TEST(TopNeuronPatterns, DifferentCombinationsAreCounted)
{
    // The largest: (0, 3), (1, 3), (0, 4), (0, 3) again.
    const std::vector<Row> rows = {{9, 1, 0, 5, 2}, {1, 9, 0, 5, 2}, {9, 1, 0, 2, 5}, {7, 6, 5, 4, 3}};
    EXPECT_EQ(patternsOf("tknp", {3, 2}, rows), 3);
    // The two largest: {0,1,3,4}, the same set in another order, again, again.
    EXPECT_EQ(patternsOf("tknp:2", {3, 2}, rows), 1);
    EXPECT_EQ(patternsOf("tknp:2", {3, 2}, {{9, 1, 0, 5, 2}, {9, 0, 1, 5, 2}}), 2);
    // Neuron 2 of one layer is not neuron 0 of the next.
    EXPECT_EQ(patternsOf("tknp", {2, 2}, {{0, 1, nan, nan}, {nan, nan, 1, 0}}), 2);
    EXPECT_EQ(patternsOf("tknp", {3, 2}, {{nan, nan, inf, nan, -inf}}), 0);
}

TEST(TopNeuronCoverage, OfEqualValuesTheFirst)
{
    EXPECT_EQ(winnersOf({5, 5, 5, 5}, 2), (Indices{0, 1}));
    EXPECT_EQ(winnersOf({0, 7, 0, 0, 8}, 3), (Indices{0, 1, 4}));
    EXPECT_EQ(winnersOf({-0.0f, 0.0f, -1}, 1), (Indices{0})); // the two zeros are equal
}

TEST(TopNeuronCoverage, NotFiniteValuesNeverWin)
{
    EXPECT_EQ(winnersOf({nan, 1, inf, -inf, 0}, 1), (Indices{1}));
    EXPECT_EQ(winnersOf({nan, 1, inf, -inf, 0}, 4), (Indices{1, 4}));
    EXPECT_EQ(winnersOf({nan, inf, -inf}, 2), (Indices{}));
    const float lowest = std::numeric_limits<float>::lowest();
    EXPECT_EQ(winnersOf({-inf, lowest, nan}, 2), (Indices{1}));
    EXPECT_EQ(winnersOf({-lowest, inf, lowest}, 1), (Indices{0}));
}

// Against a stable sort, over layers with many equal values.
TEST(TopNeuronCoverage, AgreesWithAStableSort)
{
    Rng rng(5);
    for (int round = 0; round < 200; ++round) {
        Row row(1 + rng.below(40));
        for (float &value : row)
            value = float(rng.between(-4, 4)) * (rng.below(4) == 0 ? 0.1f : 1.0f);
        const int k = rng.between(1, 15);
        Indices expected(row.size());
        for (std::size_t i = 0; i < row.size(); ++i)
            expected[i] = int(i);
        std::stable_sort(expected.begin(), expected.end(),
                         [&](int a, int b) { return row[std::size_t(a)] > row[std::size_t(b)]; });
        expected.resize(std::min(row.size(), std::size_t(k)));
        std::sort(expected.begin(), expected.end());
        ASSERT_EQ(winnersOf(row, k), expected) << "round " << round << " k " << k;
    }
}

} // namespace
} // namespace mutascope
