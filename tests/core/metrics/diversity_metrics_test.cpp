// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/diversity.h"
#include "core/metrics/fault.h"
#include "tests/core/metrics/fault_rig.h"
#include "tests/core/metrics/stats/reference_file.h"
#include <cmath>
#include <gtest/gtest.h>

namespace mutascope {
namespace {

using namespace faulttest;

TEST(Diversity, AsNumpySays)
{
    for (const auto &one : referenceCases("diversity")) {
        const auto tests = withFeatures(one["rows"].get<std::vector<std::vector<float>>>());
        EXPECT_NEAR(*measure(pairwiseDistanceInfo(), tests).value, one["pairwise"].get<double>(), 1e-9);
        EXPECT_NEAR(*measure(vendiInfo(), tests).value, one["vendi"].get<double>(), 1e-9);
        const MetricValue geometric = measure(geometricDiversityInfo(), tests, {{"subset", "0"}});
        EXPECT_NEAR(*geometric.value, one["geometric"].get<double>(), 1e-5);
        EXPECT_EQ(geometric.tests, tests.size());
    }
}

// Right angles: distance sqrt(2), determinant 1, as many different ones as there are. Lengths do not count.
TEST(Diversity, RightAnglesAndEqualRows)
{
    const auto right = withFeatures({{5, 0, 0}, {0, 1, 0}, {0, 0, 2}});
    EXPECT_NEAR(*measure(pairwiseDistanceInfo(), right).value, std::sqrt(2), 1e-12);
    EXPECT_NEAR(*measure(vendiInfo(), right).value, 3, 1e-12);
    EXPECT_NEAR(*measure(geometricDiversityInfo(), right, {{"subset", "0"}}).value, 3 * std::log(1 + 1e-6),
                1e-12);
    const auto equal = withFeatures({{1, 2}, {2, 4}, {3, 6}});
    EXPECT_NEAR(*measure(pairwiseDistanceInfo(), equal).value, 0, 1e-7);
    EXPECT_NEAR(*measure(vendiInfo(), equal).value, 1, 1e-9);
    // Eigenvalues 3, 0, 0.
    EXPECT_NEAR(*measure(geometricDiversityInfo(), equal, {{"subset", "0"}}).value,
                std::log(3 + 1e-6) + 2 * std::log(1e-6), 1e-6);
}

TEST(Diversity, OnlyFailingTestsWithFiniteFeatures)
{
    auto tests = withFeatures({{1, 0}, {0, 1}, {-1, 0}, {NAN, 0}});
    tests[2].failing = false;
    EXPECT_NEAR(*measure(pairwiseDistanceInfo(), tests).value, std::sqrt(2), 1e-12);
    EXPECT_EQ(measure(pairwiseDistanceInfo(), tests).tests, 2);
    tests[1].failing = false;
    EXPECT_EQ(measure(pairwiseDistanceInfo(), tests).missing,
              "needs 2 failing tests with finite features, has 1");
    tests[3].failing = false;
    EXPECT_EQ(measure(pairwiseDistanceInfo(), tests).missing, "needs 2 failing tests, has 1");
}

TEST(Diversity, NetworksThatAnswerNothing)
{
    const auto zeros = withFeatures({{0, 0}, {0, 0}});
    EXPECT_EQ(measure(vendiInfo(), zeros).value, 1);
    EXPECT_EQ(measure(pairwiseDistanceInfo(), zeros).value, 0);
}

// A sample of 200 of 2,000 uniform directions of the plane: mean distance 4 / pi.
TEST(Diversity, ASampleStandsForAll)
{
    std::vector<std::vector<float>> rows;
    for (int i = 0; i < 2000; ++i)
        rows.push_back({float(std::cos(i * M_PI / 1000)), float(std::sin(i * M_PI / 1000))});
    const MetricValue all = measure(pairwiseDistanceInfo(), withFeatures(rows));
    const MetricValue sample = measure(pairwiseDistanceInfo(), withFeatures(rows), {{"most-tests", "200"}});
    EXPECT_NEAR(*all.value, 4 / M_PI * 2000 / 1999, 1e-4);
    EXPECT_NEAR(*sample.value, 4 / M_PI, 0.03);
    EXPECT_NE(*sample.value, *all.value);
    EXPECT_EQ(sample.tests, 200);
    EXPECT_EQ(all.tests, 2000);
}

TEST(Diversity, GeometricOfSubsetsOfOneSize)
{
    const auto few = withFeatures({{1, 0, 0}, {0, 1, 0}, {0, 0, 1}});
    EXPECT_EQ(measure(geometricDiversityInfo(), few).missing, "needs 50 failing tests, has 3");
    // Any two of these are at right angles or equal: the mean lies between the two determinants.
    const auto four = withFeatures({{1, 0}, {0, 1}, {1, 0}, {0, 1}});
    const MetricValue value = measure(geometricDiversityInfo(), four, {{"subset", "2"}, {"subsets", "100"}});
    const double equal = std::log(2 + 1e-6) + std::log(1e-6);
    EXPECT_NEAR(*value.value, equal / 3, 2.5); // 2 of 6 pairs are equal
    EXPECT_EQ(value.tests, 4);
}

TEST(Diversity, EntropyOfPairs)
{
    // Pairs 0>1 twice, 0>2, 2>1: shares 1/2, 1/4, 1/4.
    const std::vector<RigTest> tests = {{1, 0, 1, true, {}, {}},
                                        {2, 0, 1, true, {}, {}},
                                        {3, 0, 2, true, {}, {}},
                                        {4, 2, 1, true, {}, {}},
                                        {5, 3, 3, false, {}, {}}};
    EXPECT_DOUBLE_EQ(*measure(pairEntropyInfo(), tests).value, 1.5);
    // Predicted 1 three times, 2 once, of ten classes.
    const double bits = -0.75 * std::log2(0.75) + 0.25 * 2;
    EXPECT_NEAR(*measure(outputImpartialityInfo(), tests).value, bits / std::log2(10), 1e-12);
    const std::vector<RigTest> passing = {{5, 3, 3, false, {}, {}}};
    EXPECT_EQ(measure(pairEntropyInfo(), passing).missing, "needs 1 failing test, has 0");
    EXPECT_EQ(measure(outputImpartialityInfo(), passing).missing, "needs 1 failing test, has 0");
}

TEST(Diversity, EveryClassAlikeIsImpartial)
{
    std::vector<RigTest> tests;
    for (int i = 0; i < 20; ++i)
        tests.push_back({i, 0, i % 10, true, {}, {}});
    EXPECT_NEAR(*measure(outputImpartialityInfo(), tests).value, 1, 1e-12);
}

TEST(Diversity, CoverageAdded)
{
    RunTotals totals;
    totals.coverageAdded = {{"nc:threshold=0.75", 0.1}, {"kmnc", 0.3}, {"ann", 70}, {"nlc", 5}};
    EXPECT_DOUBLE_EQ(*makeMetric(coverageAddedInfo())->value(totals).value, 0.2);
    const auto of = [&](const char *criterion) {
        return makeMetric(coverageAddedInfo(), {{"criterion", criterion}})->value(totals);
    };
    EXPECT_EQ(of("ann").value, 70);
    EXPECT_EQ(of("nc").value, 0.1);
    EXPECT_EQ(of("nc:threshold=0.75").value, 0.1);
    EXPECT_EQ(of("nbc").missing, "needs the coverage by nbc, which was not measured");
    totals.coverageAdded = {{"ann", 70}};
    EXPECT_EQ(makeMetric(coverageAddedInfo())->value(totals).missing,
              "needs the coverage of 1 criterion that is a share, has 0");
}

} // namespace
} // namespace mutascope
