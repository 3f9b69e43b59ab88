// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/base/image.h"
#include "core/base/rng.h"
#include <ATen/core/Tensor.h>
#include <vector>

// The two kinds of network of a CycleGAN. Tensors are NCHW in [-1, 1].
namespace mutascope::cyclegan {

// How images of a shape are fitted to the networks.
struct Frame {
    int levels = 1; // halvings of the sides
    int top = 0; // rows and columns of padding
    int bottom = 0;
    int left = 0;
    int right = 0;

    at::Tensor padded(const at::Tensor &images) const;
    at::Tensor cut(const at::Tensor &images) const;
};
Frame frameOf(const ImageShape &shape);

struct Layer {
    at::Tensor weight;
    at::Tensor bias;
};

// Draws first weights, normal with deviation 0.02, in the order of the layers.
class LayerMaker {
public:
    explicit LayerMaker(const Rng &rng) : m_rng(rng) { }
    Layer convolution(std::int64_t inputs, std::int64_t outputs, std::int64_t kernel);
    const std::vector<at::Tensor> &parameters() const { return m_parameters; }

private:
    Rng m_rng;
    std::vector<at::Tensor> m_parameters;
};

// Which channels of each image are dropped: one stream an image, so that the others do not matter.
class ChannelDropout {
public:
    ChannelDropout() = default; // drops nothing
    // One stream an image; of those that are not active nothing is dropped.
    ChannelDropout(double rate, const std::vector<Rng> &streams, const std::vector<bool> &active);
    // Of the next layer.
    at::Tensor operator()(const at::Tensor &values);

private:
    double m_rate = 0;
    std::vector<Rng> m_streams;
    std::vector<bool> m_active;
};

// U-Net: 4x4 convolutions of stride 2 down, twice the channels each, at most 8 times; up by doubling the
// pixels and a 3x3 convolution, beside which stands the output of the same size from the way down.
class UNet {
public:
    UNet(int channels, int width, int levels, const Rng &rng);
    at::Tensor operator()(const at::Tensor &images, ChannelDropout &dropout) const;
    const std::vector<at::Tensor> &parameters() const { return m_make.parameters(); }

private:
    LayerMaker m_make;
    std::vector<Layer> m_down;
    std::vector<Layer> m_up;
    Layer m_last;
};

// PatchGAN: a map of judgements, one for each of some overlapping patches.
class PatchDiscriminator {
public:
    PatchDiscriminator(int channels, int width, int levels, const Rng &rng);
    at::Tensor operator()(const at::Tensor &images) const;
    const std::vector<at::Tensor> &parameters() const { return m_make.parameters(); }

private:
    LayerMaker m_make;
    std::vector<Layer> m_down;
    Layer m_last;
};

} // namespace mutascope::cyclegan
