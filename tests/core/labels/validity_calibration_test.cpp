// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/labels/validity_calibration.h"
#include <cmath>
#include <gtest/gtest.h>

namespace mutascope {
namespace {

using Scores = std::vector<LabelledScore>;

TEST(ValidityCalibrationTest, SeparatedScoresArePerfect)
{
    Scores scores;
    for (int i = 0; i < 20; ++i)
        scores.push_back({double(i), i < 12});
    const ValidityCalibration result = calibrateValidity(scores, 5);
    EXPECT_EQ(result.valid, 12u);
    EXPECT_EQ(result.invalid, 8u);
    EXPECT_EQ(result.auc, 1);
    EXPECT_EQ(result.threshold, 11.5);
    EXPECT_GT(*result.calibrated.raw, 0.8);
    EXPECT_EQ(result.uncalibrated.bothValid, 6u);
    EXPECT_EQ(result.uncalibrated.peopleOnly, 6u);
    EXPECT_EQ(result.uncalibrated.bothInvalid, 8u);
    EXPECT_DOUBLE_EQ(*result.uncalibrated.raw, 14.0 / 20);
}

// By hand: valid 1, 2, 4; invalid 3, 4, 5. Of 9 pairs 7 have the invalid one higher, one is equal.
TEST(ValidityCalibrationTest, RocAndAreaByHand)
{
    const Scores scores = {{1, true}, {2, true}, {4, true}, {3, false}, {4, false}, {5, false}};
    const ValidityCalibration result = calibrateValidity(scores, 0);
    EXPECT_DOUBLE_EQ(*result.auc, 7.5 / 9);
    ASSERT_EQ(result.roc.size(), 6u);
    EXPECT_EQ(result.roc[0].validKept, 0);
    EXPECT_DOUBLE_EQ(result.roc[2].threshold, 2.5);
    EXPECT_DOUBLE_EQ(result.roc[2].validKept, 2.0 / 3);
    EXPECT_DOUBLE_EQ(result.roc[2].invalidKept, 0);
    EXPECT_DOUBLE_EQ(result.roc[4].validKept, 1); // both of 4 at once
    EXPECT_DOUBLE_EQ(result.roc[4].invalidKept, 2.0 / 3);
    EXPECT_EQ(result.roc.back().invalidKept, 1);
    EXPECT_DOUBLE_EQ(*result.threshold, 2.5);
}

TEST(ValidityCalibrationTest, OneKindAloneCalibratesNothing)
{
    const ValidityCalibration result = calibrateValidity(Scores{{1, true}, {2, true}}, 1.5);
    EXPECT_FALSE(result.auc || result.threshold || result.aucInterval);
    EXPECT_FALSE(result.calibrated.raw);
    EXPECT_DOUBLE_EQ(*result.uncalibrated.raw, 0.5);
    EXPECT_FALSE(calibrateValidity({}, 1).auc);
    EXPECT_THROW(calibrateValidity(Scores{{NAN, true}}, 1), Error);
}

TEST(ValidityCalibrationTest, ScoresOfNoUseAreSeenThrough)
{
    Scores scores;
    for (int i = 0; i < 200; ++i)
        scores.push_back({double(i * 7919 % 200), i % 2 == 0});
    const ValidityCalibration result = calibrateValidity(scores, 100);
    EXPECT_NEAR(*result.auc, 0.5, 0.1);
    EXPECT_LT(result.aucInterval->low, 0.5);
    EXPECT_GT(result.aucInterval->high, 0.5);
    EXPECT_LT(*result.calibrated.cohen, 0.2); // judged by others, chance stays chance
    EXPECT_EQ(*calibrateValidity(scores, 100).calibrated.cohen, *result.calibrated.cohen);
}

} // namespace
} // namespace mutascope
