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

at::Tensor sameSize(const at::Tensor &x, const AdvGanLayer &layer)
{
    return normalised(at::conv2d(at::reflection_pad2d(x, {1, 1, 1, 1}), layer.weight), layer);
}

// What comes past is larger, as layers without padding cut the borders off; the middle of it shows the places
// of x to within half a pixel.
at::Tensor joined(const at::Tensor &x, const at::Tensor &past)
{
    const std::int64_t top = (past.size(2) - x.size(2) + 1) / 2, left = (past.size(3) - x.size(3) + 1) / 2;
    return at::cat({x, past.narrow(2, top, x.size(2)).narrow(3, left, x.size(3))}, 1);
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

AdvGanGenerator::AdvGanGenerator(const Layout &layout, Rng rng)
    : m_layout(layout), m_padding(layout.shape.height, layout.shape.width, sideMultiple, leastSide)
{
    const std::int64_t n = layout.width;
    const int channels = layout.shape.channels;
    m_down = {makeLayer({n, channels, 3, 3}, n, rng), makeLayer({2 * n, n, 3, 3}, 2 * n, rng),
              makeLayer({4 * n, 2 * n, 3, 3}, 4 * n, rng)};
    for (int i = 0; i < 2 * residualBlocks; ++i)
        m_blocks.push_back(makeLayer({4 * n, 4 * n, 3, 3}, 4 * n, rng));
    m_up = {makeLayer({4 * n, 2 * n, 3, 3}, 2 * n, rng), makeLayer({2 * n, n, 3, 3}, n, rng)};
    m_last = normalTensor({n, channels, 6, 6}, rng).mul_(initialDeviation).requires_grad_();
    if (layout.skips)
        m_joins = {makeLayer({2 * n, 4 * n, 3, 3}, 2 * n, rng), makeLayer({n, 2 * n, 3, 3}, n, rng)};
}

std::vector<at::Tensor> AdvGanGenerator::parameters() const
{
    std::vector<at::Tensor> all;
    for (const auto *layers : {&m_down, &m_blocks, &m_up, &m_joins})
        for (const AdvGanLayer &layer : *layers)
            all.insert(all.end(), {layer.weight, layer.scale, layer.shift});
    all.push_back(m_last);
    return all;
}

at::Tensor AdvGanGenerator::unbounded(const at::Tensor &images) const
{
    at::Tensor x = m_padding.pad(images);
    std::vector<at::Tensor> past;
    for (std::size_t i = 0; i < m_down.size(); ++i) {
        x = normalised(at::conv2d(x, m_down[i].weight, {}, i == 0 ? 1 : 2), m_down[i]).relu_();
        past.push_back(x);
    }
    for (std::size_t i = 0; i < m_blocks.size(); i += 2)
        x = x + sameSize(sameSize(x, m_blocks[i]).relu_(), m_blocks[i + 1]);
    for (std::size_t i = 0; i < m_up.size(); ++i) {
        x = normalised(at::conv_transpose2d(x, m_up[i].weight, {}, 2), m_up[i]).relu_();
        if (!m_joins.empty())
            x = sameSize(joined(x, past[past.size() - 2 - i]), m_joins[i]).relu_();
    }
    return m_padding.crop(at::conv_transpose2d(x, m_last));
}

// tanh times the bound in place of clamping tanh's values: where clamped values have no gradient, these have.
at::Tensor AdvGanGenerator::bounded(const at::Tensor &unbounded) const
{
    return unbounded.tanh() * (m_layout.bound / 255.0);
}

} // namespace mutascope
