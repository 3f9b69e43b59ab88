// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/engines/graph/window.h"
#include "core/engines/torch/call.h"

namespace mutascope::engines {

// The sliding window of a convolution or pooling over call's first input, with ONNX's defaults, the padding
// of auto_pad worked out.
std::vector<WindowSide> sidesOf(const Call &call, const Ints &kernel);

// As many at both ends, in every dimension.
bool symmetric(const std::vector<WindowSide> &sides);
bool atMostHalf(
    const std::vector<WindowSide> &sides); // padding, of the kernel: what LibTorch's poolings take

struct WindowLists {
    Ints kernel, stride, dilation, padding; // padding: of the beginnings
};
WindowLists listsOf(const std::vector<WindowSide> &sides);

// The spatial dimensions (all from the third on) with `value` around them.
at::Tensor padSpatial(const at::Tensor &x, const std::vector<WindowSide> &sides, double value);

} // namespace mutascope::engines
