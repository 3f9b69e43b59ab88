// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/engines/graph/operator_graph.h"
#include <map>
#include <string>

namespace mutascope::engines {

struct ExportOptions {
    int opset = 13;
    bool allValues = false; // every value is an output of the model: to find the first operator that differs
    bool shapes = false; // value_info of everything between, not only where ONNX cannot infer it
};

// Names in the model: inputs "x<node>", nodes "<op>_<node>", values "v<node>_<output>", constants
// "c<node>_<position>".
std::string valueName(const OperatorGraph &graph, ValueRef value);
std::string nodeName(const OperatorGraph &graph, int node);

// The bytes of an ONNX ModelProto; the same bytes for the same graph. Throws Error{Unsupported} where the
// opset is lower than graph.lowestOpset() or not in [oldestOpset, newestOpset].
std::string toOnnx(const OperatorGraph &graph, const ExportOptions &options = {});

// What libonnx says of a model.
struct OnnxVerdict {
    std::string problem; // of the checker or of strict shape inference; "": it is valid
    std::map<std::string, TensorType> types; // inferred, of every value that has a complete one
};
// Runs onnx::checker and strict shape inference.
OnnxVerdict checkOnnx(const std::string &model);

// checkOnnx() of the graph's export, and its types against the graph's own: "" where all agree.
std::string checkExport(const OperatorGraph &graph, const ExportOptions &options = {});
std::string checkExport(const OperatorGraph &graph, const std::string &model); // which toOnnx() made of it

} // namespace mutascope::engines
