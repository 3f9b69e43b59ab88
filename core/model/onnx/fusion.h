// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/model/onnx/onnx_graph.h"

namespace mutascope {

// Puts one node in the place of several that exporters write where an opset has no operator for them:
// "Fused.Silu" (x * sigmoid(x)), "Fused.Mish", "Fused.Gelu", "HardSwish", "Fused.LayerNorm" (inputs x,
// weight, bias; attributes axes, epsilon) and "Fused.Linear" (a product with a fixed matrix, and its bias).
// So a layer is one layer again, with the outputs it has in its framework. Only where nothing else reads what
// lies between.
void fuseNodes(OnnxGraph &graph);

} // namespace mutascope
