// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/generators/deepfault/ascent.h"
#include <algorithm>
#include <cmath>

namespace mutascope::deepfault {

namespace {

constexpr double white = 255;

// How far one iteration moves a pixel, in grey levels. The gradient is one of grey levels: both it and the
// move are 255 times larger in units of the published [0, 1].
double move(float gradient, const AscentRule &rule)
{
    if (!std::isfinite(gradient))
        return 0;
    const double whole = rule.sign ? (gradient > 0) - (gradient < 0)
                                   : rule.step * white * white * double(gradient) / rule.distance;
    return std::clamp(whole, -1.0, 1.0) * rule.distance / rule.iterations;
}

ImageBatch rounded(const ImageBatch &originals, const FloatImages &moved, double distance)
{
    const double bound = std::floor(distance);
    const std::span<const std::uint8_t> before = originals.all();
    std::vector<std::uint8_t> pixels(before.size());
    for (std::size_t i = 0; i < pixels.size(); ++i) {
        const double nearest = std::round(double(moved.values[i]));
        pixels[i]
            = std::uint8_t(std::clamp(std::clamp(nearest, before[i] - bound, before[i] + bound), 0.0, white));
    }
    ImageBatch result(originals.shape());
    const std::size_t size = originals.shape().size();
    result.reserve(originals.count());
    for (std::size_t i = 0; i < originals.count(); ++i)
        result.append(originals.shape(), std::span(pixels).subspan(i * size, size));
    return result;
}

} // namespace

ImageBatch ascend(Model &model, const ImageBatch &images, const LayerSet &layers,
                  const std::vector<float> &weights, const AscentRule &rule)
{
    Objective objective;
    objective.layers = layers;
    objective.neuronWeights = weights;
    FloatImages moved{images.shape(), images.count(), {images.all().begin(), images.all().end()}};
    for (int iteration = 0; iteration < rule.iterations; ++iteration) {
        const FloatImages gradient = model.gradient(moved, objective);
        for (std::size_t i = 0; i < moved.values.size(); ++i)
            moved.values[i]
                = float(std::clamp(moved.values[i] + move(gradient.values.at(i), rule), 0.0, white));
    }
    return rounded(images, moved, rule.distance);
}

} // namespace mutascope::deepfault
