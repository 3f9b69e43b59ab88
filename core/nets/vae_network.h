// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/nets/vae.h"
#include <ATen/core/Tensor.h>

// The two networks of a VAE, and its loss.
namespace mutascope {

// Weights and biases of one layer, drawn as PyTorch draws them: uniform within 1 / sqrt(inputs of a unit).
struct VaeLayer {
    at::Tensor weight;
    at::Tensor bias;
};

class VaeLayers {
public:
    explicit VaeLayers(std::uint64_t seed) : m_rng(seed) { }
    VaeLayer linear(std::int64_t inputs, std::int64_t outputs);
    VaeLayer convolution(std::int64_t inputs, std::int64_t outputs); // 3x3
    VaeLayer upsampling(std::int64_t inputs, std::int64_t outputs); // 4x4, transposed, stride 2
    const std::vector<at::Tensor> &parameters() const { return m_parameters; }

private:
    VaeLayer layer(at::IntArrayRef sizes, std::int64_t outputs, std::int64_t inputsOfUnit);
    at::Tensor draw(at::IntArrayRef sizes, double bound);

    Rng m_rng;
    std::vector<at::Tensor> m_parameters;
};

struct Posterior {
    at::Tensor mean; // one row an image
    at::Tensor logVariance;
};

// Images are NCHW in [0, 1].
class VaeNetwork {
public:
    explicit VaeNetwork(std::uint64_t seed) : m_make(seed) { }
    virtual ~VaeNetwork() = default;
    virtual Posterior encode(const at::Tensor &images) const = 0;
    // Before the sigmoid.
    virtual at::Tensor decode(const at::Tensor &points) const = 0;
    const std::vector<at::Tensor> &parameters() const { return m_make.parameters(); }

protected:
    VaeLayers m_make;
};

std::unique_ptr<VaeNetwork> denseVae(const ImageShape &shape, const VaeOptions &options);
std::unique_ptr<VaeNetwork> convolutionalVae(const ImageShape &shape, const VaeOptions &options);

// Sums over the batch.
at::Tensor vaeReconstructionLoss(const at::Tensor &decoded, const at::Tensor &images);
at::Tensor vaeDivergence(const Posterior &posterior);

} // namespace mutascope
