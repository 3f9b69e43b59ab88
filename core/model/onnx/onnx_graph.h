// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <variant>
#include <vector>

// An ONNX file as plain values: checked, in execution order, without protobuf.
namespace mutascope {

enum class OnnxType { Float, Double, Int8, Int16, Int32, Int64, UInt8, Bool };

std::size_t sizeOf(OnnxType type);

// Dense, row-major, as many bytes as dims say. Half-precision numbers were widened to Float.
struct OnnxTensor {
    OnnxType type = OnnxType::Float;
    std::vector<std::int64_t> dims;
    std::shared_ptr<std::string> bytes;
};

using OnnxAttribute = std::variant<std::int64_t, double, std::string, std::vector<std::int64_t>,
                                   std::vector<double>, OnnxTensor>;

struct OnnxNode {
    std::string name;
    std::string op;
    std::vector<std::string> inputs; // "": left out
    std::vector<std::string> outputs;
    std::map<std::string, OnnxAttribute> attributes;
};

struct OnnxInput {
    std::string name;
    OnnxType type = OnnxType::Float;
    std::vector<std::int64_t> dims; // -1: any
};

struct OnnxGraph {
    int opset = 0;
    OnnxInput input;
    std::vector<std::string> outputs;
    std::vector<OnnxNode> nodes; // in execution order, only those an output depends on
    std::map<std::string, OnnxTensor> constants; // initialisers and the outputs of Constant nodes
};

// Throws Error{NotFound|Io|BadModel}: no file, damaged, other opsets, cyclic or missing inputs, data that
// does not fit its description, external data outside the model's folder.
OnnxGraph readOnnx(const std::filesystem::path &file);

// A name of the file for a message: short and on one line.
std::string shownName(const std::string &name);
// "node 'conv1' (Conv)".
std::string shownNode(const OnnxNode &node);

} // namespace mutascope
