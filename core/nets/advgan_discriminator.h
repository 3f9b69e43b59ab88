// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/nets/advgan_generator.h"

namespace mutascope {

// The network of AdvGAN that tells images from perturbed ones. Images of less than 22 pixels a side are
// reflected up to that, which is what its three convolutions reduce to one value.
class AdvGanDiscriminator {
public:
    AdvGanDiscriminator(const ImageShape &shape, int width, Rng rng);
    // In (0, 1): how much like an image of the data each is, part by part for large ones. NCHW in.
    at::Tensor judge(const at::Tensor &images) const;
    std::vector<at::Tensor> parameters() const;

private:
    Padding m_padding;
    AdvGanLayer m_first; // with a bias in place of a normalisation
    std::vector<AdvGanLayer> m_layers;
    at::Tensor m_lastWeight;
    at::Tensor m_lastBias;
};

} // namespace mutascope
