// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/engines/graph/attributes.h"
#include "core/engines/graph/values.h"
#include <map>

// An ONNX model as plain values, for engines that are given ONNX. Any number of inputs; constants are tensors
// with types that graphs have.
namespace mutascope::engines {

struct OnnxOperation {
    std::string name;
    std::string op;
    std::vector<std::string> inputs; // "": left out
    std::vector<std::string> outputs;
    Attributes attributes; // not of tensors and graphs
};

struct OnnxValueInfo {
    std::string name;
    TensorType type;
};

struct OnnxModel {
    int opset = 0;
    std::vector<OnnxValueInfo> inputs; // that are no constants
    std::vector<OnnxValueInfo> outputs;
    std::vector<OnnxOperation> operations; // in the file's order, which ONNX wants to be one of execution
    std::map<std::string, TensorData> constants; // initialisers and the outputs of Constant nodes
};

// Throws Error{BadModel} where the bytes are no model, Error{Unsupported} where it holds what graphs do not
// have: open shapes, other element types, other domains, subgraphs, external data.
OnnxModel readOnnxModel(const std::string &bytes);

} // namespace mutascope::engines
