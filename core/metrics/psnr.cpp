// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/builtin.h"
#include "core/metrics/per_test_metric.h"
#include <cmath>

namespace mutascope {

namespace {

// Infinite where test and seed are equal.
double signalToNoise(std::span<const std::uint8_t> seed, std::span<const std::uint8_t> test,
                     const ImageShape &)
{
    std::int64_t squares = 0;
    for (std::size_t i = 0; i < seed.size(); ++i) {
        const int difference = int(seed[i]) - int(test[i]);
        squares += difference * difference;
    }
    return 10 * std::log10(255.0 * 255.0 * double(seed.size()) / double(squares));
}

} // namespace

MetricInfo psnrInfo()
{
    MetricInfo info = naturalness(
        "psnr", "PSNR",
        "Peak signal-to-noise ratio of test against seed; tests equal to their seed, for which it is "
        "infinite, are left out and counted",
        "Hor\u00e9 and Ziou, Image Quality Metrics: PSNR vs. SSIM, ICPR 2010, eq. 1");
    info.unit = "dB";
    info.higherIsBetter = true;
    info.needs.images = true;
    info.create = [](const ParamSet &params, const MetricContext &) {
        return pairMetric(testChoiceOf(params), signalToNoise, {{}, "they equal their seeds"});
    };
    return info;
}

} // namespace mutascope
