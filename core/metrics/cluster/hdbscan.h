// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/model/torch/matrix_product.h"
#include <cstddef>
#include <vector>

// Density clustering without a distance to choose: Campello, Moulavi, Sander, "Density-Based Clustering Based
// on Hierarchical Density Estimates", PAKDD 2013 (HDBSCAN), with a choice between its clusters.
namespace mutascope {

// Which groups of the hierarchy are clusters: of each branch the most stable ones, or its ends. Stability
// favours few, large ones where the density has no clear gaps.
enum class ClusterChoice { Ends, MostStable };

struct DensityOptions {
    std::size_t minClusterSize = 5; // fewer points together are noise; at least 2
    std::size_t neighbours = 5; // the density at a point is that of so many nearest, itself included
    ClusterChoice choice = ClusterChoice::Ends;
};

inline constexpr int noise = -1;

// The cluster of each point, or noise; numbered in the order of their first points. Points that have a single
// peak of density, without a second group of that size, are one cluster. Fewer points than a cluster needs
// are noise. Memory grows with the number of points, time with its square; the same points in the same order
// give the same clusters.
std::vector<int> densityClusters(const DenseMatrix &points, const DensityOptions &options);

} // namespace mutascope
