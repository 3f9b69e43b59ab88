// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/model/onnx/onnx_graph.h"

namespace mutascope {

// Drops the nodes no output depends on and puts the others in an order of execution, that of the file where
// it is one. Throws Error{BadModel} on a value that nothing or more than one node gives, and on a cycle.
void orderNodes(OnnxGraph &graph);

} // namespace mutascope
