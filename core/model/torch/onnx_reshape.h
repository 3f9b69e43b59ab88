// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/model/torch/onnx_code.h"

namespace mutascope {

// Where the number of images goes in a shape that was written for a fixed number of them. wanted: the shape
// for that number, without -1. Returns it as code with one -1, or, where the tensor does not depend on the
// number of images, as it is.
std::vector<std::string> batchedShape(const OnnxCode &code, const OnnxValue &tensor, const Dims &wanted);

} // namespace mutascope
