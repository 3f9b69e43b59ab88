// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/rng.h"
#include "core/run/after/covered_set.h"
#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>

namespace mutascope {
namespace {

// Rows of neurons that are on or off, under neuron coverage.
class Covering : public testing::Test {
protected:
    Covering() { choices.push_back(parseCriterion("nc:0.5")); }

    CoveringTests testsOf(const std::vector<std::vector<float>> &rows,
                          const std::vector<std::optional<std::int64_t>> &faults)
    {
        slices = {{"layer", 0, int(rows.front().size())}};
        CoveringTests tests;
        tests.trace.layers = slices;
        tests.trace.neurons = slices[0].count;
        tests.trace.predictions = {rows.size(), 1, false, std::vector<float>(rows.size())};
        for (const auto &row : rows)
            tests.trace.values.insert(tests.trace.values.end(), row.begin(), row.end());
        tests.faults = faults;
        return tests;
    }

    CoveredSet start() const { return CoveredSet(choices, slices, {choices[0].create(slices)->save()}); }

    std::vector<CriterionChoice> choices;
    std::vector<LayerSlice> slices;
};

TEST_F(Covering, LargestFirstThenWithoutTheSuperfluous)
{
    // 1 adds the most, but 0 and 2 cover all that it does.
    const CoveringTests tests = testsOf({{1, 1, 1, 0, 0, 0, 0}, {0, 1, 1, 1, 1, 0, 0}, {0, 0, 0, 1, 1, 1, 0}},
                                        {std::nullopt, std::nullopt, std::nullopt});
    EXPECT_EQ(coveringRows(tests, start()), (std::vector<std::size_t>{0, 2}));
}

TEST_F(Covering, AFaultIsAReasonToStay)
{
    const CoveringTests tests = testsOf({{1, 1, 0}, {1, 0, 0}, {0, 1, 0}, {1, 0, 0}}, {7, 8, 7, 8});
    EXPECT_EQ(coveringRows(tests, start()), (std::vector<std::size_t>{0, 1}));
}

TEST_F(Covering, WhatIsCoveredFromTheStartIsNoReason)
{
    const CoveringTests tests = testsOf({{1, 0, 0}, {0, 1, 0}}, {std::nullopt, std::nullopt});
    CoveredSet covered = start();
    covered.commit(tests, 0);
    EXPECT_EQ(coveringRows(tests, covered), (std::vector<std::size_t>{1}));
    covered.commit(tests, 1);
    EXPECT_TRUE(coveringRows(tests, covered).empty());
}

// Against all subsets: nothing lost, nothing superfluous, never larger than the bound of the greedy cover.
TEST_F(Covering, AgainstEverySubset)
{
    constexpr std::size_t neurons = 8, count = 9;
    for (std::uint64_t stream = 0; stream < 40; ++stream) {
        Rng rng(99, stream);
        std::vector<std::vector<float>> rows(count, std::vector<float>(neurons));
        std::vector<std::optional<std::int64_t>> faults(count);
        std::vector<unsigned> items(count);
        for (std::size_t i = 0; i < count; ++i) {
            for (std::size_t n = 0; n < neurons - 1; ++n) { // the last one is off: each row has both values
                rows[i][n] = float(rng.below(3) == 0);
                items[i] |= unsigned(rows[i][n]) << n;
            }
            rows[i][rng.below(neurons - 1)] = 1;
            items[i] = 0;
            for (std::size_t n = 0; n < neurons; ++n)
                items[i] |= unsigned(rows[i][n]) << n;
            faults[i] = rng.below(3);
            items[i] |= 1U << (neurons + std::size_t(*faults[i]));
        }
        const CoveringTests tests = testsOf(rows, faults);
        const std::vector<std::size_t> kept = coveringRows(tests, start());
        const auto unionOf = [&](unsigned subset) {
            unsigned all = 0;
            for (std::size_t i = 0; i < count; ++i)
                all |= (subset >> i & 1U) ? items[i] : 0;
            return all;
        };
        unsigned chosen = 0;
        for (const std::size_t row : kept)
            chosen |= 1U << row;
        const unsigned whole = (1U << count) - 1;
        EXPECT_EQ(unionOf(chosen), unionOf(whole));
        for (const std::size_t row : kept)
            EXPECT_NE(unionOf(chosen & ~(1U << row)), unionOf(whole)) << "superfluous: " << row;
        int smallest = int(count);
        for (unsigned subset = 0; subset <= whole; ++subset)
            if (unionOf(subset) == unionOf(whole))
                smallest = std::min(smallest, std::popcount(subset));
        EXPECT_LE(double(kept.size()), double(smallest) * (1 + std::log(double(neurons))));
    }
}

} // namespace
} // namespace mutascope
