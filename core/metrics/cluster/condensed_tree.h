// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/metrics/cluster/spanning_tree.h"

namespace mutascope {

// Groups of points as the density threshold rises: each loses points one by one, until it splits into
// two groups or more that are large enough. Group 0 holds all points; a group comes after its parent.
struct CondensedTree {
    struct Group {
        std::size_t parent = 0;
        double birth = 0; // density at which it appears
        double stability = 0; // sum over its points of the density they leave it at, less its birth
        std::vector<std::size_t> children; // none or more than one
    };
    std::vector<Group> groups;
    std::vector<std::size_t> lastGroup; // of each point, before it became noise or its group ended
};

// edges: a spanning tree of the points (two or more), shortest first. minClusterSize: 2 or more.
CondensedTree condensedTree(const std::vector<TreeEdge> &edges, std::size_t points,
                            std::size_t minClusterSize);

} // namespace mutascope
