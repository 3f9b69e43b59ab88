// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nets/advgan_discriminator.h"
#include "core/nets/tensors.h"
#include <torch/torch.h>

namespace mutascope {

namespace {

constexpr int leastSide = 22; // -> 10 -> 4 -> 1
constexpr double initialDeviation = 0.02;
constexpr double negativeSlope = 0.2;

at::Tensor drawnWeights(at::IntArrayRef sizes, Rng &rng)
{
    return normalTensor(sizes, rng).mul_(initialDeviation).requires_grad_();
}

// Batch normalisation always with the batch's own moments: outside of the training nothing is judged.
at::Tensor normalised(const at::Tensor &x, const AdvGanLayer &layer)
{
    return at::batch_norm(x, layer.scale, layer.shift, {}, {}, true, 0.1, 1e-5, false);
}

} // namespace

AdvGanDiscriminator::AdvGanDiscriminator(const ImageShape &shape, int width, Rng rng)
    : m_padding(shape.height, shape.width, 1, leastSide)
{
    const std::int64_t n = width;
    m_first = {drawnWeights({n, shape.channels, 4, 4}, rng), {}, at::zeros({n}).requires_grad_()};
    for (const std::int64_t inputs : {n, 2 * n})
        m_layers.push_back({drawnWeights({2 * inputs, inputs, 4, 4}, rng),
                            at::ones({2 * inputs}).requires_grad_(),
                            at::zeros({2 * inputs}).requires_grad_()});
    m_lastWeight = drawnWeights({1, 4 * n, 1, 1}, rng);
    m_lastBias = at::zeros({1}).requires_grad_();
}

at::Tensor AdvGanDiscriminator::judge(const at::Tensor &images) const
{
    at::Tensor x = at::conv2d(m_padding.pad(images), m_first.weight, m_first.shift, 2);
    x = at::leaky_relu(x, negativeSlope);
    for (const AdvGanLayer &layer : m_layers)
        x = at::leaky_relu(normalised(at::conv2d(x, layer.weight, {}, 2), layer), negativeSlope);
    return at::conv2d(x, m_lastWeight, m_lastBias).sigmoid();
}

std::vector<at::Tensor> AdvGanDiscriminator::parameters() const
{
    std::vector<at::Tensor> all{m_first.weight, m_first.shift};
    for (const AdvGanLayer &layer : m_layers)
        all.insert(all.end(), {layer.weight, layer.scale, layer.shift});
    all.insert(all.end(), {m_lastWeight, m_lastBias});
    return all;
}

} // namespace mutascope
