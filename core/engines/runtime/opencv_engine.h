// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/engines/engine.h"

namespace mutascope::engines {

// OpenCV's DNN module reading ONNX, on the CPU. For processes of its own: it is known to crash. cv::Mat has
// no int64, no bool and no fewer than two dimensions, and all layers give float32: inputs that cannot be said
// are NotSupported; outputs are given the declared element type and, of rank 0 or 1, the declared shape.
std::unique_ptr<Engine> openCv(bool fusion);

} // namespace mutascope::engines
