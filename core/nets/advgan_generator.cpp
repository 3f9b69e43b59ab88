// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nets/advgan_generator.h"
#include "core/nets/tensors.h"
#include <torch/torch.h>

namespace mutascope {

namespace {

constexpr int sideMultiple = 4;
constexpr int leastSide = 16; // below, nothing is left to reflect in the residual blocks
constexpr int residualBlocks = 4;
constexpr double initialDeviation = 0.02;
constexpr double epsilon = 1e-5; // of the normalisation; torchScript() has it too

int paddedSide(int side, int multiple, int least)
{
    return std::max((side + multiple - 1) / multiple * multiple, least);
}

// Row 0 of the padded image shows the image's row -front, and so on: ... 2 1 0 1 2 ... n-2 n-1 n-2 ...
at::Tensor reflectedIndices(int side, int padded)
{
    at::Tensor indices = at::empty({padded}, at::kLong);
    const int period = std::max(1, 2 * (side - 1));
    const int front = (padded - side) / 2;
    for (int i = 0; i < padded; ++i) {
        const int at = ((i - front) % period + period) % period;
        indices.data_ptr<std::int64_t>()[i] = at < side ? at : period - at;
    }
    return indices;
}

AdvGanLayer makeLayer(at::IntArrayRef sizes, std::int64_t outputs, Rng &rng)
{
    return {normalTensor(sizes, rng).mul_(initialDeviation).requires_grad_(),
            at::ones({outputs}).requires_grad_(), at::zeros({outputs}).requires_grad_()};
}

// Each channel of each image by itself, so that training and use agree: group normalisation with one channel
// a group, which LibTorch computes faster than what it calls by this name.
at::Tensor normalised(const at::Tensor &x, const AdvGanLayer &layer)
{
    return at::group_norm(x, x.size(1), layer.scale, layer.shift, epsilon, false);
}

} // namespace

Padding::Padding(int height, int width, int multiple, int least)
    : m_height(height), m_width(width), m_rows(reflectedIndices(height, paddedSide(height, multiple, least))),
      m_columns(reflectedIndices(width, paddedSide(width, multiple, least)))
{
}

at::Tensor Padding::pad(const at::Tensor &images) const
{
    return none() ? images : images.index_select(2, m_rows).index_select(3, m_columns);
}

at::Tensor Padding::crop(const at::Tensor &images) const
{
    return none() ? images : images.narrow(2, top(), m_height).narrow(3, left(), m_width);
}

AdvGanGenerator::AdvGanGenerator(const ImageShape &shape, int bound, int width, Rng rng)
    : m_shape(shape), m_bound(bound / 255.0), m_padding(shape.height, shape.width, sideMultiple, leastSide)
{
    const std::int64_t n = width;
    m_down = {makeLayer({n, shape.channels, 3, 3}, n, rng), makeLayer({2 * n, n, 3, 3}, 2 * n, rng),
              makeLayer({4 * n, 2 * n, 3, 3}, 4 * n, rng)};
    for (int i = 0; i < 2 * residualBlocks; ++i)
        m_blocks.push_back(makeLayer({4 * n, 4 * n, 3, 3}, 4 * n, rng));
    m_up = {makeLayer({4 * n, 2 * n, 3, 3}, 2 * n, rng), makeLayer({2 * n, n, 3, 3}, n, rng)};
    m_last = normalTensor({n, shape.channels, 6, 6}, rng).mul_(initialDeviation).requires_grad_();
}

std::vector<at::Tensor> AdvGanGenerator::parameters() const
{
    std::vector<at::Tensor> all;
    for (const auto *layers : {&m_down, &m_blocks, &m_up})
        for (const AdvGanLayer &layer : *layers)
            all.insert(all.end(), {layer.weight, layer.scale, layer.shift});
    all.push_back(m_last);
    return all;
}

at::Tensor AdvGanGenerator::block(const at::Tensor &x, const AdvGanLayer &first,
                                  const AdvGanLayer &second) const
{
    const at::Tensor inner
        = normalised(at::conv2d(at::reflection_pad2d(x, {1, 1, 1, 1}), first.weight), first).relu_();
    return x + normalised(at::conv2d(at::reflection_pad2d(inner, {1, 1, 1, 1}), second.weight), second);
}

// tanh times the bound in place of clamping tanh's values: where clamped values have no gradient, these have.
at::Tensor AdvGanGenerator::perturbation(const at::Tensor &images) const
{
    at::Tensor x = m_padding.pad(images);
    for (std::size_t i = 0; i < m_down.size(); ++i)
        x = normalised(at::conv2d(x, m_down[i].weight, {}, i == 0 ? 1 : 2), m_down[i]).relu_();
    for (std::size_t i = 0; i < m_blocks.size(); i += 2)
        x = block(x, m_blocks[i], m_blocks[i + 1]);
    for (const AdvGanLayer &layer : m_up)
        x = normalised(at::conv_transpose2d(x, layer.weight, {}, 2), layer).relu_();
    return m_padding.crop(at::conv_transpose2d(x, m_last)).tanh() * m_bound;
}

} // namespace mutascope
