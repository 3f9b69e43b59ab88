// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/engines/export/onnx_types.h"
#include "core/engines/graph/operator_graph.h"
#include <map>

// One node of an ONNX model as the operator table sees it.
namespace mutascope::engines {

// What stands at an input of the node: a value of the graph, or a constant of the model.
struct ImportedInput {
    std::optional<ValueRef> value;
    const onnx::TensorProto *constant = nullptr;
    bool absent() const { return !value && !constant; }
};

struct ImportSource {
    const onnx::NodeProto &node;
    std::vector<ImportedInput> inputs; // by position
    int opset = 13; // of the model
};

// "node 'conv1' (Conv)".
std::string describe(const onnx::NodeProto &node);
[[noreturn]] void throwUnsupportedNode(const onnx::NodeProto &node, const std::string &why);

// Numbers of a constant; real ones are rounded where whole ones are wanted. Throws Error{Unsupported}.
std::vector<double> numbersOf(const onnx::NodeProto &node, const onnx::TensorProto &tensor);
// Type of a constant. Throws Error{Unsupported}.
TensorType typeOf(const onnx::NodeProto &node, const onnx::TensorProto &tensor);

// The node's attributes by the operator's specification: given ones, constants that are attributes here, the
// standard's defaults, and what the shapes of its parameters say.
Attributes importedAttributes(const Operator &op, const ImportSource &source, InputTypes data);

// Positions of inputs that are attributes by the specification.
std::vector<int> attributePositions(const Operator &op, int opset);

} // namespace mutascope::engines
