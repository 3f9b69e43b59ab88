// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/builtin.h"
#include "core/metrics/per_test_metric.h"
#include <algorithm>
#include <cstdlib>

namespace mutascope {

namespace {

double largestDifference(std::span<const std::uint8_t> seed, std::span<const std::uint8_t> test,
                         const ImageShape &)
{
    int largest = 0;
    for (std::size_t i = 0; i < seed.size(); ++i)
        largest = std::max(largest, std::abs(int(seed[i]) - int(test[i])));
    return largest / 255.0;
}

} // namespace

MetricInfo linfInfo()
{
    return pairInfo(naturalness("linf", "L\u221e",
                                "Largest difference of a value between test and seed, from 0 to 1",
                                "Mzoughi et al., Towards Assessing Deep Learning Test Input Generators, "
                                "arXiv 2504.02329 (PM, perturbation magnitude)"),
                    largestDifference);
}

} // namespace mutascope
