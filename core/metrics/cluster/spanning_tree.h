// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/model/torch/matrix_product.h"
#include <cstddef>
#include <vector>

namespace mutascope {

struct TreeEdge {
    std::size_t a = 0;
    std::size_t b = 0;
    double length = 0;
};

// The distance of each point to its nearest but so many, itself counted as the first.
std::vector<double> coreDistances(const DenseMatrix &points, std::size_t neighbours);

// A minimum spanning tree by mutual reachability, the largest of two points' distance and their core
// distances; shortest edges first. One edge less than points.
std::vector<TreeEdge> reachabilityTree(const DenseMatrix &points, const std::vector<double> &core);

} // namespace mutascope
