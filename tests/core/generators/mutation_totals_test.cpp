// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/generators/mutation_totals.h"
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace mutascope {
namespace {

const MutationAdvice keeping{true, "raise 'beta'", "lower nothing", "take others"};
const MutationAdvice once{false, "raise 'beta'", "lower nothing", "take others"};

bool mentions(const std::string &text, const std::string &part)
{
    return text.find(part) != std::string::npos;
}

TEST(MutationTotals, BarrenStepsAreCountedInARow)
{
    MutationTotals totals;
    totals.add({{4}, 4, 4, 0, 0});
    totals.add({{4}, 4, 3, 1, 0});
    EXPECT_EQ(totals.barrenSteps, 2);
    EXPECT_EQ(totals.tries, 8);
    EXPECT_EQ(totals.tooFar, 7);
    EXPECT_EQ(totals.unchanged, 1);
    totals.add({{4}, 4, 0, 3, 1});
    EXPECT_EQ(totals.barrenSteps, 0);
}

TEST(MutationTotals, ExhaustedAfterTwentyBarrenSteps)
{
    MutationTotals totals;
    for (int step = 0; step < 19; ++step)
        totals.add({{1}, 1, 1, 0, 0});
    EXPECT_FALSE(totals.exhausted());
    totals.add({{1}, 1, 1, 0, 0});
    EXPECT_TRUE(totals.exhausted());
}

TEST(MutationTotals, SaysWhyNothingWasAllowed)
{
    MutationTotals tooFar;
    tooFar.add({{50}, 50, 48, 2, 0});
    EXPECT_TRUE(mentions(tooFar.diagnosis(keeping), "all 50 mutants drawn were rejected"));
    EXPECT_TRUE(mentions(tooFar.diagnosis(keeping), "lower nothing"));
    MutationTotals unchanged;
    unchanged.add({{50}, 50, 2, 48, 0});
    EXPECT_TRUE(mentions(unchanged.diagnosis(keeping), "take others"));
    MutationTotals none;
    none.add({{0}, 0, 0, 0, 0});
    EXPECT_TRUE(mentions(none.diagnosis(keeping), "no mutator could be applied; take others"));
}

TEST(MutationTotals, SaysThatNothingFailed)
{
    MutationTotals totals;
    totals.add({{9}, 9, 0, 0, 9});
    Evaluation evaluation;
    evaluation.verdicts.resize(9);
    totals.judged(evaluation);
    EXPECT_TRUE(mentions(totals.diagnosis(keeping), "none of the 9 tests failed and none added coverage"));
    EXPECT_FALSE(mentions(totals.diagnosis(once), "coverage"));
    evaluation.verdicts[3].failing = true;
    totals.judged(evaluation);
    EXPECT_EQ(totals.tests, 18);
    EXPECT_EQ(totals.failing, 1);
    EXPECT_EQ(totals.diagnosis(keeping), "");
}

TEST(MutationTotals, NothingToSayBeforeTheFirstStep)
{
    EXPECT_EQ(MutationTotals().diagnosis(keeping), "");
}

TEST(MutationTotals, ComeBackFromJson)
{
    MutationTotals totals{1, 2, 3, 4, 5, 6, 7};
    EXPECT_EQ(mutationTotalsFromJson(toJson(totals)), totals);
    EXPECT_THROW(mutationTotalsFromJson({{"tries", 1}}), Error);
}

} // namespace
} // namespace mutascope
