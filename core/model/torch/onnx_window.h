// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/model/torch/onnx_code.h"

namespace mutascope {

// The window of a convolution or pooling: one value a spatial dimension.
struct OnnxWindow {
    Dims kernel;
    Dims strides;
    Dims dilations;
    Dims begin; // padding before and behind
    Dims end;

    std::size_t dims() const { return kernel.size(); }
    bool symmetric() const { return begin == end; }
    bool padded() const;
    // Padding as constant_pad_nd takes it: from the last dimension, before and behind.
    Dims padList() const;
};

// kernel: where the attribute kernel_shape is left out.
OnnxWindow windowOf(const OnnxCode &code, const Dims &kernel);

} // namespace mutascope
