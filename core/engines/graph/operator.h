// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/engines/graph/attributes.h"
#include "core/engines/graph/choices.h"
#include "core/engines/graph/tensor_type.h"
#include "core/engines/graph/values.h"
#include <span>

// The operator table: everything the graph fuzzer knows about an ONNX operator is in one Operator value.
// Adding one is adding one entry to the table of its kind (ops_*.cpp); the conformance test then exports it
// and holds it against libonnx.
//
// Data inputs are edges of the graph; parameters (weights, indices) are constants that belong to the node;
// what ONNX calls an attribute in one opset and an input in the next (axes, pads, shapes) is always an
// attribute here.
namespace mutascope::engines {

inline constexpr int oldestOpset = 11;
inline constexpr int newestOpset = 17;

enum class OperatorKind : std::uint8_t {
    Elementwise,
    Activation,
    Logic,
    Convolution,
    Pooling,
    Normalization,
    Matrix,
    Reduction,
    Arrangement,
    Selection,
    Resampling,
    Conversion,
};
const char *nameOf(OperatorKind kind);

// Why two correct engines may disagree on ordinary numbers.
enum class Numerics : std::uint8_t {
    Stable,
    Domain, // NaN or infinity outside of its domain, or overflow
    Discontinuous, // a last bit decides between different results (Floor, ArgMax, Cast to whole numbers)
};

// What is put in front of an input that has a numeric domain, unless the graph is to be reckless.
enum class Guard : std::uint8_t {
    None,
    Positive, // Abs, Add 0.5
    Unit, // Tanh, Mul 0.875: inside (-1, 1)
    Bounded, // Tanh: inside [-1, 1]
    AboveOne, // Abs, Add 1.5
};

enum class AttributeType : std::uint8_t { Integer, Real, Word, IntegerList, RealList };

// How an attribute gets into an ONNX node.
enum class Carrier : std::uint8_t {
    Attribute,
    Input, // a constant input at `position`, from opset `inputSince` on; an attribute before
    ElementCode, // Word of an element type -> TensorProto's number
    Hidden, // ours: the shape of a parameter, an order of operands
};

struct AttributeSpec {
    std::string name;
    AttributeType type = AttributeType::Integer;
    double low = 0; // of the number, or of each number of a list
    double high = 0;
    std::vector<std::string> words = {};
    bool required = true;
    Carrier carrier = Carrier::Attribute;
    int position = -1;
    int inputSince = oldestOpset;
    bool scalarInput = false; // a tensor of rank 0, else a list
    bool likeInput = false; // the constant has the element type of the first data input
    int sinceOpset = oldestOpset;
};

// A constant of a node. position: where it stands among the ONNX inputs; data inputs take the others in
// order.
struct ParameterSpec {
    int position = 0;
    TensorType type;
    ValueDomain domain = {};
    bool operator==(const ParameterSpec &) const = default;
};

struct Accepts {
    ElementSet elements;
    int lowestRank = 0;
    int highestRank = int(engines::highestRank);
};

using InputTypes = std::span<const TensorType>;

struct Inference {
    std::string problem; // "": legal
    std::vector<TensorType> outputs;
    std::vector<ParameterSpec> parameters;
};

// What a chosen operator may use.
struct FitLimits {
    std::int64_t elements = 16384; // of any output; at least as many as any input has
    int opset = 13;
};

struct Operator {
    std::string name; // ONNX's op_type
    OperatorKind kind = OperatorKind::Elementwise;
    int sinceOpset = oldestOpset;
    std::vector<int> inDegrees; // numbers of data inputs it may have, ascending
    std::vector<Accepts> accepts; // one a data input; the last for all further ones
    // Data inputs from this one on have the same element type; -1: each its own.
    int sameElementFrom = 0;
    Numerics numerics = Numerics::Stable;
    std::vector<Guard> guards = {}; // one a data input
    std::vector<AttributeSpec> attributes = {};

    // The types of the outputs and of the parameters, or why this is no legal node. May believe that inputs
    // keep to `accepts` and attributes to `attributes`.
    Inference (*infer)(const Attributes &, InputTypes) = nullptr;
    // Attributes that are legal for inputs as `wanted` left them.
    Attributes (*fit)(InputTypes, Choices &, const FitLimits &) = nullptr;
    // The shape input `index` should be cropped or padded to, given all inputs up to it. None: as it is.
    Shape (*wanted)(std::size_t index, InputTypes, Choices &, const FitLimits &) = nullptr;

    const Accepts &accepted(std::size_t input) const
    {
        return accepts[input < accepts.size() ? input : accepts.size() - 1];
    }
    Guard guard(std::size_t input) const { return input < guards.size() ? guards[input] : Guard::None; }
    bool takes(std::size_t inputs) const;
};

// All operators, sorted by name; made once, never changed.
const std::vector<Operator> &operatorTable();
const Operator *findOperator(const std::string &name);
// Throws Error{Usage} that names the nearest.
const Operator &operatorNamed(const std::string &name);

// Everything that is wrong with a node of this operator, in one place: number and types of the inputs, names,
// types and ranges of the attributes, then what the operator itself infers; outputs are held against the
// limits of all graphs.
Inference inferNode(const Operator &op, const Attributes &attributes, InputTypes inputs);

// Number of bins an attribute's values are sorted into for coverage, and the bins that a node covers.
int attributeBins(const AttributeSpec &spec);
std::vector<int> binsOf(const AttributeSpec &spec, const AttributeValue *value);

} // namespace mutascope::engines
