// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/model/model.h"
#include <ATen/core/Tensor.h>
#include <array>

namespace mutascope {

// The border between 8-bit NHWC images and a model's NCHW floats: (pixel / scale - mean) / std, in the
// model's channel order (mean and std are in that order too).
class InputConversion {
public:
    // Throws Error{BadModel} where the description contradicts itself.
    explicit InputConversion(const ModelSpec &spec);

    at::Tensor toTensor(const ImageBatch &batch) const;
    at::Tensor toTensor(const FloatImages &images) const;
    // The chain rule back: gradients for the tensor become gradients for grey levels.
    FloatImages toPixelGradient(const at::Tensor &gradient) const;

private:
    void convert(const std::uint8_t *pixels, float *target) const; // one image
    std::size_t source(std::size_t channel) const { return m_reversed ? m_channels - 1 - channel : channel; }

    ImageShape m_shape;
    std::size_t m_channels = 0;
    bool m_reversed = false;
    std::vector<std::array<float, 256>> m_tables; // one a channel of the model
    std::vector<float> m_factor; // d input / d pixel
    std::vector<float> m_offset;
};

} // namespace mutascope
