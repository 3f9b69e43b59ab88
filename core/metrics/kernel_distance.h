// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/base/rng.h"
#include "core/metrics/metric.h"

namespace mutascope {

struct SubsetPlan {
    std::size_t subsets = 0;
    std::size_t ofA = 0; // rows a subset
    std::size_t ofB = 0;
};
// At most `size` rows of each; where that is all of both, every subset would be the same and there is one.
SubsetPlan planSubsets(std::size_t countA, std::size_t countB, std::size_t subsets, std::size_t size);

// Unbiased estimates of the squared maximum mean discrepancy with the kernel (x y / width + 1)^3, one a
// subset, whose rows are drawn without replacement. At least two rows of each, of one width; else
// Error{Internal}.
std::vector<double> kernelDistances(const FeatureRows &a, const FeatureRows &b, const SubsetPlan &plan,
                                    const Rng &rng);

} // namespace mutascope
