// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/coverage/coverage_fixture.h"

namespace mutascope {
namespace {

using namespace coveragetest;

double commitTo(Criterion &nlc, const std::vector<int> &counts, const std::vector<Row> &rows)
{
    nlc.commit(TraceRows::all(traceOf(counts, rows)));
    return nlc.value();
}

// Deviations (-1, -2) and (1, 2): covariance [[1, 2], [2, 4]], mean 2.25. The second layer: variance 9.
TEST(LayerCovarianceCoverage, SumOfMeanAbsoluteCovariances)
{
    auto nlc = make("nlc", {2, 1});
    EXPECT_DOUBLE_EQ(commitTo(*nlc, {2, 1}, {{1, 2, -3}, {3, 6, 3}}), 2.25 + 9);
    auto negative = make("nlc", {2});
    EXPECT_DOUBLE_EQ(commitTo(*negative, {2}, {{1, 6}, {3, 2}}), 2.25); // -2 counts as 2
}

TEST(LayerCovarianceCoverage, OneImageHasNoCovariance)
{
    auto nlc = make("nlc", {2});
    EXPECT_EQ(commitTo(*nlc, {2}, {{5, 7}}), 0);
}

// -3, 3 and then -5, 5: the variance of all four is (9 + 9 + 25 + 25) / 4.
TEST(LayerCovarianceCoverage, BatchesAreJoined)
{
    auto nlc = make("nlc", {1});
    EXPECT_DOUBLE_EQ(commitTo(*nlc, {1}, {{-3}, {3}}), 9);
    EXPECT_DOUBLE_EQ(nlc->gain(TraceRows::all(traceOf({1}, {{-5}, {5}}))), 8);
    EXPECT_DOUBLE_EQ(commitTo(*nlc, {1}, {{-5}, {5}}), 17);
    // Two equal values far away: 5 and 1 of six at 12 -> mean 4, squares 68 + 288 - 6 * 16.
    EXPECT_DOUBLE_EQ(commitTo(*nlc, {1}, {{12}, {12}}), (68 + 288 - 96) / 6.0);
}

TEST(LayerCovarianceCoverage, WhatMakesALayerSmallerIsLeftOut)
{
    auto nlc = make("nlc", {1, 1});
    EXPECT_DOUBLE_EQ(commitTo(*nlc, {1, 1}, {{-3, -3}, {3, 3}}), 18);
    EXPECT_DOUBLE_EQ(commitTo(*nlc, {1, 1}, {{0, -5}, {0, 5}}), 9 + 17); // the second layer alone
    EXPECT_DOUBLE_EQ(commitTo(*nlc, {1, 1}, {{-5, 0}, {5, 0}}), 17 + 17); // as if the zeros never were
}

TEST(LayerCovarianceCoverage, NotFiniteRowsAreLeftOutOfTheirLayer)
{
    auto nlc = make("nlc", {1, 1});
    EXPECT_DOUBLE_EQ(commitTo(*nlc, {1, 1}, {{-3, nan}, {3, -1}, {inf, 1}}), 9 + 1);
}

} // namespace
} // namespace mutascope
