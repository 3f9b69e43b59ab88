// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/torch/input_conversion.h"
#include "core/model/spec_check.h"
#include <ATen/Parallel.h>
#include <torch/torch.h>

namespace mutascope {

namespace {

at::Tensor emptyInput(const ImageShape &shape, std::size_t count)
{
    return at::empty({std::int64_t(count), shape.channels, shape.height, shape.width}, at::kFloat);
}

} // namespace

InputConversion::InputConversion(const ModelSpec &spec) : m_shape(spec.input)
{
    checkSpec(spec);
    m_channels = std::size_t(spec.input.channels);
    m_reversed = m_channels > 1 && spec.channelOrder == "bgr";
    m_tables.resize(m_channels);
    for (std::size_t c = 0; c < m_channels; ++c) {
        const float mean = spec.mean.empty() ? 0.0f : spec.mean[c];
        const float deviation = spec.std.empty() ? 1.0f : spec.std[c];
        m_factor.push_back(1.0f / (spec.scale * deviation));
        m_offset.push_back(-mean / deviation);
        for (std::size_t level = 0; level < 256; ++level)
            m_tables[c][level] = (float(level) / spec.scale - mean) / deviation;
    }
}

void InputConversion::convert(const std::uint8_t *pixels, float *target) const
{
    const std::size_t area = m_shape.size() / m_channels;
    for (std::size_t c = 0; c < m_channels; ++c) {
        const std::uint8_t *pixel = pixels + source(c);
        const float *table = m_tables[c].data();
        for (std::size_t i = 0; i < area; ++i, pixel += m_channels)
            *target++ = table[*pixel];
    }
}

at::Tensor InputConversion::toTensor(const ImageBatch &batch) const
{
    at::Tensor result = emptyInput(m_shape, batch.count());
    float *target = result.data_ptr<float>();
    at::parallel_for(0, std::int64_t(batch.count()), 8, [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t n = begin; n < end; ++n)
            convert(batch.pixels(std::size_t(n)).data(), target + std::size_t(n) * m_shape.size());
    });
    return result;
}

at::Tensor InputConversion::toTensor(const FloatImages &images) const
{
    at::Tensor result = emptyInput(m_shape, images.count);
    float *target = result.data_ptr<float>();
    const std::size_t area = m_shape.size() / m_channels;
    for (std::size_t n = 0; n < images.count; ++n) {
        for (std::size_t c = 0; c < m_channels; ++c) {
            const float *pixel = images.values.data() + n * m_shape.size() + source(c);
            for (std::size_t i = 0; i < area; ++i, pixel += m_channels)
                *target++ = *pixel * m_factor[c] + m_offset[c];
        }
    }
    return result;
}

FloatImages InputConversion::toPixelGradient(const at::Tensor &gradient) const
{
    const at::Tensor dense = gradient.contiguous();
    const auto count = std::size_t(dense.size(0));
    FloatImages result{m_shape, count, std::vector<float>(count * m_shape.size())};
    const float *values = dense.data_ptr<float>();
    const std::size_t area = m_shape.size() / m_channels;
    for (std::size_t n = 0; n < count; ++n) {
        for (std::size_t c = 0; c < m_channels; ++c) {
            float *pixel = result.values.data() + n * m_shape.size() + source(c);
            for (std::size_t i = 0; i < area; ++i, pixel += m_channels)
                *pixel = *values++ * m_factor[c];
        }
    }
    return result;
}

} // namespace mutascope
