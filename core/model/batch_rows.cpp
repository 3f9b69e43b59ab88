// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/batch_rows.h"

namespace mutascope {

namespace {

template <typename T> void append(std::vector<T> &target, const std::vector<T> &source)
{
    target.insert(target.end(), source.begin(), source.end());
}

// Rows begin..end-1 of a row-major matrix of count rows; empty stays empty.
std::vector<float> rows(const std::vector<float> &matrix, std::size_t count, std::size_t begin,
                        std::size_t end)
{
    const auto width = matrix.size() / count;
    return {matrix.begin() + std::ptrdiff_t(begin * width), matrix.begin() + std::ptrdiff_t(end * width)};
}

// The same weights for a share of the images that begins there.
auto fromImage(const decltype(Objective::weigh) &weigh, std::size_t begin) -> decltype(Objective::weigh)
{
    if (!weigh)
        return {};
    return [&weigh, begin](const Predictions &outputs, std::size_t first) {
        return weigh(outputs, begin + first);
    };
}

} // namespace

void extend(Predictions &target, const Predictions &part)
{
    target.count += part.count;
    append(target.outputs, part.outputs);
}

void extend(Trace &target, const Trace &part)
{
    extend(target.predictions, part.predictions);
    append(target.values, part.values);
}

void extend(FloatImages &target, const FloatImages &part)
{
    target.count += part.count;
    append(target.values, part.values);
}

FloatImages sliceOf(const FloatImages &images, std::size_t begin, std::size_t end)
{
    return {images.shape, end - begin, rows(images.values, images.count, begin, end)};
}

Objective sliceOf(const Objective &objective, std::size_t images, std::size_t begin, std::size_t end)
{
    return {rows(objective.logitWeights, images, begin, end), objective.layers,
            rows(objective.neuronWeights, images, begin, end), fromImage(objective.weigh, begin)};
}

} // namespace mutascope
