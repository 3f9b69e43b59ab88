// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/frechet_distance.h"
#include "core/metrics/kernel_distance.h"
#include "tests/core/metrics/naturalness_fixture.h"
#include <cmath>
#include <limits>

namespace mutascope {
namespace {

using namespace naturalnesstest;

constexpr float nan = std::numeric_limits<float>::quiet_NaN();

MetricBatch batchOf(const FeatureRows &tests)
{
    MetricBatch batch = failingBatch(tests.count);
    batch.testFeatures = tests;
    batch.seedFeatures = tests;
    return batch;
}

// Normal distributions along the axes: the distance is that of the means and of the deviations.
TEST(FrechetDistance, OfDiagonalCovariances)
{
    NormalFit a{2, {0, 1}, DenseMatrix(2, 2)}, b{2, {3, 5}, DenseMatrix(2, 2)};
    a.covariance.values = {4, 0, 0, 9};
    b.covariance.values = {1, 0, 0, 25};
    EXPECT_NEAR(frechetDistance(a, b), 9 + 16 + 1 + 4, 1e-9);
    EXPECT_NEAR(frechetDistance(a, a), 0, 1e-9);
    b.covariance.values = {0, 0, 0, 25}; // singular
    EXPECT_NEAR(frechetDistance(a, b), 9 + 16 + 4 + 4, 1e-9);
    a.covariance.values = {0, 0, 0, 0};
    EXPECT_NEAR(frechetDistance(a, b), 9 + 16 + 25, 1e-9);
}

TEST(FrechetDistance, EqualSetsHaveNone)
{
    const FeatureRows rows = featureRows(5, 700, 1, 9); // more than a block
    MetricContext context;
    context.reference = &rows;
    EXPECT_NEAR(valueOf("fid", batchOf(rows), context).value.value(), 0, 1e-6);
}

TEST(FrechetDistance, TooFewTestsGiveNoValue)
{
    const FeatureRows real = featureRows(12, 40, 0, 4);
    MetricContext context;
    context.reference = &real;
    const MetricBatch batch = batchOf(featureRows(12, 12, 0, 3));
    EXPECT_EQ(
        valueOf("fid", batch, context).missing,
        "needs 13 failing tests with finite features (12 values each), has 12; KID has no such bound, or "
        "set few to computed");
    EXPECT_NE(valueOf("fid", batch, context, {{"few", "computed"}}).note.find("too large"),
              std::string::npos);
    EXPECT_TRUE(valueOf("fid", batchOf(featureRows(12, 13, 0, 3)), context).value);
}

TEST(FrechetDistance, NeedsRealImages)
{
    EXPECT_EQ(valueOf("fid", batchOf(featureRows(2, 9, 0, 3))).missing,
              "needs the deep features of real images; choose a data set to compare with");
    const FeatureRows two = featureRows(4, 2, 0, 4);
    MetricContext context;
    context.reference = &two;
    EXPECT_EQ(valueOf("fid", batchOf(featureRows(4, 9, 0, 3)), context).missing,
              "needs 5 real images with finite features, has 2");
}

TEST(FeatureMetrics, RowsThatAreNotFiniteAreLeftOut)
{
    FeatureRows rows = featureRows(2, 5, 0, 3);
    const FeatureRows real = featureRows(2, 9, 0, 4);
    MetricContext context;
    context.reference = &real;
    const MetricBatch four = batchOf(slice(rows, 0, 4));
    rows.values[8] = nan;
    for (const char *id : {"fid", "kid", "feature-distance"}) {
        const MetricValue value = valueOf(id, batchOf(rows), context);
        EXPECT_EQ(value.value.value(), valueOf(id, four, context).value.value()) << id;
        EXPECT_EQ(value.tests, 4u) << id;
        EXPECT_NE(value.note.find("1 "), std::string::npos) << value.note;
    }
}

TEST(FeatureMetrics, FeaturesOfAnotherNetworkAreRefused)
{
    const FeatureRows real = featureRows(3, 9, 0, 4);
    MetricContext context;
    context.reference = &real;
    for (const char *id : {"fid", "kid"}) {
        const auto metric = makeMetric(id, context);
        metric->add(batchOf(featureRows(2, 9, 0, 3)));
        EXPECT_THROW(metric->value({}), Error) << id;
        EXPECT_THROW(metric->add(batchOf(featureRows(3, 9, 0, 3))), Error) << id;
    }
}

// Rows 0 and 1 of one value: (0 * 0 + 1)^3 = 1, (0 * 1 + 1)^3 = 1, (1 * 1 + 1)^3 = 8.
TEST(KernelDistance, ByHand)
{
    const FeatureRows a{2, 1, {0, 1}}, b{2, 1, {1, 1}};
    const SubsetPlan plan = planSubsets(2, 2, 100, 1000);
    EXPECT_EQ(plan.subsets, 1u);
    const auto distances = kernelDistances(a, b, plan, Rng(1));
    ASSERT_EQ(distances.size(), 1u);
    EXPECT_DOUBLE_EQ(distances[0], 1 + 8 - 2 * (1 + 1 + 8 + 8) / 4.0);
}

// The mean over all subsets of two is the value of all.
TEST(KernelDistance, SubsetsAreUnbiased)
{
    const FeatureRows a = featureRows(3, 20, 0, 3), b = featureRows(3, 25, 0, 4);
    const double all = kernelDistances(a, b, planSubsets(20, 25, 1, 100), Rng(1)).front();
    const auto some = kernelDistances(a, b, planSubsets(20, 25, 4000, 10), Rng(1));
    double sum = 0, squares = 0;
    for (const double distance : some) {
        sum += distance;
        squares += distance * distance;
    }
    const double mean = sum / 4000, error = std::sqrt((squares / 4000 - mean * mean) / 4000);
    EXPECT_NEAR(mean, all, 4 * error);
    EXPECT_GT(error, 0);
}

TEST(KernelDistance, BeyondTheBoundASampleIsDrawn)
{
    const FeatureRows real = featureRows(3, 50, 0, 4), tests = featureRows(3, 60, 0, 3);
    MetricContext context;
    context.reference = &real;
    const Settings settings{{"most-tests", "30"}, {"subset-size", "20"}, {"subsets", "7"}};
    const MetricValue value = valueOf("kid", batchOf(tests), context, settings);
    EXPECT_EQ(value.note,
              "mean and deviation of 7 subsets of 20 tests and 20 real images; drawn from 30 of 60 tests");
    EXPECT_EQ(value.tests, 60u);
    EXPECT_EQ(value.value, valueOf("kid", batchOf(tests), context, settings).value);
    context.seed = 2;
    EXPECT_NE(value.value, valueOf("kid", batchOf(tests), context, settings).value);
}

// Unit vectors at right angles: 2; opposite ones: 4; a row of zeros against a unit vector: 1.
TEST(FeatureDistance, ByHand)
{
    MetricBatch batch = failingBatch(4);
    batch.testFeatures = {4, 2, {3, 0, 0, 2, 0, 0, 1, 1}};
    batch.seedFeatures = {4, 2, {0, 5, 0, -7, 0, 4, 9, 9}};
    const MetricValue value = valueOf("feature-distance", batch);
    EXPECT_NEAR(value.value.value(), (2 + 4 + 1 + 0) / 4.0, 1e-12);
    EXPECT_NEAR(value.quartiles.back(), 4, 1e-12);
}

TEST(VaeValidity, ShareBelowThePercentileOfRealImages)
{
    std::vector<double> real(101);
    for (int i = 0; i <= 100; ++i)
        real[std::size_t(100 - i)] = i;
    MetricContext context;
    context.referenceValidatorScores = &real;
    MetricBatch batch = failingBatch(4);
    batch.validatorScores = {99, 99.1, 3, std::numeric_limits<double>::quiet_NaN()};
    EXPECT_EQ(valueOf("vae-validity", batch, context).value, 0.5);
    EXPECT_EQ(valueOf("vae-validity", batch, context, {{"percentile", "100"}}).value, 0.75);
    EXPECT_EQ(valueOf("vae-validity", batch, context).note,
              "threshold 99, the 99 % percentile of real images");
    EXPECT_FALSE(valueOf("vae-validity", batch).value);
    EXPECT_FALSE(valueOf("vae-validity", failingBatch(3), context).value); // nobody scored them
}

} // namespace
} // namespace mutascope
