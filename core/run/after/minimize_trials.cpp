// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/after/minimize_trials.h"
#include <algorithm>
#include <limits>

namespace mutascope {

namespace {

constexpr std::size_t mostImagesAtOnce = 256;
constexpr std::size_t pixelsAtOnce = mostImagesAtOnce * 32 * 32;

std::size_t imagesAtOnce(const ImageShape &shape)
{
    const std::size_t pixels = std::size_t(shape.height) * std::size_t(shape.width);
    return std::clamp<std::size_t>(pixelsAtOnce / std::max<std::size_t>(pixels, 1), 1, mostImagesAtOnce);
}

Trial trialOf(const Predictions &predictions, std::size_t row, int wanted)
{
    const auto outputs = predictions.row(row);
    float other = -std::numeric_limits<float>::infinity();
    for (std::size_t i = 0; i < outputs.size(); ++i)
        if (int(i) != wanted)
            other = std::max(other, outputs[i]);
    return {predictions.predicted(row) == wanted, outputs[std::size_t(wanted)] - other};
}

} // namespace

std::vector<Trial> TrialBench::judge(std::size_t count,
                                     const std::function<int(std::size_t, std::span<std::uint8_t>)> &make)
{
    const ImageShape shape = m_model.spec().input;
    const std::size_t portion = imagesAtOnce(shape);
    std::vector<std::uint8_t> pixels(shape.size());
    std::vector<Trial> trials;
    trials.reserve(count);
    for (std::size_t begin = 0; begin < count; begin += portion) {
        if (!m_finishing && m_onProgress && !m_onProgress(m_progress)) {
            m_stopped = true;
            return {};
        }
        ImageBatch batch(shape);
        std::vector<int> wanted;
        for (std::size_t i = begin; i < std::min(begin + portion, count); ++i) {
            wanted.push_back(make(i, pixels));
            batch.append(shape, pixels);
        }
        const Predictions predictions = m_model.predict(batch);
        m_progress.calls += std::int64_t(batch.count());
        for (std::size_t i = 0; i < wanted.size(); ++i)
            trials.push_back(trialOf(predictions, i, wanted[i]));
    }
    return trials;
}

} // namespace mutascope
