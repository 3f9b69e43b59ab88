// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/builtin.h"
#include "core/metrics/per_test_metric.h"
#include <algorithm>

namespace mutascope {

namespace {

// A pixel of a colour image counts once however many of its values differ.
double changedShare(std::span<const std::uint8_t> seed, std::span<const std::uint8_t> test,
                    const ImageShape &shape)
{
    const auto channels = std::size_t(shape.channels);
    std::size_t changed = 0;
    for (std::size_t i = 0; i < seed.size(); i += channels)
        changed += !std::equal(&seed[i], &seed[i] + channels, &test[i]);
    return double(changed * channels) / double(seed.size());
}

} // namespace

MetricInfo l0Info()
{
    return pairInfo(naturalness("l0", "L0",
                                "Share of the pixels that differ between test and seed, from 0 to 1; a pixel "
                                "of a colour image counts once",
                                "Mzoughi et al., Towards Assessing Deep Learning Test Input Generators, "
                                "arXiv 2504.02329 (PM, perturbation magnitude)"),
                    changedShare);
}

} // namespace mutascope
