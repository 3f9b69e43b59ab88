// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/engines/graph/tensor_type.h"

namespace mutascope::engines {

// TensorProto's number of an element type and back; empty for types graphs do not have.
int onnxCode(ElementType element);
std::optional<ElementType> elementOfOnnx(int code);

} // namespace mutascope::engines
