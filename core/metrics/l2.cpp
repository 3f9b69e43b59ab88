// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/builtin.h"
#include "core/metrics/per_test_metric.h"
#include <cmath>

namespace mutascope {

namespace {

double euclideanDistance(std::span<const std::uint8_t> seed, std::span<const std::uint8_t> test,
                         const ImageShape &)
{
    std::int64_t squares = 0;
    for (std::size_t i = 0; i < seed.size(); ++i) {
        const int difference = int(seed[i]) - int(test[i]);
        squares += difference * difference;
    }
    return std::sqrt(double(squares)) / 255;
}

} // namespace

MetricInfo l2Info()
{
    return pairInfo(naturalness("l2", "L2",
                                "Euclidean distance between test and seed, values from 0 to 1; grows with "
                                "the size of the images",
                                "Mzoughi et al., Towards Assessing Deep Learning Test Input Generators, "
                                "arXiv 2504.02329 (PM, perturbation magnitude)"),
                    euclideanDistance);
}

} // namespace mutascope
