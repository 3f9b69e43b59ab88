// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/generators/sinvad/fitness.h"
#include <cmath>
#include <gtest/gtest.h>
#include <limits>

namespace mutascope::sinvad {
namespace {

Predictions scoresOf(const std::vector<float> &row, bool probabilities = false)
{
    return {1, int(row.size()), probabilities, row};
}

TEST(SinVadFitness, MarginIsTheLeadOverTheBestOther)
{
    const std::vector<float> scores{1, 4, 2.5f};
    EXPECT_DOUBLE_EQ(marginOf(scores, 1), 1.5);
    EXPECT_DOUBLE_EQ(marginOf(scores, 0), -3);
}

TEST(SinVadFitness, ReachedIsBetterThanAnyMargin)
{
    EXPECT_TRUE((Fitness{true, 500} < Fitness{false, -3}));
    EXPECT_FALSE((Fitness{false, -3} < Fitness{true, 500}));
    EXPECT_TRUE((Fitness{false, 1} < Fitness{false, 2}));
    EXPECT_TRUE((Fitness{true, 1} < Fitness{true, 2}));
    EXPECT_FALSE((Fitness{true, 2} < Fitness{true, 2}));
}

TEST(SinVadFitness, BoundaryGoesFromMarginToDistance)
{
    const Subject subject{1, -1, 12.5};
    const Fitness before = boundaryFitness(scoresOf({1, 4, 2.5f}), 0, subject, true);
    EXPECT_FALSE(before.reached);
    EXPECT_DOUBLE_EQ(before.value, 1.5);
    EXPECT_DOUBLE_EQ(boundaryFitness(scoresOf({1, 4, 2.5f}), 0, subject, false).value, 999);
    for (const bool smooth : {true, false}) {
        const Fitness behind = boundaryFitness(scoresOf({5, 4, 2.5f}), 0, subject, smooth);
        EXPECT_TRUE(behind.reached);
        EXPECT_DOUBLE_EQ(behind.value, 12.5);
    }
}

TEST(SinVadFitness, TargetedWantsItsClassNotJustAnother)
{
    const Subject subject{1, 2, 7};
    const Fitness another = targetedFitness(scoresOf({5, 4, 2.5f}), 0, subject, true);
    EXPECT_FALSE(another.reached);
    EXPECT_DOUBLE_EQ(another.value, 2.5);
    EXPECT_DOUBLE_EQ(targetedFitness(scoresOf({5, 4, 2.5f}), 0, subject, false).value, 999);
    const Fitness target = targetedFitness(scoresOf({1, 2, 3}), 0, subject, true);
    EXPECT_TRUE(target.reached);
    EXPECT_DOUBLE_EQ(target.value, 7);
}

TEST(SinVadFitness, DifferentialNeedsOneToRejectAndOneToKeep)
{
    const Subject subject{0, -1, 10};
    const Predictions keeps = scoresOf({2, 0.5f});
    const Predictions rejects = scoresOf({1, 2});
    EXPECT_TRUE(differentialFitness(rejects, keeps, 0, subject, true).reached);
    const Fitness both = differentialFitness(rejects, rejects, 0, subject, true);
    EXPECT_FALSE(both.reached);
    EXPECT_DOUBLE_EQ(both.value, 1); // what the other lacks
    EXPECT_DOUBLE_EQ(differentialFitness(keeps, keeps, 0, subject, true).value, 1.5);
    EXPECT_DOUBLE_EQ(differentialFitness(keeps, rejects, 0, subject, true).value, 2.5);
    EXPECT_DOUBLE_EQ(differentialFitness(keeps, rejects, 0, subject, false).value, 999);
}

TEST(SinVadFitness, PublishedDifferentialWeighsTheDistance)
{
    // L1 (2 + p1(y) - p2(y)); p1 = 1 / (1 + e), p2 = 1 / (1 + e^-1.5).
    const Fitness fitness = differentialFitness(scoresOf({1, 2}), scoresOf({2, 0.5f}), 0, {0, -1, 10}, false);
    EXPECT_NEAR(fitness.value, 10 * (2 + 1 / (1 + std::exp(1.0)) - 1 / (1 + std::exp(-1.5))), 1e-9);
    EXPECT_DOUBLE_EQ(differentialFitness(scoresOf({1, 2}), scoresOf({2, 0.5f}), 0, {0, -1, 10}, true).value,
                     10);
}

TEST(SinVadFitness, ProbabilitiesBecomeLogarithms)
{
    const Predictions scores = asScores(scoresOf({0.9f, 0.1f, 0}, true));
    EXPECT_NEAR(marginOf(scores.row(0), 0), std::log(9.0), 1e-5);
    EXPECT_TRUE(std::isfinite(scores.outputs[2]));
    EXPECT_EQ(asScores(scoresOf({3, -4})).outputs, (std::vector<float>{3, -4}));
}

TEST(SinVadFitness, WhatIsNoNumberIsWorst)
{
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const Fitness broken = boundaryFitness(scoresOf({nan, nan}), 0, {0, -1, 3}, true);
    EXPECT_FALSE(std::isnan(broken.value));
    EXPECT_FALSE(std::isnan(surpriseFitness(std::nan(""), 5).value));
    EXPECT_TRUE((Fitness{false, 1e9} < surpriseFitness(std::nan(""), 5)));
}

TEST(SinVadFitness, SurpriseCountsTheDifference)
{
    EXPECT_DOUBLE_EQ(surpriseFitness(90, 111).value, 21);
    EXPECT_FALSE(surpriseFitness(90, 111).reached);
    EXPECT_TRUE(surpriseFitness(112, 111).reached);
    EXPECT_FALSE(surpriseFitness(112.2, 111).reached);
}

TEST(SinVadFitness, IndecisionByHand)
{
    EXPECT_NEAR(indecisionOf(std::vector<float>{0.1f, 0.6f, 0.3f}), 0.7, 1e-6);
    EXPECT_NEAR(indecisionOf(std::vector<float>{0.5f, 0.5f}), 1, 1e-6);
    EXPECT_NEAR(indecisionOf(std::vector<float>{1, 0, 0}), 0, 1e-6);
}

} // namespace
} // namespace mutascope::sinvad
