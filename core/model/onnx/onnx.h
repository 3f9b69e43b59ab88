// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/model/model.h"
#include <optional>

namespace mutascope {

// Loads an ONNX file (opset 7 to 17) as described by spec and checks it as loadTorchScript() does. Its graph
// becomes the same kind of module as a TorchScript model's: neurons, gradients and training work. Of several
// outputs the first with one row an image is used. A model exported for a fixed number of images takes any
// number of them, where its operators can. Throws Error{NotFound|Io|BadModel}; one that names operators this
// program does not know has the code Unsupported.
std::unique_ptr<Model> loadOnnx(const std::filesystem::path &file, ModelSpec spec);

// The same file through OpenCV's importer: predictions only, no layers. trace() of layers and gradient()
// throw Error{Unsupported}.
std::unique_ptr<Model> loadOnnxBlackBox(const std::filesystem::path &file, ModelSpec spec);

// The image shape the file declares for its input, where it declares a fixed one. Throws as loadOnnx().
std::optional<ImageShape> onnxInputShape(const std::filesystem::path &file);

} // namespace mutascope
