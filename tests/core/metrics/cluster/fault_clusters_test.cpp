// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/rng.h"
#include "core/metrics/cluster/fault_clusters.h"
#include "core/metrics/cluster/hdbscan.h"
#include "core/metrics/cluster/pca.h"
#include "core/metrics/fault.h"
#include "tests/core/metrics/fault_rig.h"
#include "tests/core/metrics/stats/reference_file.h"
#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <numeric>

namespace mutascope {
namespace {

using namespace faulttest;

DenseMatrix matrixOf(const std::vector<std::vector<float>> &rows)
{
    DenseMatrix matrix(rows.size(), rows.front().size());
    for (std::size_t i = 0; i < rows.size(); ++i)
        std::ranges::copy(rows[i], matrix.row(i).begin());
    return matrix;
}

TEST(Hdbscan, AsItsDefinitionSays)
{
    for (const auto &one : referenceCases("clusters")) {
        const DenseMatrix points = matrixOf(one["points"].get<std::vector<std::vector<float>>>());
        DensityOptions options{one["minClusterSize"], one["neighbours"], ClusterChoice::MostStable};
        EXPECT_EQ(densityClusters(points, options), one["labels"].get<std::vector<int>>());
        options.choice = ClusterChoice::Ends;
        EXPECT_EQ(densityClusters(points, options), one["ends"].get<std::vector<int>>());
    }
}

// Equal distances everywhere: the order of the points must not decide. Campello et al. 2013, algorithm 1,
// step 4: edges of equal weight are removed simultaneously. So a point equally far from two clusters leaves
// both at the level where they part, and is noise; removing one edge after the other would leave it with one
// of them, whichever comes first.
TEST(Hdbscan, OrderDoesNotMatterOnAGrid)
{
    std::vector<std::vector<float>> points;
    for (int i = 0; i < 20; ++i)
        points.push_back({float(i % 5), float(i / 5)});
    for (int i = 0; i < 9; ++i)
        points.push_back({float(20 + i % 3), float(i / 3)});
    points.push_back({12, 1}); // 8 from both
    std::vector<int> expected(20, 0);
    expected.insert(expected.end(), 9, 1);
    expected.push_back(noise);
    std::vector<int> reversed = {noise};
    reversed.insert(reversed.end(), 9, 0);
    reversed.insert(reversed.end(), 20, 1);
    for (const ClusterChoice choice : {ClusterChoice::Ends, ClusterChoice::MostStable}) {
        EXPECT_EQ(densityClusters(matrixOf(points), {5, 3, choice}), expected);
        std::ranges::reverse(points);
        EXPECT_EQ(densityClusters(matrixOf(points), {5, 3, choice}), reversed);
        std::ranges::reverse(points);
    }
}

TEST(Hdbscan, FewOrEqualPoints)
{
    EXPECT_TRUE(densityClusters(DenseMatrix(0, 3), {5, 5}).empty());
    EXPECT_EQ(densityClusters(DenseMatrix(3, 2), {5, 5}), std::vector<int>(3, noise));
    EXPECT_EQ(densityClusters(DenseMatrix(7, 2), {5, 5}), std::vector<int>(7, 0)); // all at 0
    EXPECT_EQ(densityClusters(DenseMatrix(2, 2), {2, 9}), std::vector<int>(2, 0));
}

// Ten copies of one point and ten around another place: a group of copies is one cluster, not everything.
TEST(Hdbscan, Copies)
{
    std::vector<std::vector<float>> points(10, {0, 0});
    for (int i = 0; i < 10; ++i)
        points.push_back({float(10 + std::cos(i)), float(std::sin(i))});
    std::vector<int> expected(20, 0);
    std::fill(expected.begin() + 10, expected.end(), 1);
    EXPECT_EQ(densityClusters(matrixOf(points), {5, 5}), expected);
}

// Points on a line through space: one component holds everything, distances stay.
TEST(PrincipalComponents, KeepDistances)
{
    const FeatureRows line{4, 3, {1, 2, 2, 2, 4, 4, 4, 8, 8, 0, 0, 0}};
    const Reduced reduced = principalComponents(line, 2);
    EXPECT_NEAR(reduced.explained, 1, 1e-12);
    EXPECT_NEAR(std::abs(reduced.rows.row(0)[0] - reduced.rows.row(2)[0]), 9, 1e-6);
    EXPECT_NEAR(reduced.rows.row(3)[1], 0, 1e-6);
}

// Both ways (more rows, more columns) keep all distances where all components are kept.
TEST(PrincipalComponents, TallAndWide)
{
    for (const auto &[count, width] : {std::pair<std::size_t, std::size_t>{30, 5}, {6, 40}}) {
        FeatureRows rows{count, width, {}};
        Rng rng(3);
        for (std::size_t i = 0; i < count * width; ++i)
            rows.values.push_back(float(rng.normal()));
        const Reduced reduced = principalComponents(rows, 100);
        EXPECT_EQ(reduced.rows.columns, std::min(count, width));
        const auto distance = [](const auto &a, const auto &b) {
            return std::sqrt(std::inner_product(a.begin(), a.end(), b.begin(), 0.0, std::plus{},
                                                [](double x, double y) { return (x - y) * (x - y); }));
        };
        EXPECT_NEAR(distance(rows.row(0), rows.row(5)), distance(reduced.rows.row(0), reduced.rows.row(5)),
                    1e-6);
        const Reduced two = principalComponents(rows, 2);
        EXPECT_EQ(two.rows.columns, 2);
        EXPECT_GT(two.explained, 2.0 / double(std::min(count, width)));
        EXPECT_LT(two.explained, 1);
    }
}

// Three groups of 30, 10 and 20 in 40 dimensions, apart from each other; far rows and NaN are noise.
FeatureRows groups()
{
    Rng rng(1);
    FeatureRows rows{0, 40, {}};
    const auto add = [&](int place, float distance, float spread) {
        ++rows.count;
        for (int c = 0; c < 40; ++c)
            rows.values.push_back((c == place ? distance : 0) + spread * float(rng.normal()));
    };
    for (int i = 0; i < 30; ++i)
        add(0, 20, 1);
    for (int i = 0; i < 10; ++i)
        add(1, 20, 1);
    for (int i = 0; i < 20; ++i)
        add(2, 20, 1);
    add(3, 300, 1);
    add(4, -400, 1);
    rows.values.insert(rows.values.end(), 40, NAN);
    ++rows.count;
    return rows;
}

TEST(FaultClusters, GroupsAndTheirRepresentatives)
{
    const FaultClusters found = faultClusters(groups(), {3, {5, 5}});
    ASSERT_EQ(found.clusters.size(), 3);
    EXPECT_EQ(found.clusters[0].members.size(), 30);
    EXPECT_EQ(found.clusters[1].members.size(), 20);
    EXPECT_EQ(found.clusters[1].members.front(), 40);
    EXPECT_EQ(found.clusters[2].members.size(), 10);
    EXPECT_EQ(found.noise(), 3);
    EXPECT_EQ(found.clusterOf[62], -1);
    for (std::size_t c = 0; c < 3; ++c) {
        const FaultCluster &cluster = found.clusters[c];
        EXPECT_TRUE(std::ranges::is_sorted(cluster.members));
        EXPECT_EQ(std::ranges::count(cluster.members, cluster.representative), 1);
        for (const std::size_t member : cluster.members)
            EXPECT_EQ(found.clusterOf[member], int(c));
    }
}

TEST(FaultClusters, TheRepresentativeIsNearestTheMean)
{
    const FeatureRows line{5, 1, {0, 1, 2.2F, 3, 4}}; // mean 2.04
    EXPECT_EQ(faultClusters(line, {1, {5, 2}}).clusters.at(0).representative, 2);
    EXPECT_TRUE(faultClusters(FeatureRows(), {}).clusters.empty());
}

TEST(FaultClusters, AsMetrics)
{
    const FeatureRows rows = groups();
    std::vector<RigTest> tests;
    for (std::size_t i = 0; i < rows.count; ++i)
        tests.push_back({std::int64_t(i),
                         0,
                         1,
                         true,
                         i < 40 ? Validity::Valid : Validity::Invalid,
                         {rows.row(i).begin(), rows.row(i).end()}});
    const ParamTexts texts = {{"components", "3"}};
    EXPECT_EQ(measure(faultClustersInfo(), tests, texts).value, 3);
    EXPECT_EQ(measure(faultClustersInfo(), tests, texts).tests, 62); // without the one that is not finite
    EXPECT_DOUBLE_EQ(*measure(faultNoiseInfo(), tests, texts).value, 2.0 / 62);
    EXPECT_EQ(measure(faultClustersInfo(), tests, {{"components", "3"}, {"clusters", "most-stable"}}).value,
              3);
    EXPECT_EQ(measure(validFaultClustersInfo(), tests, texts).value, 2);
    tests.resize(4);
    EXPECT_EQ(measure(faultClustersInfo(), tests).missing, "needs 5 failing tests, has 4");
    EXPECT_EQ(measure(validFaultClustersInfo(), tests).missing, "needs 5 valid failing tests, has 4");
}

} // namespace
} // namespace mutascope
