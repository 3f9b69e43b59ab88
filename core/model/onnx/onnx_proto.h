// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// libonnx's headers need to be told how the library was built.
#ifndef ONNX_ML
#define ONNX_ML 1
#endif
#ifndef ONNX_NAMESPACE
#define ONNX_NAMESPACE onnx
#endif
#include <filesystem>
#include <onnx/onnx_pb.h>

namespace mutascope {

// The message in file, nothing in it checked. Throws Error{NotFound|Io|BadModel}.
onnx::ModelProto parseOnnx(const std::filesystem::path &file);

// Throws Error{BadModel} where a node does not keep to its operator's description: numbers of inputs and
// outputs, types of attributes. Operators without a description pass.
void checkNodes(const onnx::GraphProto &graph, int irVersion, int opset);

} // namespace mutascope
