// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/generators/deepsmart/operator_yields.h"
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <numeric>

namespace mutascope::deepsmart {
namespace {

TEST(OperatorYields, KnowNothingAtFirst)
{
    const OperatorYields yields(4, 3);
    EXPECT_TRUE(yields.regions().empty());
    EXPECT_TRUE(yields.operations(2, 3).empty());
}

TEST(OperatorYields, OnePairByHand)
{
    // All: 6 in one trial. Region 1 expects (6 + 2 * 6) / (1 + 2) = 6, the others (0 + 12) / 2 = 6: nothing
    // says yet that they are worse.
    OperatorYields yields(2, 2);
    yields.add(1, 0, 6);
    EXPECT_EQ(yields.regions(), (std::vector<double>{0.5, 0.5}));
    // A trial without reward at region 0: all (0.97 * 6) / 1.97 = 2.954; region 0 expects 5.909 / 3 = 1.970,
    // region 1 (6 + 5.909) / 3 = 3.970.
    yields.add(0, 1, 0);
    const std::vector<double> regions = yields.regions();
    EXPECT_NEAR(regions[0], 1.9695 / (1.9695 + 3.9695), 1e-4);
    EXPECT_NEAR(regions[0] + regions[1], 1, 1e-12);
    const std::vector<double> operations = yields.operations(0, 2);
    // Operation 1: two trials at the average a besides one of 0, so 2a/3; the pair (0, 1): (2 * 2a/3) / 3.
    // Operation 0, tried at region 1 alone: (6 + 2a) / 3 = 3.970; the pair (0, 0) is expected to be the same.
    EXPECT_NEAR(operations[1] / operations[0], (2.9543 * 4 / 9) / 3.9695, 1e-4);
}

TEST(OperatorYields, ATrialCountsAsItCost)
{
    // 4 in half a trial against 4 in two: (4 + 2a) / 2.5 and (4 + 2a) / 4 with a = (4 * 0.97^2 + 4) /
    // (0.5 * 0.97^2 + 2) = 3.14258.
    OperatorYields yields(2, 1);
    yields.add(0, 0, 4, 0.5);
    yields.add(1, 0, 4, 2);
    EXPECT_NEAR(yields.average(), 3.14258, 1e-5);
    EXPECT_NEAR(yields.regions()[0] / yields.regions()[1], 4 / 2.5, 1e-9);
}

TEST(OperatorYields, AnOperationIsExpectedToBeTheSameWhereItWasNotTried)
{
    OperatorYields yields(3, 2);
    for (int i = 0; i < 10; ++i) {
        yields.add(0, 0, 1);
        yields.add(0, 1, 0);
    }
    EXPECT_GT(yields.operations(2, 2)[0], 0.8);
}

TEST(OperatorYields, SharpnessIsThePowerOfTheShares)
{
    OperatorYields flat(2, 2), sharp(2, 2, 3);
    for (OperatorYields *yields : {&flat, &sharp})
        for (int i = 0; i < 5; ++i) {
            yields->add(0, 0, 1);
            yields->add(1, 1, 3);
        }
    const double ratio = flat.regions()[1] / flat.regions()[0];
    EXPECT_GT(ratio, 1.5);
    EXPECT_NEAR(sharp.regions()[1] / sharp.regions()[0], ratio * ratio * ratio, 1e-9);
}

TEST(OperatorYields, WhatPaysIsPreferred)
{
    OperatorYields yields(3, 4);
    for (int i = 0; i < 20; ++i)
        for (int region = 0; region < 3; ++region)
            for (int operation = 0; operation < 4; ++operation)
                yields.add(region, operation, region == 2 && operation == 1 ? 1 : 0.01);
    const std::vector<double> regions = yields.regions(), operations = yields.operations(2, 4);
    EXPECT_GT(regions[2], 0.7);
    EXPECT_GT(operations[1], 0.7);
    EXPECT_NEAR(std::accumulate(operations.begin(), operations.end(), 0.0), 1, 1e-12);
}

TEST(OperatorYields, TheFirstOperationsShareAllOfIt)
{
    OperatorYields yields(1, 4);
    for (int operation = 0; operation < 4; ++operation)
        yields.add(0, operation, operation < 2 ? 1 : 5);
    const std::vector<double> two = yields.operations(0, 2), four = yields.operations(0, 4);
    ASSERT_EQ(two.size(), 2u);
    EXPECT_NEAR(two[0] + two[1], 1, 1e-12);
    EXPECT_NEAR(two[0] / two[1], four[0] / four[1], 1e-12);
    EXPECT_LT(four[0] + four[1], 0.5);
}

TEST(OperatorYields, OldExperienceFades)
{
    OperatorYields yields(1, 2);
    for (int i = 0; i < 50; ++i)
        yields.add(0, 0, 1);
    for (int i = 0; i < 200; ++i) {
        yields.add(0, 0, 0);
        yields.add(0, 1, 0.5);
    }
    EXPECT_GT(yields.operations(0, 2)[1], 0.9);
}

TEST(OperatorYields, AreSavedAndLoaded)
{
    OperatorYields yields(3, 4), loaded(3, 4), other(3, 3);
    yields.add(2, 3, 0.5);
    yields.add(0, 0, 0.25);
    loaded.load(yields.save());
    EXPECT_EQ(loaded.save(), yields.save());
    EXPECT_EQ(loaded.regions(), yields.regions());
    EXPECT_THROW(other.load(yields.save()), Error);
    nlohmann::json negative = yields.save();
    negative[0] = -1;
    EXPECT_THROW(loaded.load(negative), Error);
}

} // namespace
} // namespace mutascope::deepsmart
