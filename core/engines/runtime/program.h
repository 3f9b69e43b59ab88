// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/engines/graph/operator_graph.h"

// A model in the form engines of our own walk through: steps on numbered slots.
namespace mutascope::engines {

struct Step {
    const Operator *op = nullptr;
    std::string name; // of the node
    // As in the table of operators, whatever the opset carries them in; of an attribute of ONNX with a
    // default there may be none. Reals are as float32, which is what ONNX keeps.
    Attributes attributes;
    // Slots by their position among the node's ONNX inputs; -1 where there is none, or an attribute.
    std::vector<int> inputs;
    std::vector<int> outputs; // -1: nobody needs it
    int node = -1; // of the graph it is from
};

struct Slot {
    std::string name;
    int slot = 0;
    TensorType type;
};

struct Program {
    int opset = 13;
    int slots = 0;
    std::vector<Slot> inputs;
    std::vector<Slot> outputs; // of the model, in its order
    std::vector<std::pair<int, TensorData>> constants;
    std::vector<Step> steps; // in execution order
};

// Values are named as the export names them.
Program programOf(const OperatorGraph &graph, int opset);

// Of the bytes of an ONNX ModelProto. Throws Error{BadModel} where they are none, Error{Unsupported} where it
// has what the table of operators has not: operators, attributes, attributes that are no constants.
Program programOf(const std::string &model);

} // namespace mutascope::engines
