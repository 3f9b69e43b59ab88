// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// libonnx's headers need to be told how the library was built.
#ifndef ONNX_ML
#define ONNX_ML 1
#endif
#ifndef ONNX_NAMESPACE
#define ONNX_NAMESPACE onnx
#endif
#include "core/engines/graph/tensor_type.h"
#include <onnx/onnx_pb.h>

namespace mutascope::engines {

// TensorProto's number of an element type and back; empty for types graphs do not have.
int onnxCode(ElementType element);
std::optional<ElementType> elementOfOnnx(int code);

// Whether ONNX's shape inference gives no complete shape for some nodes of this operator: a model says it
// itself, so that what follows can be inferred.
bool leavesShapeOpen(const std::string &op);

} // namespace mutascope::engines
