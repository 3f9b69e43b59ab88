// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/metrics/stats/distributions.h"
#include "core/metrics/stats/effect_size.h"
#include "core/metrics/stats/friedman.h"
#include "core/metrics/stats/holm.h"
#include "core/metrics/stats/mann_whitney.h"
#include "core/metrics/stats/ranks.h"
#include "core/metrics/stats/scott_knott.h"
#include "core/metrics/stats/summary.h"
#include "core/metrics/stats/symmetric_eigen.h"
#include "tests/core/metrics/stats/reference_file.h"
#include <cmath>
#include <gtest/gtest.h>
#include <limits>

namespace mutascope {
namespace {

using Values = std::vector<double>;

void expectNear(const Values &expected, const Values &actual)
{
    ASSERT_EQ(expected.size(), actual.size());
    for (std::size_t i = 0; i < expected.size(); ++i)
        EXPECT_NEAR(expected[i], actual[i], 1e-9) << i;
}

TEST(Summary, AsNumpySays)
{
    for (const auto &one : referenceCases("summary")) {
        const Summary summary = summarise(numbers(one["values"]));
        EXPECT_NEAR(summary.mean, one["mean"].get<double>(), 1e-12);
        EXPECT_NEAR(summary.deviation, one["deviation"].get<double>(), 1e-12);
        expectNear(numbers(one["quartiles"]), summary.quartiles());
        EXPECT_EQ(summary.count, one["values"].size());
    }
}

TEST(Summary, RefusesWhatHasNone)
{
    EXPECT_THROW(summarise(Values{}), Error);
    EXPECT_THROW(summarise(Values{1, std::numeric_limits<double>::quiet_NaN()}), Error);
}

TEST(Ranks, EqualValuesShareTheirMean)
{
    const Ranks ranks = ranksOf(Values{5, 1, 5, 9, 5, 1});
    EXPECT_EQ(ranks.ranks, (Values{4, 1.5, 4, 6, 4, 1.5}));
    EXPECT_EQ(ranks.tieTerm, (27 - 3) + (8 - 2));
}

TEST(Distributions, AsScipySays)
{
    for (const auto &one : referenceCases("normal"))
        EXPECT_NEAR(normalUpperTail(one["z"]) / one["p"].get<double>(), 1, 1e-12);
    for (const auto &one : referenceCases("chiSquared"))
        EXPECT_NEAR(chiSquaredUpperTail(one["x"], one["freedom"]) / one["p"].get<double>(), 1, 1e-11);
    for (const auto &one : referenceCases("range"))
        EXPECT_NEAR(normalRangeUpperTail(one["q"], one["count"]), one["p"].get<double>(), 1e-9);
    EXPECT_EQ(chiSquaredUpperTail(0, 3), 1);
    EXPECT_EQ(chiSquaredUpperTail(std::numeric_limits<double>::infinity(), 3), 0);
}

// Demsar, JMLR 2006, table 5a: the range divided by the root of 2.
TEST(Distributions, CriticalValuesOfNemenyi)
{
    const Values at05 = {1.960, 2.343, 2.569, 2.728, 2.850, 2.949, 3.031, 3.102, 3.164};
    const Values at10 = {1.645, 2.052, 2.291, 2.459, 2.589, 2.693, 2.780, 2.855, 2.920};
    for (int k = 2; k <= 10; ++k) {
        EXPECT_NEAR(normalRangeQuantile(0.05, k) / std::sqrt(2), at05[std::size_t(k - 2)], 0.0011) << k;
        EXPECT_NEAR(normalRangeQuantile(0.10, k) / std::sqrt(2), at10[std::size_t(k - 2)], 0.0011) << k;
    }
}

TEST(MannWhitney, AsScipySays)
{
    for (const auto &one : referenceCases("mannWhitney")) {
        const auto test = mannWhitney(numbers(one["first"]), numbers(one["second"]));
        ASSERT_TRUE(test);
        EXPECT_EQ(test->u, one["u"].get<double>());
        EXPECT_NEAR(test->p, one["p"].get<double>(), 1e-11) << one["first"];
    }
}

// Five values all below five others: 2 of the 252 orders are as extreme.
TEST(MannWhitney, ExactForSmallSamplesWithoutTies)
{
    const auto apart = mannWhitney(Values{1, 2, 3, 4, 5}, Values{6, 7, 8, 9, 10});
    EXPECT_TRUE(apart->exact);
    EXPECT_DOUBLE_EQ(apart->p, 2.0 / 252);
    EXPECT_FALSE(mannWhitney(Values{1, 2, 3}, Values{3, 4, 5})->exact);
    EXPECT_FALSE(mannWhitney(Values(9, 1), Values(9, 2))->exact);
    EXPECT_FALSE(mannWhitney(Values{}, Values{1}));
    EXPECT_THROW(mannWhitney(Values{NAN}, Values{1}), Error);
}

TEST(MannWhitney, TheLargestExactCaseStaysExact)
{
    Values second;
    for (int i = 0; i < 1000; ++i)
        second.push_back(i);
    Values first;
    for (int i = 0; i < 8; ++i)
        first.push_back(125.0 * i + 62.5);
    const auto centre = mannWhitney(first, second); // symmetric, so u is the centre
    EXPECT_TRUE(centre->exact);
    EXPECT_NEAR(centre->u, 4000, 8);
    EXPECT_NEAR(centre->p, 1, 0.02);
    const auto least = mannWhitney(Values{-8, -7, -6, -5, -4, -3, -2, -1}, second);
    double orders = 1; // 1008 over 8
    for (int i = 1; i <= 8; ++i)
        orders *= (1000.0 + i) / i;
    EXPECT_NEAR(least->p * orders / 2, 1, 1e-9);
}

TEST(EffectSize, CountsPairs)
{
    EXPECT_DOUBLE_EQ(*a12(Values{1, 2, 3}, Values{2, 2}), (0 + 0 + 0.5 + 0.5 + 1 + 1) / 6);
    EXPECT_DOUBLE_EQ(*a12(Values{4, 5}, Values{1, 2, 3}), 1);
    EXPECT_FALSE(a12(Values{}, Values{1}));
}

TEST(EffectSize, WordsOfVarghaAndDelaney)
{
    const auto word = [](double value) { return std::string(effectName(effectOf(value))); };
    EXPECT_EQ(word(0.5), "negligible");
    EXPECT_EQ(word(0.559), "negligible");
    EXPECT_EQ(word(0.56), "small");
    EXPECT_EQ(word(0.44), "small");
    EXPECT_EQ(word(0.64), "medium");
    EXPECT_EQ(word(0.71), "large");
    EXPECT_EQ(word(0), "large");
}

TEST(Holm, AsStatsmodelsSays)
{
    for (const auto &one : referenceCases("holm"))
        expectNear(numbers(one["adjusted"]), holmAdjusted(numbers(one["p"])));
    EXPECT_TRUE(holmAdjusted(Values{}).empty());
    EXPECT_EQ(holmAdjusted(Values{0.03}), Values{0.03});
}

TEST(Friedman, AsScipySays)
{
    for (const auto &one : referenceCases("friedman")) {
        const auto test = friedman(one["scores"].get<std::vector<Values>>(), one["higherIsBetter"]);
        ASSERT_TRUE(test);
        EXPECT_NEAR(test->chiSquared, one["chiSquared"].get<double>(), 1e-9);
        EXPECT_NEAR(test->p, one["p"].get<double>(), 1e-9);
        EXPECT_NEAR(test->criticalDifference, one["criticalDifference"].get<double>(), 1e-6);
        expectNear(numbers(one["meanRanks"]), test->meanRanks);
    }
}

TEST(Friedman, NeedsTwoOfEach)
{
    EXPECT_FALSE(friedman({}, true));
    EXPECT_FALSE(friedman({{1, 2}}, true));
    EXPECT_FALSE(friedman({{1}, {2}}, true));
    EXPECT_THROW(friedman({{1, 2}, {1}}, true), Error);
    const auto alike = friedman({{1, 1}, {1, 1}}, true);
    EXPECT_EQ(alike->p, 1);
    EXPECT_EQ(alike->meanRanks, (Values{1.5, 1.5}));
}

TEST(Friedman, SetsThatDoNotDiffer)
{
    using Sets = std::vector<std::vector<std::size_t>>;
    EXPECT_EQ(indistinct(Values{3.0, 1.0, 1.5, 2.9}, 1.0), (Sets{{1, 2}, {3, 0}}));
    EXPECT_EQ(indistinct(Values{1, 2, 3}, 1.5), (Sets{{0, 1}, {1, 2}}));
    EXPECT_EQ(indistinct(Values{1, 2, 3}, 2.5), (Sets{{0, 1, 2}}));
    EXPECT_EQ(indistinct(Values{1, 2, 3}, 1), Sets{}); // at the difference they differ
}

TEST(ScottKnott, AsWrittenInPython)
{
    for (const auto &one : referenceCases("scottKnott"))
        EXPECT_EQ(scottKnott(one["samples"].get<std::vector<Values>>(), one["higherIsBetter"]),
                  one["groups"].get<std::vector<int>>());
}

TEST(ScottKnott, SamplesWithoutSpread)
{
    EXPECT_EQ(scottKnott({{1, 1}, {1, 1}, {1, 1}}, true), (std::vector<int>{1, 1, 1}));
    EXPECT_EQ(scottKnott({{1, 1, 1}, {5, 5, 5}, {1, 1, 1}}, true), (std::vector<int>{2, 1, 2}));
    EXPECT_EQ(scottKnott({{2, 3}}, true), std::vector<int>{1});
    EXPECT_TRUE(scottKnott({}, true).empty());
    EXPECT_THROW(scottKnott({{1}, {}}, true), Error);
}

// [[2, 1], [1, 2]]: 3 along (1, 1), 1 along (1, -1).
TEST(SymmetricEigen, LargestFirstWithVectorsInRows)
{
    DenseMatrix matrix(2, 2);
    matrix.values = {2, 1, 1, 2};
    const SymmetricEigen eigen = symmetricEigen(matrix);
    expectNear({3, 1}, eigen.values);
    EXPECT_NEAR(eigen.vectors.row(0)[0], eigen.vectors.row(0)[1], 1e-12);
    EXPECT_NEAR(std::abs(eigen.vectors.row(1)[0]), std::sqrt(0.5), 1e-12);
    EXPECT_THROW(symmetricEigen(DenseMatrix(2, 3)), Error);
    matrix.values[0] = NAN;
    EXPECT_THROW(symmetricEigen(matrix), Error);
    EXPECT_TRUE(symmetricEigen(DenseMatrix()).values.empty());
}

} // namespace
} // namespace mutascope
