// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nets/tensors.h"
#include "core/nets/vae_network.h"
#include <cmath>
#include <torch/torch.h>

namespace mutascope {

at::Tensor VaeLayers::draw(at::IntArrayRef sizes, double bound)
{
    at::Tensor values = uniformTensor(sizes, m_rng).mul_(2 * bound).sub_(bound);
    values.requires_grad_(true);
    m_parameters.push_back(values);
    return values;
}

VaeLayer VaeLayers::layer(at::IntArrayRef sizes, std::int64_t outputs, std::int64_t inputsOfUnit)
{
    const double bound = 1 / std::sqrt(double(inputsOfUnit));
    const at::Tensor weight = draw(sizes, bound);
    return {weight, draw({outputs}, bound)};
}

VaeLayer VaeLayers::linear(std::int64_t inputs, std::int64_t outputs)
{
    return layer({outputs, inputs}, outputs, inputs);
}

VaeLayer VaeLayers::convolution(std::int64_t inputs, std::int64_t outputs)
{
    return layer({outputs, inputs, 3, 3}, outputs, inputs * 9);
}

VaeLayer VaeLayers::upsampling(std::int64_t inputs, std::int64_t outputs)
{
    return layer({inputs, outputs, 4, 4}, outputs, outputs * 16);
}

at::Tensor vaeReconstructionLoss(const at::Tensor &decoded, const at::Tensor &images)
{
    return at::binary_cross_entropy_with_logits(decoded, images, {}, {}, at::Reduction::Sum);
}

at::Tensor vaeDivergence(const Posterior &posterior)
{
    const at::Tensor &logVariance = posterior.logVariance;
    return (logVariance.exp() + posterior.mean.square() - 1 - logVariance).sum().mul(0.5);
}

} // namespace mutascope
