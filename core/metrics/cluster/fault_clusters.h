// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/metrics/cluster/hdbscan.h"
#include "core/metrics/metric.h"
#include <cstddef>
#include <vector>

// Failing tests that fail for what looks like the same reason: those close together in the deep features of
// a network (Aghababaeyan et al., "Black-Box Testing of Deep Neural Networks through Test Case Diversity",
// TSE 2023, by principal components instead of UMAP, which is neither exact nor deterministic).
namespace mutascope {

struct FaultClusterOptions {
    std::size_t components = 16; // directions of largest variance that are kept
    DensityOptions density;
};

struct FaultCluster {
    std::size_t representative = 0; // the member nearest their mean
    std::vector<std::size_t> members; // rows of the features, ascending
};

struct FaultClusters {
    std::vector<int> clusterOf; // index into clusters of each row; -1: noise
    std::vector<FaultCluster> clusters; // largest first; of equal size that with the first row
    double explained = 1; // share of the variance that the kept components have
    std::size_t noise() const; // rows in no cluster
};

// Rows that are not finite (of a model that misbehaves) are noise. Deterministic.
FaultClusters faultClusters(const FeatureRows &features, const FaultClusterOptions &options = {});

} // namespace mutascope
