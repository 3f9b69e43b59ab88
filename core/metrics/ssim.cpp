// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/builtin.h"
#include "core/metrics/per_test_metric.h"
#include "core/metrics/structural_similarity.h"
#include <fmt/format.h>

namespace mutascope {

namespace {

double similarity(std::span<const std::uint8_t> seed, std::span<const std::uint8_t> test,
                  const ImageShape &shape)
{
    double sum = 0;
    for (int channel = 0; channel < shape.channels; ++channel)
        sum += structuralSimilarity(planeOf(seed, shape, channel), planeOf(test, shape, channel)).all;
    return sum / shape.channels;
}

std::string noteFor(const ImageShape &shape)
{
    const int window = similarityWindow(shape.height, shape.width);
    return window == 11 ? "" : fmt::format("window of {0}x{0} instead of 11x11 pixels", window);
}

} // namespace

MetricInfo ssimInfo()
{
    MetricInfo info
        = naturalness("ssim", "SSIM",
                      "Structural similarity of test and seed, 1 for equal images: Gaussian window of 11x11 "
                      "pixels (the largest odd size that fits where images are smaller) inside the image, "
                      "mean over the channels",
                      "Wang et al., Image Quality Assessment: From Error Visibility to Structural "
                      "Similarity, TIP 2004, eq. 13 and 17");
    info.higherIsBetter = true;
    info.needs.images = true;
    info.create = [](const ParamSet &params, const MetricContext &context) {
        return pairMetric(testChoiceOf(params), similarity, {.note = noteFor(context.shape)});
    };
    return info;
}

} // namespace mutascope
