// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/model/onnx/onnx_graph.h"
#include "core/model/torch/onnx_value.h"
#include <map>
#include <optional>

namespace mutascope {

// A tensor a node keeps as an attribute of its module.
struct OwnedTensor {
    std::string variable; // by which the code calls it
    std::string attribute;
    at::Tensor tensor;
    bool trained = false;
};

// One node while it becomes TorchScript: what a translator asks about it, and the code it gives. All text in
// the code is made here: numbers, names of variables and words of ours, nothing out of the file.
class OnnxCode {
public:
    // inputs: null where one is left out. images: how many the first probe has.
    OnnxCode(const OnnxNode &node, std::vector<const OnnxValue *> inputs, int opset, std::int64_t images);

    const std::string &op() const { return m_node.op; }
    int opset() const { return m_opset; }
    std::int64_t images() const { return m_images; }
    std::size_t inputs() const { return m_inputs.size(); }
    std::size_t outputs() const { return m_node.outputs.size(); }
    bool hasOutput(std::size_t index) const;
    bool has(std::size_t input) const { return input < m_inputs.size() && m_inputs[input]; }
    const OnnxValue &value(std::size_t input) const;
    const Dims &shape(std::size_t input) const { return value(input).shapes[0]; }
    std::int64_t rank(std::size_t input) const { return value(input).rank(); }
    bool isConstant(std::size_t input) const;
    // The number in a constant of one element.
    std::optional<double> number(std::size_t input) const;
    // An axis counted from the front. Refuses one that input does not have; extra: of a dimension to be made.
    std::int64_t axis(std::int64_t given, std::size_t input, std::int64_t extra = 0) const;

    bool hasAttribute(const std::string &name) const { return m_node.attributes.count(name) != 0; }
    std::int64_t integer(const std::string &name, std::int64_t otherwise) const;
    double real(const std::string &name, double otherwise) const;
    std::string text(const std::string &name, const std::string &otherwise) const;
    Dims integers(const std::string &name, const Dims &otherwise = {}) const;
    std::vector<double> reals(const std::string &name) const;
    const OnnxTensor *tensor(const std::string &name) const;

    // The integers in an input that is the same for every number of images.
    Dims fixedIntegers(std::size_t input) const;
    // The same as code; what grows with the number of images is a multiple of the variable batch.
    std::vector<std::string> sizes(std::size_t input) const;
    // Integers from attribute name or, since some opset, from an input; otherwise where both are left out.
    Dims attributeOrInput(const std::string &name, std::size_t input, const Dims &otherwise = {}) const;

    // The input's variable.
    std::string in(std::size_t input);
    // A number, where the input is a constant of one element that broadcasts over other; else its variable.
    std::string operand(std::size_t input, std::size_t other);
    // A tensor the node keeps as this attribute: variable.
    std::string own(const std::string &attribute, at::Tensor tensor, bool trained);
    // The input, a weight, as the attribute its name says or this one.
    std::string weight(std::size_t input, const std::string &attribute);

    // The constants called by in() become attributes of the node's module, not arguments.
    void keepConstants();

    void line(const std::string &code) { m_lines.push_back(code); }
    void result(const std::string &expression) { m_results.push_back(expression); }
    // Throws Error{Unsupported}, naming the node.
    [[noreturn]] void refuse(const std::string &why) const;
    // Throws Error{BadModel}, naming the node.
    [[noreturn]] void broken(const std::string &why) const;
    // Refuses a result no classifier needs and no memory holds.
    void checkElements(const Dims &shape) const;

    const std::vector<std::string> &lines() const { return m_lines; }
    const std::vector<std::string> &results() const { return m_results; }
    const std::vector<OwnedTensor> &owned() const { return m_owned; }
    const std::vector<std::size_t> &arguments() const { return m_arguments; } // inputs called by in()

private:
    const OnnxNode &m_node;
    std::vector<const OnnxValue *> m_inputs;
    int m_opset;
    std::int64_t m_images;
    std::vector<std::string> m_lines;
    std::vector<std::string> m_results;
    std::vector<OwnedTensor> m_owned;
    std::vector<std::size_t> m_arguments;
};

// Numbers and lists as code.
std::string code(std::int64_t value);
std::string code(double value);
std::string code(const Dims &values);
std::string code(const std::vector<std::string> &values);

using OnnxTranslator = void (*)(OnnxCode &);
using OnnxOperators = std::map<std::string, OnnxTranslator>;

// All operators there are translators for.
const OnnxOperators &onnxOperators();

void addElementwiseOperators(OnnxOperators &operators);
void addActivationOperators(OnnxOperators &operators);
void addLayerOperators(OnnxOperators &operators);
void addPoolOperators(OnnxOperators &operators);
void addNormOperators(OnnxOperators &operators);
void addReduceOperators(OnnxOperators &operators);
void addShapeOperators(OnnxOperators &operators);
void addSliceOperators(OnnxOperators &operators);
void addResizeOperators(OnnxOperators &operators);
void addTensorOperators(OnnxOperators &operators);

} // namespace mutascope
