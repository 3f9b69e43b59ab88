// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/builtin.h"
#include "core/metrics/per_test_metric.h"
#include "core/metrics/structural_similarity.h"
#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <numeric>

namespace mutascope {

namespace {

// Finest scale first.
constexpr std::array weights = {0.0448, 0.2856, 0.3001, 0.2363, 0.1333};

// So many that the full window fits into the coarsest; at least one.
int scalesFor(int height, int width)
{
    int scales = 1;
    for (int side = std::min(height, width) / 2; side >= 11 && scales < int(weights.size()); side /= 2)
        ++scales;
    return scales;
}

// Negative terms have no power and count as 0.
double weighted(double term, int scale, int scales)
{
    const double total = std::accumulate(weights.begin(), weights.begin() + scales, 0.0);
    return std::pow(std::max(term, 0.0), weights[std::size_t(scale)] / total);
}

double similarityOfChannel(Plane seed, Plane test)
{
    const int scales = scalesFor(seed.height, seed.width);
    double product = 1;
    for (int scale = 0; scale < scales - 1; ++scale) {
        product *= weighted(structuralSimilarity(seed, test).contrastStructure, scale, scales);
        seed = halved(seed);
        test = halved(test);
    }
    return product * weighted(structuralSimilarity(seed, test).all, scales - 1, scales);
}

double similarity(std::span<const std::uint8_t> seed, std::span<const std::uint8_t> test,
                  const ImageShape &shape)
{
    double sum = 0;
    for (int channel = 0; channel < shape.channels; ++channel)
        sum += similarityOfChannel(planeOf(seed, shape, channel), planeOf(test, shape, channel));
    return sum / shape.channels;
}

std::string noteFor(const ImageShape &shape)
{
    const int scales = scalesFor(shape.height, shape.width);
    if (scales == int(weights.size()))
        return {};
    return fmt::format("{} of 5 scales: at the next one the images of {} would be below 11 pixels", scales,
                       shape.text());
}

} // namespace

MetricInfo msSsimInfo()
{
    MetricInfo info = naturalness(
        "ms-ssim", "MS-SSIM",
        "Structural similarity of test and seed over up to five scales, from 0 to 1 for equal images; as "
        "many scales as the window of 11 pixels fits into, their weights scaled to sum to 1",
        "Wang et al., Multiscale Structural Similarity for Image Quality Assessment, Asilomar 2003, eq. 7");
    info.higherIsBetter = true;
    info.needs.images = true;
    info.create = [](const ParamSet &params, const MetricContext &context) {
        return pairMetric(testChoiceOf(params), similarity, {.note = noteFor(context.shape)});
    };
    return info;
}

} // namespace mutascope
