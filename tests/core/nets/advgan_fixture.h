// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/nets/advgan_nets.h"
#include <span>

namespace mutascope {

// A classifier that is linear in the pixels, rounds nothing and computes in double precision, so that finite
// differences can be trusted.
class LinearTarget {
public:
    LinearTarget(std::size_t pixels, int classes) : m_pixels(pixels), m_classes(classes) { }

    FloatImages operator()(const FloatImages &images, const Objective &objective) const
    {
        Predictions outputs{images.count, m_classes, false, {}};
        for (std::size_t i = 0; i < images.count; ++i)
            for (int unit = 0; unit < m_classes; ++unit)
                outputs.outputs.push_back(output(images, i, unit));
        const std::vector<float> weights = objective.weigh(outputs, 0);
        FloatImages gradient{images.shape, images.count, std::vector<float>(images.values.size())};
        for (std::size_t i = 0; i < images.count; ++i)
            for (std::size_t pixel = 0; pixel < m_pixels; ++pixel)
                for (int unit = 0; unit < m_classes; ++unit)
                    gradient.values[i * m_pixels + pixel] += float(
                        weights[i * std::size_t(m_classes) + std::size_t(unit)] * weight(unit, pixel) / 255);
        return gradient;
    }

private:
    double weight(int unit, std::size_t pixel) const
    {
        return double((pixel * 7 + std::size_t(unit) * 3 + pixel / 3) % 5) / 4 - 0.5;
    }
    float output(const FloatImages &images, std::size_t image, int unit) const
    {
        double sum = 0;
        for (std::size_t pixel = 0; pixel < m_pixels; ++pixel)
            sum += weight(unit, pixel) * double(images.values[image * m_pixels + pixel]) / 255;
        return float(sum);
    }
    std::size_t m_pixels;
    int m_classes;
};

// Images of middle grey levels and noise; labels 0, 1, 2 ... in turn.
inline TrainingBatch noiseBatch(const ImageShape &shape, std::size_t count, int low = 60, int high = 190)
{
    TrainingBatch batch{ImageBatch(shape), {}, 1, 2, Rng(1)};
    Rng rng(99);
    for (std::size_t i = 0; i < count; ++i) {
        Image image{shape, {}};
        for (std::size_t pixel = 0; pixel < shape.size(); ++pixel)
            image.pixels.push_back(std::uint8_t(rng.between(low, high)));
        batch.images.append(image);
        batch.labels.push_back(int(i % 3));
    }
    return batch;
}

inline AdvGanOptions smallOptions(const ImageShape &shape)
{
    AdvGanOptions options;
    options.shape = shape;
    options.bound = 40;
    options.width = 2;
    options.goal = {-1, 50};
    options.hingeStart = 0;
    return options;
}

} // namespace mutascope
