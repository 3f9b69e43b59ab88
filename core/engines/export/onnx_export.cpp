// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/export/onnx_export.h"
#include "core/base/error.h"
#include "core/engines/export/onnx_types.h"
#include <algorithm>
#include <cstring>
#include <fmt/format.h>

namespace mutascope::engines {

namespace {

constexpr int irVersion = 7; // read by every engine that knows opset 11

std::string valueName(const OperatorGraph &graph, int node, int output)
{
    if (graph.nodes()[std::size_t(node)].isInput())
        return fmt::format("x{}", node);
    return fmt::format("v{}_{}", node, output);
}

void setType(onnx::ValueInfoProto &info, const std::string &name, const TensorType &type)
{
    info.set_name(name);
    auto *tensor = info.mutable_type()->mutable_tensor_type();
    tensor->set_elem_type(onnxCode(type.element));
    auto *shape = tensor->mutable_shape();
    for (const std::int64_t side : type.shape)
        shape->add_dim()->set_dim_value(side);
}

template <typename Number> std::vector<std::byte> bytesOfNumbers(const std::vector<double> &values)
{
    std::vector<std::byte> bytes(values.size() * sizeof(Number));
    for (std::size_t i = 0; i < values.size(); ++i) {
        const Number value = Number(values[i]);
        std::memcpy(&bytes[i * sizeof(Number)], &value, sizeof value);
    }
    return bytes;
}

std::vector<double> numbersOf(const AttributeValue &value)
{
    if (const auto *whole = std::get_if<std::int64_t>(&value))
        return {double(*whole)};
    if (const auto *real = std::get_if<double>(&value))
        return {*real};
    if (const auto *wholes = std::get_if<Ints>(&value))
        return {wholes->begin(), wholes->end()};
    const auto *reals = std::get_if<Reals>(&value);
    return reals ? *reals : Reals{};
}

// An attribute that is a constant input in this opset. Whole numbers are below 2^53.
TensorData attributeData(const AttributeSpec &spec, const AttributeValue &value, ElementType like)
{
    const std::vector<double> numbers = numbersOf(value);
    const bool real = spec.type == AttributeType::Real || spec.type == AttributeType::RealList;
    const ElementType element = spec.likeInput ? like : real ? ElementType::Float : ElementType::Int64;
    const Shape shape = spec.scalarInput ? Shape{} : Shape{std::int64_t(numbers.size())};
    if (element == ElementType::Float)
        return {{element, shape}, bytesOfNumbers<float>(numbers)};
    if (element == ElementType::Double)
        return {{element, shape}, bytesOfNumbers<double>(numbers)};
    if (element == ElementType::Int32)
        return {{element, shape}, bytesOfNumbers<std::int32_t>(numbers)};
    return {{ElementType::Int64, shape}, bytesOfNumbers<std::int64_t>(numbers)};
}

struct SetAttribute {
    onnx::AttributeProto &proto;
    void operator()(std::int64_t value) const
    {
        proto.set_type(onnx::AttributeProto::INT);
        proto.set_i(value);
    }
    void operator()(double value) const
    {
        proto.set_type(onnx::AttributeProto::FLOAT);
        proto.set_f(float(value));
    }
    void operator()(const std::string &value) const
    {
        proto.set_type(onnx::AttributeProto::STRING);
        proto.set_s(value);
    }
    void operator()(const Ints &values) const
    {
        proto.set_type(onnx::AttributeProto::INTS);
        proto.mutable_ints()->Add(values.begin(), values.end());
    }
    void operator()(const Reals &values) const
    {
        proto.set_type(onnx::AttributeProto::FLOATS);
        for (const double value : values)
            proto.add_floats(float(value));
    }
};

class Exporter {
public:
    Exporter(const OperatorGraph &graph, const ExportOptions &options)
        : m_graph(graph), m_options(options) { }

    std::string run()
    {
        m_model.set_ir_version(irVersion);
        m_model.set_producer_name("mutascope");
        m_model.add_opset_import()->set_version(m_options.opset);
        m_proto = m_model.mutable_graph();
        m_proto->set_name("graph");
        for (int node = 0; node < int(m_graph.nodes().size()); ++node) {
            const GraphNode &one = m_graph.nodes()[std::size_t(node)];
            if (one.isInput())
                setType(*m_proto->add_input(), valueName(m_graph, node, 0), one.outputs[0]);
            else
                addNode(node, one);
        }
        addOutputs();
        return m_model.SerializeAsString();
    }

private:
    void addNode(int index, const GraphNode &node)
    {
        onnx::NodeProto &proto = *m_proto->add_node();
        proto.set_name(nodeName(m_graph, index));
        proto.set_op_type(node.op->name);
        std::vector<std::string> names;
        std::vector<bool> reserved;
        addParameters(index, node, names, reserved);
        addAttributes(index, node, proto, names, reserved);
        placeData(node, names, reserved);
        while (names.back().empty())
            names.pop_back();
        for (const std::string &name : names)
            proto.add_input(name);
        for (int output = 0; output < int(node.outputs.size()); ++output)
            proto.add_output(valueName(m_graph, index, output));
    }

    // Reserves the place, and fills it unless the name is "".
    static void occupy(int position, const std::string &name, std::vector<std::string> &names,
                       std::vector<bool> &reserved)
    {
        const std::size_t at = std::size_t(position);
        if (names.size() <= at) {
            names.resize(at + 1);
            reserved.resize(at + 1);
        }
        names[at] = name;
        reserved[at] = true;
    }

    std::string addConstant(int node, int position, const TensorData &data)
    {
        const std::string name = fmt::format("c{}_{}", node, position);
        onnx::TensorProto &tensor = *m_proto->add_initializer();
        tensor.set_name(name);
        tensor.set_data_type(onnxCode(data.type.element));
        for (const std::int64_t side : data.type.shape)
            tensor.add_dims(side);
        tensor.set_raw_data(data.bytes.data(), data.bytes.size());
        return name;
    }

    void addParameters(int index, const GraphNode &node, std::vector<std::string> &names,
                       std::vector<bool> &reserved)
    {
        for (std::size_t i = 0; i < node.parameters.size(); ++i) {
            const int position = node.parameters[i].position;
            occupy(position, addConstant(index, position, m_graph.parameterData(index, i)), names, reserved);
        }
    }

    void addAttributes(int index, const GraphNode &node, onnx::NodeProto &proto,
                       std::vector<std::string> &names, std::vector<bool> &reserved)
    {
        for (const AttributeSpec &spec : node.op->attributes) {
            const AttributeValue *value = node.attributes.find(spec.name);
            if (spec.carrier == Carrier::Hidden)
                continue;
            if (spec.carrier == Carrier::Input && m_options.opset >= spec.inputSince) {
                const ElementType like = m_graph.type(node.inputs[0]).element;
                occupy(spec.position,
                       value ? addConstant(index, spec.position, attributeData(spec, *value, like)) : "",
                       names, reserved);
            } else if (value) {
                setAttribute(*proto.add_attribute(), spec, *value);
            }
        }
    }

    static void setAttribute(onnx::AttributeProto &proto, const AttributeSpec &spec,
                             const AttributeValue &value)
    {
        proto.set_name(spec.name);
        if (spec.carrier == Carrier::ElementCode)
            SetAttribute{proto}(std::int64_t(onnxCode(*elementNamed(std::get<std::string>(value)))));
        else
            std::visit(SetAttribute{proto}, value);
    }

    // Data inputs take the places that are left, in order.
    void placeData(const GraphNode &node, std::vector<std::string> &names, std::vector<bool> &reserved)
    {
        int position = 0;
        for (const ValueRef value : node.inputs) {
            while (std::size_t(position) < reserved.size() && reserved[std::size_t(position)])
                ++position;
            occupy(position, valueName(m_graph, value.node, value.output), names, reserved);
        }
    }

    void addOutputs()
    {
        const std::vector<ValueRef> outputs = m_graph.outputs();
        for (int node = 0; node < int(m_graph.nodes().size()); ++node)
            for (int output = 0; output < int(m_graph.nodes()[std::size_t(node)].outputs.size()); ++output) {
                const ValueRef value{node, output};
                const bool isOutput = std::ranges::find(outputs, value) != outputs.end();
                if (m_graph.nodes()[std::size_t(node)].isInput() || (!isOutput && !m_options.allValues))
                    continue;
                setType(*m_proto->add_output(), valueName(m_graph, node, output), m_graph.type(value));
            }
        addShapes(outputs);
    }

    void addShapes(const std::vector<ValueRef> &outputs)
    {
        for (int node = 0; node < int(m_graph.nodes().size()); ++node)
            for (int output = 0; output < int(m_graph.nodes()[std::size_t(node)].outputs.size()); ++output) {
                const ValueRef value{node, output};
                const GraphNode &one = m_graph.nodes()[std::size_t(node)];
                const bool named = m_options.allValues || one.isInput()
                    || std::ranges::find(outputs, value) != outputs.end();
                if (!named && (m_options.shapes || leavesShapeOpen(one.op->name)))
                    setType(*m_proto->add_value_info(), valueName(m_graph, node, output),
                            m_graph.type(value));
            }
    }

    const OperatorGraph &m_graph;
    const ExportOptions &m_options;
    onnx::ModelProto m_model;
    onnx::GraphProto *m_proto = nullptr;
};

void checkOptions(const OperatorGraph &graph, const ExportOptions &options)
{
    if (options.opset < graph.lowestOpset() || options.opset > newestOpset)
        throw Error(ErrorCode::Unsupported,
                    fmt::format("the graph cannot be exported to opset {}", options.opset),
                    fmt::format("Choose one of {} to {}", graph.lowestOpset(), newestOpset));
    if (graph.operators() == 0)
        throw Error(ErrorCode::Unsupported, "a graph without operators is no model", "Add an operator");
}

} // namespace

std::string valueName(const OperatorGraph &graph, ValueRef value)
{
    return valueName(graph, value.node, value.output);
}

std::string nodeName(const OperatorGraph &graph, int node)
{
    const GraphNode &one = graph.nodes().at(std::size_t(node));
    return one.isInput() ? fmt::format("x{}", node) : fmt::format("{}_{}", one.op->name, node);
}

std::string toOnnx(const OperatorGraph &graph, const ExportOptions &options)
{
    checkOptions(graph, options);
    return Exporter(graph, options).run();
}

} // namespace mutascope::engines
