// SPDX-License-Identifier: GPL-3.0-or-later
// Convolutions with residual blocks, after SINVAD's network for CIFAR-10 and SVHN, but of any depth: sizes
// are halved until the longer side is at most 8. Nothing is normalised: instance normalisation takes colour
// and brightness away, which the decoder cannot make up for. Blocks begin as the identity instead. Images
// whose sides are no multiple of the smallest map's are continued at the right and at the bottom with their
// last column and row, and what is decoded is cropped.
#include "core/nets/vae_network.h"
#include <algorithm>
#include <optional>
#include <torch/torch.h>

namespace mutascope {

namespace {

constexpr int smallestMap = 8;
constexpr std::int64_t mostWidening = 4; // channels at the smallest map, in multiples of the first

at::Tensor transformed(const VaeLayer &layer, const at::Tensor &x)
{
    return at::linear(x, layer.weight, layer.bias);
}

at::Tensor convolved(const VaeLayer &layer, const at::Tensor &x)
{
    return at::conv2d(x, layer.weight, layer.bias, 1, 1);
}

at::Tensor upsampled(const VaeLayer &layer, const at::Tensor &x)
{
    return at::conv_transpose2d(x, layer.weight, layer.bias, 2, 1);
}

struct ResidualBlock {
    VaeLayer first;
    VaeLayer second;

    at::Tensor operator()(const at::Tensor &x) const
    {
        return x + convolved(second, convolved(first, x).relu());
    }
};

// One size of the images on the way in or out.
struct Level {
    VaeLayer entry; // convolution on the way in, upsampling on the way out
    std::vector<ResidualBlock> blocks;

    at::Tensor throughBlocks(at::Tensor x) const
    {
        for (const ResidualBlock &block : blocks)
            x = block(x);
        return x;
    }
};

struct Geometry {
    int levels = 1;
    std::int64_t height = 0; // continued, a multiple of 2^levels
    std::int64_t width = 0;

    explicit Geometry(const ImageShape &shape)
    {
        while (std::max(shape.height, shape.width) > smallestMap << levels)
            ++levels;
        const auto continued = [this](std::int64_t side) {
            const std::int64_t unit = std::int64_t{1} << levels;
            return std::max(2 * unit, (side + unit - 1) / unit * unit); // a map of one value has no variance
        };
        height = continued(shape.height);
        width = continued(shape.width);
    }
    std::int64_t mapHeight() const { return height >> levels; }
    std::int64_t mapWidth() const { return width >> levels; }
};

class ConvolutionalVae : public VaeNetwork {
public:
    ConvolutionalVae(const ImageShape &shape, const VaeOptions &options);
    Posterior encode(const at::Tensor &images) const override;
    at::Tensor decode(const at::Tensor &points) const override;

private:
    std::int64_t channelsOf(int level) const
    {
        return m_channels * std::min<std::int64_t>(std::int64_t{1} << level, mostWidening);
    }
    std::vector<ResidualBlock> makeBlocks(std::int64_t channels, int count);

    ImageShape m_shape;
    Geometry m_geometry;
    std::int64_t m_channels;
    std::vector<Level> m_in;
    std::optional<VaeLayer> m_hidden; // between map and latent space
    VaeLayer m_mean, m_logVariance;
    std::optional<VaeLayer> m_outer; // and back
    VaeLayer m_map;
    std::vector<Level> m_out; // from the smallest map on
    VaeLayer m_image;
};

ConvolutionalVae::ConvolutionalVae(const ImageShape &shape, const VaeOptions &options)
    : VaeNetwork(options.seed), m_shape(shape), m_geometry(shape), m_channels(options.channels)
{
    const int levels = m_geometry.levels;
    for (int i = 0; i < levels; ++i) {
        const VaeLayer entry = m_make.convolution(i == 0 ? shape.channels : channelsOf(i - 1), channelsOf(i));
        m_in.push_back({entry, makeBlocks(channelsOf(i), options.blocks)});
    }
    const std::int64_t map = channelsOf(levels - 1) * m_geometry.mapHeight() * m_geometry.mapWidth();
    if (options.hidden > 0)
        m_hidden = m_make.linear(map, options.hidden);
    const std::int64_t inner = options.hidden > 0 ? options.hidden : map;
    m_mean = m_make.linear(inner, options.latent);
    m_logVariance = m_make.linear(inner, options.latent);
    if (options.hidden > 0)
        m_outer = m_make.linear(options.latent, options.hidden);
    m_map = m_make.linear(options.hidden > 0 ? options.hidden : options.latent, map);
    for (int i = levels - 1; i >= 0; --i) {
        const std::int64_t next = i > 0 ? channelsOf(i - 1) : m_channels;
        const VaeLayer entry = m_make.upsampling(channelsOf(i), next);
        m_out.push_back({entry, makeBlocks(channelsOf(i), options.blocks)});
    }
    m_image = m_make.convolution(m_channels, shape.channels);
}

std::vector<ResidualBlock> ConvolutionalVae::makeBlocks(std::int64_t channels, int count)
{
    std::vector<ResidualBlock> blocks;
    for (int i = 0; i < count; ++i) {
        const VaeLayer first = m_make.convolution(channels, channels);
        const VaeLayer second = m_make.convolution(channels, channels);
        const at::NoGradGuard noGradients;
        second.weight.zero_();
        second.bias.zero_();
        blocks.push_back({first, second});
    }
    return blocks;
}

Posterior ConvolutionalVae::encode(const at::Tensor &images) const
{
    at::Tensor x = at::replication_pad2d(
        images, {0, m_geometry.width - m_shape.width, 0, m_geometry.height - m_shape.height});
    for (const Level &level : m_in)
        x = at::max_pool2d(level.throughBlocks(convolved(level.entry, x)), 2);
    const at::Tensor inner = m_hidden ? transformed(*m_hidden, x.flatten(1)).relu() : x.flatten(1);
    return {transformed(m_mean, inner), transformed(m_logVariance, inner)};
}

at::Tensor ConvolutionalVae::decode(const at::Tensor &points) const
{
    const at::Tensor inner = m_outer ? transformed(*m_outer, points).relu() : points;
    at::Tensor x = transformed(m_map, inner)
                       .reshape({-1, channelsOf(m_geometry.levels - 1), m_geometry.mapHeight(),
                                 m_geometry.mapWidth()});
    for (const Level &level : m_out)
        x = upsampled(level.entry, level.throughBlocks(x)).relu();
    return convolved(m_image, x).slice(2, 0, m_shape.height).slice(3, 0, m_shape.width);
}

} // namespace

std::unique_ptr<VaeNetwork> convolutionalVae(const ImageShape &shape, const VaeOptions &options)
{
    return std::make_unique<ConvolutionalVae>(shape, options);
}

} // namespace mutascope
