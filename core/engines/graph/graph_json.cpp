// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/graph/graph_json.h"
#include "core/base/error.h"
#include "core/engines/graph/operator_graph.h"
#include <algorithm>

namespace mutascope::engines {

namespace {

using nlohmann::json;

constexpr int graphFormat = 1;
constexpr std::size_t mostNodes = 100000;

json valueJson(const AttributeValue &value)
{
    return std::visit([](const auto &held) { return json(held); }, value);
}

AttributeValue valueFrom(const json &value, const AttributeSpec &spec)
{
    switch (spec.type) {
    case AttributeType::Integer:
        return value.get<std::int64_t>();
    case AttributeType::Real:
        return value.get<double>();
    case AttributeType::Word:
        return value.get<std::string>();
    case AttributeType::IntegerList:
        return value.get<Ints>();
    case AttributeType::RealList:
        break;
    }
    return value.get<Reals>();
}

json nodeJson(const GraphNode &node)
{
    json result{{"seed", node.seed}, {"fill", nameOf(node.fill)}};
    if (node.isInput()) {
        result["input"] = toText(node.outputs[0]);
        return result;
    }
    result["op"] = node.op->name;
    result["from"] = json::array();
    for (const ValueRef value : node.inputs)
        result["from"].push_back({value.node, value.output});
    result["attributes"] = attributesJson(node.attributes);
    if (node.repair)
        result["repair"] = true;
    return result;
}

void addFrom(const json &node, OperatorGraph &graph)
{
    const std::uint64_t seed = node.at("seed").get<std::uint64_t>();
    const Fill fill = fillFrom(node.at("fill"));
    if (node.contains("input")) {
        graph.addInput(typeFrom(node["input"]), seed, fill);
        return;
    }
    const Operator &op = operatorFrom(node.at("op"));
    std::vector<ValueRef> inputs;
    for (const json &value : node.at("from"))
        inputs.push_back({indexFrom(value.at(0), graph.nodes().size()), value.at(1).get<int>()});
    graph.add(op, std::move(inputs), attributesFrom(node.at("attributes"), op), seed, fill,
              node.value("repair", false));
}

} // namespace

void throwBadGraph(const std::string &why)
{
    throw Error(ErrorCode::BadData, "the saved graph cannot be used: " + why,
                "The file is damaged, or was written by another version");
}

json attributesJson(const Attributes &attributes)
{
    json result = json::object();
    for (const auto &[name, value] : attributes.items())
        result[name] = valueJson(value);
    return result;
}

Attributes attributesFrom(const json &object, const Operator &op)
{
    Attributes attributes;
    for (const auto &[name, value] : object.items()) {
        const auto spec = std::ranges::find(op.attributes, name, &AttributeSpec::name);
        if (spec == op.attributes.end())
            throwBadGraph(op.name + " has no attribute of that name");
        attributes.set(name, valueFrom(value, *spec));
    }
    return attributes;
}

const Operator &operatorFrom(const json &name)
{
    const Operator *op = findOperator(name.get<std::string>());
    if (!op)
        throwBadGraph("an operator that is not known");
    return *op;
}

TensorType typeFrom(const json &text)
{
    const auto type = tensorTypeFrom(text.get<std::string>());
    if (!type)
        throwBadGraph("a tensor type that cannot be read");
    return *type;
}

Fill fillFrom(const json &name)
{
    const auto fill = fillNamed(name.get<std::string>());
    if (!fill)
        throwBadGraph("a kind of numbers that is not known");
    return *fill;
}

int indexFrom(const json &number, std::size_t end)
{
    const std::int64_t index = number.get<std::int64_t>();
    if (index < 0 || std::size_t(index) >= end)
        throwBadGraph("it refers to what is not there");
    return int(index);
}

json OperatorGraph::toJson() const
{
    json nodes = json::array();
    for (const GraphNode &node : m_nodes)
        nodes.push_back(nodeJson(node));
    return {{"format", graphFormat}, {"nodes", nodes}};
}

OperatorGraph OperatorGraph::fromJson(const json &object)
{
    try {
        if (object.at("format").get<int>() != graphFormat)
            throwBadGraph("it has another format");
        const json &nodes = object.at("nodes");
        if (!nodes.is_array() || nodes.empty() || nodes.size() > mostNodes)
            throwBadGraph("there are no nodes, or too many");
        OperatorGraph graph;
        for (const json &node : nodes)
            addFrom(node, graph);
        return graph;
    } catch (const json::exception &) {
        throwBadGraph("something is missing or of another kind");
    } catch (const Error &error) {
        if (error.code() == ErrorCode::BadData)
            throw;
        throwBadGraph(error.what());
    }
}

} // namespace mutascope::engines
