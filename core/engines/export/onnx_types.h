// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// libonnx's headers need to be told how the library was built.
#ifndef ONNX_ML
#define ONNX_ML 1
#endif
#ifndef ONNX_NAMESPACE
#define ONNX_NAMESPACE onnx
#endif
#include "core/engines/export/onnx_codes.h"
#include <onnx/onnx_pb.h>

namespace mutascope::engines {

// Whether ONNX's shape inference gives no complete shape for some nodes of this operator: a model says it
// itself, so that what follows can be inferred.
bool leavesShapeOpen(const std::string &op);

} // namespace mutascope::engines
