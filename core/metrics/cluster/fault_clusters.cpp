// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/cluster/fault_clusters.h"
#include "core/coverage/nearest_rows.h"
#include "core/metrics/cluster/pca.h"
#include <algorithm>
#include <cmath>
#include <map>

namespace mutascope {

namespace {

std::vector<std::size_t> finiteRows(const FeatureRows &features)
{
    std::vector<std::size_t> rows;
    for (std::size_t i = 0; i < features.count; ++i)
        if (std::ranges::all_of(features.row(i), [](float value) { return std::isfinite(value); }))
            rows.push_back(i);
    return rows;
}

FeatureRows chosen(const FeatureRows &features, const std::vector<std::size_t> &rows)
{
    FeatureRows result{rows.size(), features.width, {}};
    result.values.reserve(rows.size() * features.width);
    for (const std::size_t row : rows)
        std::ranges::copy(features.row(row), std::back_inserter(result.values));
    return result;
}

// members: rows of points.
std::size_t nearestMean(const DenseMatrix &points, const std::vector<std::size_t> &members)
{
    std::vector<double> mean(points.columns);
    for (const std::size_t member : members)
        std::ranges::transform(mean, points.row(member), mean.begin(), std::plus{});
    for (double &value : mean)
        value /= double(members.size());
    return *std::ranges::min_element(
        members, {}, [&](std::size_t member) { return squaredDistance(points.row(member), mean); });
}

std::vector<FaultCluster> clustersOf(const std::vector<int> &labels, const DenseMatrix &points)
{
    std::map<int, FaultCluster> byLabel;
    for (std::size_t i = 0; i < labels.size(); ++i)
        if (labels[i] != noise)
            byLabel[labels[i]].members.push_back(i);
    std::vector<FaultCluster> clusters;
    for (auto &[label, cluster] : byLabel) {
        cluster.representative = nearestMean(points, cluster.members);
        clusters.push_back(std::move(cluster));
    }
    std::ranges::stable_sort(clusters, std::greater{}, [](const auto &c) { return c.members.size(); });
    return clusters;
}

} // namespace

std::size_t FaultClusters::noise() const
{
    return std::size_t(std::ranges::count(clusterOf, mutascope::noise));
}

FaultClusters faultClusters(const FeatureRows &features, const FaultClusterOptions &options)
{
    FaultClusters result;
    result.clusterOf.assign(features.count, noise);
    const std::vector<std::size_t> rows = finiteRows(features);
    if (rows.empty())
        return result;
    const Reduced reduced = principalComponents(chosen(features, rows), options.components);
    result.explained = reduced.explained;
    result.clusters = clustersOf(densityClusters(reduced.rows, options.density), reduced.rows);
    for (std::size_t c = 0; c < result.clusters.size(); ++c) {
        FaultCluster &cluster = result.clusters[c];
        cluster.representative = rows[cluster.representative];
        for (std::size_t &member : cluster.members) {
            member = rows[member];
            result.clusterOf[member] = int(c);
        }
    }
    return result;
}

} // namespace mutascope
