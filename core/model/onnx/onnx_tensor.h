// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/model/onnx/onnx_graph.h"
#include "core/model/onnx/onnx_proto.h"

namespace mutascope {

// The type as read here: half-precision numbers become Float. Throws Error{BadModel} on any other type; what
// names the tensor.
OnnxType onnxTypeOf(int elementType, const std::string &what);

// Takes the numbers out of proto (they may be hundreds of megabytes). External data must lie in folder.
// Throws Error{BadModel} where their size is not what the shape says, before memory is asked for.
OnnxTensor takeTensor(onnx::TensorProto &proto, const std::filesystem::path &folder);

// Bytes of external data. length: what the tensor's shape says.
std::string readExternal(const onnx::TensorProto &proto, std::uint64_t length,
                         const std::filesystem::path &folder);

} // namespace mutascope
