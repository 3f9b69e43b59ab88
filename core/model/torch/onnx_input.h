// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/base/image.h"
#include "core/model/onnx/onnx_graph.h"
#include "core/model/torch/onnx_value.h"
#include <optional>

namespace mutascope {

// How images [N, C, H, W] become what the model takes.
struct OnnxImages {
    std::int64_t count = 1; // images the file was exported for
    Dims shape; // of one image, as this program has it: {C, H, W}
    std::string code; // an expression of x
};

// input: overrides nothing, fills what the file leaves open. Throws Error{BadModel} where the file's input is
// no image or of another shape.
OnnxImages imagesOf(const OnnxInput &input, const std::optional<ImageShape> &shape);

// Random images: count of them behind extra others; the same count of images each time.
at::Tensor probeImages(const OnnxImages &images, std::int64_t extra);

} // namespace mutascope
