// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/generators/deepfault/suspiciousness.h"
#include <cmath>
#include <gtest/gtest.h>

namespace mutascope::deepfault {
namespace {

TEST(Suspiciousness, HandExample)
{
    const NeuronCounts counts{2, 0, 1, 3}; // cf uf cs us
    EXPECT_DOUBLE_EQ(tarantula(counts), 0.8); // 1 / (1 + 1/4)
    EXPECT_NEAR(ochiai(counts), 0.816496580927726, 1e-15); // 2 / sqrt(2 * 3)
    EXPECT_DOUBLE_EQ(dStar(counts, 3), 8); // 8 / (1 + 0)
    EXPECT_DOUBLE_EQ(dStar(counts, 2), 4);
}

TEST(Suspiciousness, SecondHandExample)
{
    const NeuronCounts counts{3, 2, 10, 40};
    EXPECT_DOUBLE_EQ(tarantula(counts), 0.75); // .6 / (.6 + .2)
    EXPECT_NEAR(ochiai(counts), 3 / std::sqrt(65.0), 1e-15);
    EXPECT_DOUBLE_EQ(dStar(counts, 3), 27.0 / 12);
}

TEST(Suspiciousness, UndefinedIsZero)
{
    for (const NeuronCounts &counts : {NeuronCounts{0, 0, 0, 0}, NeuronCounts{0, 0, 4, 1},
                                       NeuronCounts{0, 3, 0, 5}, NeuronCounts{0, 3, 5, 0}}) {
        EXPECT_EQ(tarantula(counts), 0);
        EXPECT_EQ(ochiai(counts), 0);
        EXPECT_EQ(dStar(counts, 3), 0);
    }
}

TEST(Suspiciousness, NoPassedInputLeavesTheFailedOnes)
{
    const NeuronCounts counts{1, 3, 0, 0};
    EXPECT_DOUBLE_EQ(tarantula(counts), 1);
    EXPECT_DOUBLE_EQ(ochiai(counts), 0.5); // 1 / sqrt(4 * 1)
    EXPECT_DOUBLE_EQ(dStar(counts, 3), 1.0 / 3);
}

TEST(Suspiciousness, ActiveOnEveryFailureAndNothingElseIsAFiniteMaximum)
{
    const double perfect = dStar({5, 0, 0, 9}, 3);
    EXPECT_TRUE(std::isfinite(perfect));
    EXPECT_GT(perfect, dStar({5, 0, 1, 8}, 3));
    EXPECT_GT(perfect, dStar({4, 1, 0, 9}, 3));
}

TEST(Suspiciousness, RandomIsToldApartByTarantula)
{
    const NeuronCounts counts{2, 0, 1, 3};
    EXPECT_DOUBLE_EQ(suspiciousness(Measure::Random, 3, counts), 0.8);
    EXPECT_DOUBLE_EQ(suspiciousness(Measure::Tarantula, 3, counts), 0.8);
    EXPECT_NEAR(suspiciousness(Measure::Ochiai, 3, counts), 0.816496580927726, 1e-15);
    EXPECT_DOUBLE_EQ(suspiciousness(Measure::DStar, 2, counts), 4);
}

TEST(Suspiciousness, NamesGoBothWays)
{
    for (const char *name : {"tarantula", "ochiai", "dstar", "random"})
        EXPECT_STREQ(nameOf(measureNamed(name)), name);
    EXPECT_THROW(measureNamed("jaccard"), Error);
}

} // namespace
} // namespace mutascope::deepfault
