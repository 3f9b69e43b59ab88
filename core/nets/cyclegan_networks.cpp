// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nets/cyclegan_networks.h"
#include "core/nets/tensors.h"
#include <algorithm>
#include <cmath>
#include <torch/torch.h>

namespace mutascope::cyclegan {

namespace {

constexpr double slope = 0.2;
constexpr int mostLevels = 4;
constexpr double smallestSide = 4; // what the halvings lead to, about

// Channels of a level: twice as many each, up to 8 times the first.
int widthOf(int first, int level)
{
    return first << std::min(level, 3);
}

// Without learned scale and shift; one pixel alone has no variance to be divided by.
at::Tensor normalised(const at::Tensor &values)
{
    if (values.size(2) * values.size(3) < 2)
        return values;
    return at::instance_norm(values, {}, {}, {}, {}, true, 0.1, 1e-5, false);
}

at::Tensor halved(const at::Tensor &values, const Layer &layer)
{
    return at::leaky_relu(at::conv2d(values, layer.weight, layer.bias, 2, 1), slope);
}

at::Tensor doubled(const at::Tensor &values)
{
    return at::upsample_nearest2d(values, {values.size(2) * 2, values.size(3) * 2});
}

} // namespace

Frame frameOf(const ImageShape &shape)
{
    Frame frame;
    const double side = std::max(1, std::min(shape.height, shape.width));
    frame.levels = std::clamp(int(std::lround(std::log2(side / smallestSide))), 1, mostLevels);
    const int multiple = 1 << frame.levels;
    const int rows = (multiple - shape.height % multiple) % multiple;
    const int columns = (multiple - shape.width % multiple) % multiple;
    frame.top = rows / 2;
    frame.bottom = rows - frame.top;
    frame.left = columns / 2;
    frame.right = columns - frame.left;
    return frame;
}

at::Tensor Frame::padded(const at::Tensor &images) const
{
    if (top + bottom + left + right == 0)
        return images;
    return at::replication_pad2d(images, {left, right, top, bottom});
}

at::Tensor Frame::cut(const at::Tensor &images) const
{
    return images.narrow(2, top, images.size(2) - top - bottom)
        .narrow(3, left, images.size(3) - left - right);
}

Layer LayerMaker::convolution(std::int64_t inputs, std::int64_t outputs, std::int64_t kernel)
{
    constexpr double deviation = 0.02;
    const at::Tensor weight
        = normalTensor({outputs, inputs, kernel, kernel}, m_rng).mul_(deviation).requires_grad_(true);
    const at::Tensor bias = at::zeros({outputs}).requires_grad_(true);
    m_parameters.insert(m_parameters.end(), {weight, bias});
    return {weight, bias};
}

ChannelDropout::ChannelDropout(double rate, const std::vector<Rng> &streams, const std::vector<bool> &active)
    : m_rate(rate), m_streams(streams), m_active(active)
{
}

at::Tensor ChannelDropout::operator()(const at::Tensor &values)
{
    if (m_rate <= 0 || m_streams.empty())
        return values;
    const at::Tensor factors = at::ones({values.size(0), values.size(1), 1, 1});
    float *factor = factors.data_ptr<float>();
    const auto channels = std::size_t(values.size(1));
    for (std::size_t row = 0; row < m_streams.size(); ++row, factor += channels) {
        if (!m_active[row])
            continue;
        for (std::size_t channel = 0; channel < channels; ++channel)
            factor[channel] = m_streams[row].uniform() < m_rate ? 0.0F : float(1 / (1 - m_rate));
    }
    return values * factors;
}

UNet::UNet(int channels, int width, int levels, const Rng &rng) : m_make(rng)
{
    int inputs = channels;
    for (int level = 0; level < levels; ++level) {
        m_down.push_back(m_make.convolution(inputs, widthOf(width, level), 4));
        inputs = widthOf(width, level);
    }
    for (int level = levels - 2; level >= 0; --level) {
        m_up.push_back(m_make.convolution(inputs, widthOf(width, level), 3));
        inputs = 2 * widthOf(width, level);
    }
    m_last = m_make.convolution(inputs, channels, 3);
}

at::Tensor UNet::operator()(const at::Tensor &images, ChannelDropout &dropout) const
{
    std::vector<at::Tensor> down;
    at::Tensor values = images;
    for (const Layer &layer : m_down) {
        values = normalised(halved(values, layer));
        down.push_back(values);
    }
    for (std::size_t i = 0; i < m_up.size(); ++i) {
        const at::Tensor up = at::relu(at::conv2d(doubled(values), m_up[i].weight, m_up[i].bias, 1, 1));
        values = at::cat({dropout(normalised(up)), down[down.size() - 2 - i]}, 1);
    }
    return at::tanh(at::conv2d(doubled(values), m_last.weight, m_last.bias, 1, 1));
}

PatchDiscriminator::PatchDiscriminator(int channels, int width, int levels, const Rng &rng) : m_make(rng)
{
    int inputs = channels;
    for (int level = 0; level < levels; ++level) {
        m_down.push_back(m_make.convolution(inputs, widthOf(width, level), 4));
        inputs = widthOf(width, level);
    }
    m_last = m_make.convolution(inputs, 1, 3);
}

at::Tensor PatchDiscriminator::operator()(const at::Tensor &images) const
{
    at::Tensor values = images;
    for (std::size_t i = 0; i < m_down.size(); ++i) {
        values = halved(values, m_down[i]);
        if (i > 0)
            values = normalised(values);
    }
    return at::conv2d(values, m_last.weight, m_last.bias, 1, 1);
}

} // namespace mutascope::cyclegan
