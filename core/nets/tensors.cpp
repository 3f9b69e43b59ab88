// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nets/tensors.h"
#include <torch/torch.h>

namespace mutascope {

namespace {

ImageShape shapeOf(const at::Tensor &images)
{
    return {int(images.size(2)), int(images.size(3)), int(images.size(1))};
}

std::vector<std::int64_t> nhwc(const ImageShape &shape, std::size_t count)
{
    return {std::int64_t(count), shape.height, shape.width, shape.channels};
}

template <typename Draw> at::Tensor drawn(at::IntArrayRef sizes, const Draw &draw)
{
    at::Tensor result = at::empty(sizes, at::kFloat);
    float *values = result.data_ptr<float>();
    for (std::int64_t i = 0; i < result.numel(); ++i)
        values[i] = float(draw());
    return result;
}

} // namespace

at::Tensor unitTensor(const ImageBatch &images)
{
    const auto pixels = images.all();
    const at::Tensor bytes = at::from_blob(const_cast<std::uint8_t *>(pixels.data()),
                                           nhwc(images.shape(), images.count()), at::kByte);
    return bytes.permute({0, 3, 1, 2}).to(at::kFloat).contiguous().mul_(1.0 / 255);
}

ImageBatch quantised(const at::Tensor &images)
{
    const at::Tensor bytes
        = images.detach().clamp(0, 1).mul(255).round().permute({0, 2, 3, 1}).to(at::kByte).contiguous();
    ImageBatch batch(shapeOf(images));
    const std::size_t size = batch.shape().size();
    const std::uint8_t *pixels = bytes.data_ptr<std::uint8_t>();
    batch.reserve(std::size_t(images.size(0)));
    for (std::int64_t i = 0; i < images.size(0); ++i)
        batch.append(batch.shape(), {pixels + std::size_t(i) * size, size});
    return batch;
}

FloatImages greyLevels(const at::Tensor &images)
{
    const at::Tensor levels = images.detach().mul(255).permute({0, 2, 3, 1}).contiguous();
    const float *begin = levels.data_ptr<float>();
    return {shapeOf(images), std::size_t(images.size(0)), {begin, begin + levels.numel()}};
}

at::Tensor unitGradient(const FloatImages &gradient)
{
    const at::Tensor levels = at::from_blob(const_cast<float *>(gradient.values.data()),
                                            nhwc(gradient.shape, gradient.count), at::kFloat);
    return levels.permute({0, 3, 1, 2}).mul(255).contiguous();
}

at::Tensor normalTensor(at::IntArrayRef sizes, Rng &rng)
{
    return drawn(sizes, [&] { return rng.normal(); });
}

at::Tensor uniformTensor(at::IntArrayRef sizes, Rng &rng)
{
    return drawn(sizes, [&] { return rng.uniform(); });
}

} // namespace mutascope
