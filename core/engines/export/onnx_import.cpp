// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/export/onnx_import.h"
#include "core/base/error.h"
#include "core/engines/export/import_node.h"
#include "core/engines/export/onnx_export.h"
#include <algorithm>
#include <fmt/format.h>
#include <fstream>
#include <sstream>

namespace mutascope::engines {

namespace {

constexpr int oldestImport = 7;
constexpr std::uint64_t seedOfNumbers = 0x6d757461; // any: they are made anew

int opsetOf(const onnx::ModelProto &model)
{
    for (const onnx::OperatorSetIdProto &set : model.opset_import())
        if (set.domain().empty() || set.domain() == "ai.onnx")
            return int(std::clamp<std::int64_t>(set.version(), 0, 1000));
    return 1;
}

class Importer {
public:
    explicit Importer(const onnx::ModelProto &model) : m_proto(model.graph()), m_opset(opsetOf(model)) { }

    OperatorGraph run()
    {
        for (const onnx::TensorProto &constant : m_proto.initializer())
            m_constants[constant.name()] = &constant;
        for (const onnx::ValueInfoProto &input : m_proto.input())
            if (!m_constants.contains(input.name()))
                addInput(input);
        for (const onnx::NodeProto &node : m_proto.node())
            addNode(node);
        if (m_graph.operators() == 0)
            throw Error(ErrorCode::Unsupported, "the model has no operator", "Choose another start model");
        return std::move(m_graph);
    }

private:
    std::uint64_t nextSeed() { return Rng(seedOfNumbers).sub(m_seeds++).next64(); }

    void addInput(const onnx::ValueInfoProto &input)
    {
        const auto &tensor = input.type().tensor_type();
        const auto element = elementOfOnnx(tensor.elem_type());
        TensorType type{element.value_or(ElementType::Float), {}};
        for (const auto &side : tensor.shape().dim())
            type.shape.push_back(std::max<std::int64_t>(side.dim_value(), 1)); // 0: left open
        const std::string problem = element ? problemOf(type) : "its type is none graphs have";
        if (!problem.empty())
            throw Error(ErrorCode::Unsupported,
                        fmt::format("input '{}' cannot be taken: {}", input.name(), problem),
                        "Choose another start model");
        m_values[input.name()] = {m_graph.addInput(type, nextSeed()), 0};
    }

    void addNode(const onnx::NodeProto &node)
    {
        if (!node.domain().empty() && node.domain() != "ai.onnx")
            throwUnsupportedNode(node, fmt::format("its domain is '{}'", node.domain()));
        if (node.op_type() == "Constant")
            return addConstant(node);
        const Operator *op = findOperator(node.op_type());
        if (!op)
            throwUnsupportedNode(node, "the operator table has no such operator");
        ImportSource source{node, {}, m_opset};
        for (const std::string &name : node.input())
            source.inputs.push_back(inputNamed(node, name));
        place(*op, source);
    }

    void addConstant(const onnx::NodeProto &node)
    {
        for (const onnx::AttributeProto &attribute : node.attribute())
            if (attribute.name() == "value" && node.output_size() == 1) {
                m_constants[node.output(0)] = &attribute.t();
                return;
            }
        throwUnsupportedNode(node, "it is no tensor");
    }

    ImportedInput inputNamed(const onnx::NodeProto &node, const std::string &name) const
    {
        if (name.empty())
            return {};
        if (const auto constant = m_constants.find(name); constant != m_constants.end())
            return {std::nullopt, constant->second};
        const auto value = m_values.find(name);
        if (value == m_values.end())
            throwUnsupportedNode(node, fmt::format("it takes '{}', an output graphs do not have", name));
        return {value->second, nullptr};
    }

    // First with constants as parameters of its own; where the operator cannot have them, as inputs.
    void place(const Operator &op, ImportSource &source)
    {
        const std::string problem = tryToPlace(op, source);
        if (problem.empty())
            return;
        if (!constantsToInputs(op, source) || !tryToPlace(op, source).empty())
            throwUnsupportedNode(source.node, problem);
    }

    // "", or why the node cannot be in a graph; then it is not.
    std::string tryToPlace(const Operator &op, const ImportSource &source)
    {
        std::vector<ValueRef> data;
        std::vector<TensorType> types;
        for (const ImportedInput &input : source.inputs)
            if (input.value) {
                data.push_back(*input.value);
                types.push_back(m_graph.type(*input.value));
            }
        if (data.empty())
            return "all it takes is constant";
        const Attributes attributes = importedAttributes(op, source, types);
        const Inference inference = inferNode(op, attributes, types);
        if (!inference.problem.empty())
            return inference.problem;
        if (inference.parameters.size() != ownConstants(op, source).size())
            return "it has other constants than the operator table knows";
        nameOutputs(source.node, m_graph.add(op, data, attributes, nextSeed()));
        return {};
    }

    // Positions of constants that are no attributes.
    static std::vector<std::size_t> ownConstants(const Operator &op, const ImportSource &source)
    {
        const std::vector<int> attributes = attributePositions(op, source.opset);
        std::vector<std::size_t> own;
        for (std::size_t i = 0; i < source.inputs.size(); ++i)
            if (source.inputs[i].constant && std::ranges::find(attributes, int(i)) == attributes.end())
                own.push_back(i);
        return own;
    }

    void nameOutputs(const onnx::NodeProto &proto, int node)
    {
        const int made = int(m_graph.nodes()[std::size_t(node)].outputs.size());
        for (int output = 0; output < std::min(made, proto.output_size()); ++output)
            m_values[proto.output(output)] = {node, output};
    }

    bool constantsToInputs(const Operator &op, ImportSource &source)
    {
        const std::vector<std::size_t> own = ownConstants(op, source);
        for (const std::size_t i : own) {
            const TensorType type = typeOf(source.node, *source.inputs[i].constant);
            source.inputs[i] = {ValueRef{m_graph.addInput(type, nextSeed()), 0}, nullptr};
        }
        return !own.empty();
    }

    const onnx::GraphProto &m_proto;
    int m_opset;
    OperatorGraph m_graph;
    std::map<std::string, const onnx::TensorProto *> m_constants;
    std::map<std::string, ValueRef> m_values;
    std::uint64_t m_seeds = 0;
};

std::string bytesOf(const std::filesystem::path &file)
{
    std::ifstream in(file, std::ios::binary);
    if (!in)
        throw Error(ErrorCode::NotFound, fmt::format("cannot open the model '{}'", file.string()),
                    "Check the name and the permissions");
    std::ostringstream bytes;
    bytes << in.rdbuf();
    if (!in || in.bad())
        throw Error(ErrorCode::Io, fmt::format("cannot read the model '{}'", file.string()),
                    "Check that it is a file and can be read");
    return std::move(bytes).str();
}

} // namespace

OperatorGraph importOnnxBytes(const std::string &bytes, int opset)
{
    onnx::ModelProto model;
    if (!model.ParseFromString(bytes) || !model.has_graph())
        throw Error(ErrorCode::BadModel, "the start model is no ONNX model", "Name a whole .onnx file");
    const int own = opsetOf(model);
    if (own < oldestImport || own > newestOpset)
        throw Error(ErrorCode::Unsupported, fmt::format("the start model has opset {}", own),
                    fmt::format("Convert it to one of {} to {}", oldestImport, newestOpset));
    if (const std::string problem = checkOnnx(bytes).problem; !problem.empty())
        throw Error(ErrorCode::BadModel, "the start model is not valid: " + problem,
                    "Export it again; onnx.checker says more");
    OperatorGraph graph = Importer(model).run();
    if (graph.lowestOpset() > opset)
        throw Error(
            ErrorCode::Unsupported,
            fmt::format("the start model needs opset {}, the campaign has {}", graph.lowestOpset(), opset),
            fmt::format("Add --set opset={}", graph.lowestOpset()));
    return graph;
}

OperatorGraph importOnnx(const std::filesystem::path &file, int opset)
{
    try {
        return importOnnxBytes(bytesOf(file), opset);
    } catch (const Error &error) {
        if (error.code() == ErrorCode::NotFound || error.code() == ErrorCode::Io)
            throw;
        throw Error(error.code(), fmt::format("'{}': {}", file.string(), error.what()), error.hint());
    }
}

} // namespace mutascope::engines
