// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/base/image.h"
#include "core/model/onnx/onnx_graph.h"
#include <optional>
#include <torch/csrc/jit/api/module.h>

namespace mutascope {

// An ONNX file as a module on the CPU in evaluation mode: images [N, C, H, W] in, one row an image out; its
// weights are parameters of submodules named as in the framework it came from, its operators calls of these.
// input: needed where the file leaves the size of its images open. output: which of several is the
// classifier's, "": the first that fits. Throws Error{NotFound|Io|BadModel|
// Unsupported}.
torch::jit::Module onnxToModule(const std::filesystem::path &file,
                                const std::optional<ImageShape> &input = std::nullopt,
                                const std::string &output = {});

torch::jit::Module moduleOf(OnnxGraph graph, const std::optional<ImageShape> &input);

} // namespace mutascope
