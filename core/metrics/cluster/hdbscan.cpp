// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/cluster/hdbscan.h"
#include "core/metrics/cluster/condensed_tree.h"
#include <algorithm>

namespace mutascope {

namespace {

using Group = CondensedTree::Group;

// Of each branch the group or the groups below it, whichever are more stable; never the group of all points.
std::vector<bool> mostStable(const CondensedTree &tree)
{
    std::vector<double> stability(tree.groups.size());
    std::vector<bool> chosen(tree.groups.size());
    for (std::size_t i = tree.groups.size(); i-- > 1;) {
        double below = 0;
        for (const std::size_t child : tree.groups[i].children)
            below += stability[child];
        chosen[i] = tree.groups[i].stability >= below;
        stability[i] = std::max(tree.groups[i].stability, below);
    }
    return chosen;
}

std::vector<bool> endsOf(const CondensedTree &tree)
{
    std::vector<bool> chosen;
    for (const Group &group : tree.groups)
        chosen.push_back(group.children.empty());
    return chosen;
}

// The uppermost chosen group that holds each group; 0 where there is none.
std::vector<std::size_t> clusterOfGroups(const CondensedTree &tree, ClusterChoice choice)
{
    const std::vector<bool> chosen = choice == ClusterChoice::Ends ? endsOf(tree) : mostStable(tree);
    std::vector<std::size_t> cluster(tree.groups.size());
    for (std::size_t i = 1; i < tree.groups.size(); ++i) {
        const std::size_t above = cluster[tree.groups[i].parent];
        cluster[i] = above == 0 && chosen[i] ? i : above;
    }
    return cluster;
}

} // namespace

std::vector<int> densityClusters(const DenseMatrix &points, const DensityOptions &options)
{
    const std::size_t least = std::max<std::size_t>(options.minClusterSize, 2);
    if (points.rows < least)
        return std::vector<int>(points.rows, noise);
    const auto core = coreDistances(points, std::max<std::size_t>(options.neighbours, 1));
    const auto edges = reachabilityTree(points, core);
    const CondensedTree tree = condensedTree(edges, points.rows, least);
    if (tree.groups.size() == 1 || edges.back().length == 0)
        return std::vector<int>(points.rows, 0);
    const std::vector<std::size_t> cluster = clusterOfGroups(tree, options.choice);
    std::vector<int> numbers(tree.groups.size(), noise);
    std::vector<int> result(points.rows, noise);
    int next = 0;
    for (std::size_t i = 0; i < points.rows; ++i) {
        const std::size_t group = cluster[tree.lastGroup[i]];
        if (group == 0)
            continue;
        if (numbers[group] == noise)
            numbers[group] = next++;
        result[i] = numbers[group];
    }
    return result;
}

} // namespace mutascope
