// SPDX-License-Identifier: GPL-3.0-or-later
// One hidden layer each way, as SINVAD has it for MNIST: 784-1600-400 and back.
#include "core/nets/vae_network.h"
#include <torch/torch.h>

namespace mutascope {

namespace {

at::Tensor linear(const VaeLayer &layer, const at::Tensor &x)
{
    return at::linear(x, layer.weight, layer.bias);
}

class DenseVae : public VaeNetwork {
public:
    DenseVae(const ImageShape &shape, const VaeOptions &options) : VaeNetwork(options.seed), m_shape(shape)
    {
        const std::int64_t values = std::int64_t(shape.size());
        m_inner = m_make.linear(values, options.hidden);
        m_mean = m_make.linear(options.hidden, options.latent);
        m_logVariance = m_make.linear(options.hidden, options.latent);
        m_outer = m_make.linear(options.latent, options.hidden);
        m_image = m_make.linear(options.hidden, values);
    }

    Posterior encode(const at::Tensor &images) const override
    {
        const at::Tensor hidden = linear(m_inner, images.flatten(1)).relu_();
        return {linear(m_mean, hidden), linear(m_logVariance, hidden)};
    }

    at::Tensor decode(const at::Tensor &points) const override
    {
        return linear(m_image, linear(m_outer, points).relu_())
            .reshape({-1, m_shape.channels, m_shape.height, m_shape.width});
    }

private:
    ImageShape m_shape;
    VaeLayer m_inner, m_mean, m_logVariance, m_outer, m_image;
};

} // namespace

std::unique_ptr<VaeNetwork> denseVae(const ImageShape &shape, const VaeOptions &options)
{
    return std::make_unique<DenseVae>(shape, options);
}

} // namespace mutascope
