// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/engines/graph/operator_graph.h"
#include <filesystem>

namespace mutascope::engines {

// The structure of an ONNX model of opset 7 to 17 as an operator graph: its operators, attributes, edges and
// the shapes of its parameters. Numbers are not taken: the graph has seeds to make others from. Sizes of
// inputs that the model leaves open become 1; a real attribute beyond the range of the table takes its
// nearest end; a constant an operator cannot have as its own becomes an input of the graph; attributes that
// the table does not know (storage_order, training_mode) are left out. Throws Error{NotFound|Io|BadModel} on
// a file that is no valid ONNX model, Error{Unsupported} that names the node where the table has no such
// operator, or not in this form, and where the graph needs a later opset than the given one.
OperatorGraph importOnnx(const std::filesystem::path &file, int opset);
OperatorGraph importOnnxBytes(const std::string &model, int opset); // of a ModelProto

} // namespace mutascope::engines
