// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/builtin.h"
#include "core/metrics/per_test_metric.h"
#include <cstdlib>

namespace mutascope {

namespace {

double meanDifference(std::span<const std::uint8_t> seed, std::span<const std::uint8_t> test,
                      const ImageShape &)
{
    std::int64_t sum = 0;
    for (std::size_t i = 0; i < seed.size(); ++i)
        sum += std::abs(int(seed[i]) - int(test[i]));
    return double(sum) / (255.0 * double(seed.size()));
}

} // namespace

MetricInfo l1Info()
{
    return pairInfo(naturalness("l1", "L1",
                                "Mean absolute difference between the values of test and seed, values and "
                                "result from 0 to 1",
                                "Mzoughi et al., Towards Assessing Deep Learning Test Input Generators, "
                                "arXiv 2504.02329 (PM, perturbation magnitude)"),
                    meanDifference);
}

} // namespace mutascope
