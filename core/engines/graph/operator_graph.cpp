// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/graph/operator_graph.h"
#include "core/base/error.h"
#include <algorithm>
#include <fmt/format.h>

namespace mutascope::engines {

namespace {

std::vector<TensorType> typesOf(const std::vector<GraphNode> &nodes, const std::vector<ValueRef> &values)
{
    std::vector<TensorType> types;
    types.reserve(values.size());
    for (const ValueRef value : values)
        types.push_back(nodes[std::size_t(value.node)].outputs[std::size_t(value.output)]);
    return types;
}

// Types and parameters of a node from its inputs'; "" or why it is not legal.
std::string inferInto(std::vector<GraphNode> &nodes, std::size_t index)
{
    GraphNode &node = nodes[index];
    if (node.isInput())
        return {};
    for (const ValueRef value : node.inputs)
        if (std::size_t(value.output) >= nodes[std::size_t(value.node)].outputs.size())
            return fmt::format("{} takes an output that is not there", node.op->name);
    Inference inference = inferNode(*node.op, node.attributes, typesOf(nodes, node.inputs));
    node.outputs = std::move(inference.outputs);
    node.parameters = std::move(inference.parameters);
    return inference.problem;
}

} // namespace

bool OperatorGraph::has(ValueRef value) const
{
    return value.node >= 0 && std::size_t(value.node) < m_nodes.size() && value.output >= 0
        && std::size_t(value.output) < m_nodes[std::size_t(value.node)].outputs.size();
}

int OperatorGraph::addInput(const TensorType &type, std::uint64_t seed, Fill fill)
{
    if (const std::string problem = problemOf(type); !problem.empty())
        throw Error(ErrorCode::BadModel, "a graph cannot have this input: " + problem);
    GraphNode node;
    node.outputs = {type};
    node.seed = seed;
    node.fill = fill;
    m_nodes.push_back(std::move(node));
    return int(m_nodes.size()) - 1;
}

int OperatorGraph::add(const Operator &op, std::vector<ValueRef> inputs, Attributes attributes,
                       std::uint64_t seed, Fill fill, bool repair)
{
    if (!std::ranges::all_of(inputs, [&](ValueRef value) { return has(value); }))
        throw Error(ErrorCode::BadModel, op.name + " takes a value that is not there");
    m_nodes.push_back({&op, std::move(inputs), std::move(attributes), {}, {}, seed, fill, repair});
    const std::string problem = inferInto(m_nodes, m_nodes.size() - 1);
    if (!problem.empty()) {
        m_nodes.pop_back();
        throw Error(ErrorCode::BadModel, "a graph cannot have this node: " + problem);
    }
    return int(m_nodes.size()) - 1;
}

std::string OperatorGraph::commit(std::vector<GraphNode> nodes, int from)
{
    for (std::size_t i = std::size_t(from); i < nodes.size(); ++i)
        if (std::string problem = inferInto(nodes, i); !problem.empty())
            return problem;
    m_nodes = std::move(nodes);
    return {};
}

std::string OperatorGraph::setAttributes(int node, Attributes attributes)
{
    if (!has({node, 0}) || m_nodes[std::size_t(node)].isInput())
        return "there is no such operator";
    std::vector<GraphNode> nodes = m_nodes;
    nodes[std::size_t(node)].attributes = std::move(attributes);
    return commit(std::move(nodes), node);
}

std::string OperatorGraph::setInputType(int node, const TensorType &type)
{
    if (!has({node, 0}) || !m_nodes[std::size_t(node)].isInput())
        return "there is no such input";
    if (std::string problem = problemOf(type); !problem.empty())
        return problem;
    std::vector<GraphNode> nodes = m_nodes;
    nodes[std::size_t(node)].outputs = {type};
    return commit(std::move(nodes), node);
}

std::string OperatorGraph::setData(int node, std::uint64_t seed, Fill fill)
{
    if (!has({node, 0}))
        return "there is no such node";
    m_nodes[std::size_t(node)].seed = seed;
    m_nodes[std::size_t(node)].fill = fill;
    return {};
}

std::string OperatorGraph::connect(int node, std::size_t input, ValueRef source)
{
    if (!has({node, 0}) || !has(source) || input >= m_nodes[std::size_t(node)].inputs.size())
        return "there is no such node, input or value";
    if (source.node >= node)
        return "a node can only take values of nodes before it";
    std::vector<GraphNode> nodes = m_nodes;
    nodes[std::size_t(node)].inputs[input] = source;
    return commit(std::move(nodes), node);
}

std::string OperatorGraph::replace(ValueRef value, ValueRef by)
{
    if (!has(value) || !has(by))
        return "there is no such value";
    std::vector<GraphNode> nodes = m_nodes;
    for (std::size_t i = 0; i < nodes.size(); ++i)
        for (ValueRef &input : nodes[i].inputs) {
            if (input != value)
                continue;
            if (by.node >= int(i))
                return "a node can only take values of nodes before it";
            input = by;
        }
    return commit(std::move(nodes), 0);
}

std::string OperatorGraph::makeInput(int node)
{
    if (!has({node, 0}) || m_nodes[std::size_t(node)].isInput())
        return "there is no such operator";
    if (m_nodes[std::size_t(node)].outputs.size() != 1)
        return "an operator of several outputs is no one input";
    GraphNode &changed = m_nodes[std::size_t(node)];
    changed.op = nullptr;
    changed.inputs.clear();
    changed.attributes = {};
    changed.parameters.clear();
    changed.repair = false;
    return {};
}

std::string OperatorGraph::commitKept(const std::vector<bool> &kept)
{
    std::vector<int> place(m_nodes.size(), -1);
    std::vector<GraphNode> nodes;
    for (std::size_t i = 0; i < m_nodes.size(); ++i) {
        if (!kept[i])
            continue;
        place[i] = int(nodes.size());
        nodes.push_back(m_nodes[i]);
        for (ValueRef &value : nodes.back().inputs)
            value.node = place[std::size_t(value.node)];
    }
    m_nodes = std::move(nodes); // every type is as before
    return {};
}

std::string OperatorGraph::remove(int node)
{
    if (!has({node, 0}) || m_nodes.size() < 2)
        return "there is no such node, or no other";
    if (outDegrees()[std::size_t(node)] > 0)
        return "the node's values are taken";
    std::vector<bool> kept(m_nodes.size(), true);
    kept[std::size_t(node)] = false;
    return commitKept(kept);
}

std::string OperatorGraph::keep(std::span<const int> nodes)
{
    std::vector<bool> kept(m_nodes.size());
    for (const int node : nodes) {
        if (!has({node, 0}))
            return "there is no such node";
        kept[std::size_t(node)] = true;
    }
    if (nodes.empty())
        return "nothing would be left";
    for (std::size_t i = m_nodes.size(); i-- > 0;)
        if (kept[i])
            for (const ValueRef value : m_nodes[i].inputs)
                kept[std::size_t(value.node)] = true;
    return commitKept(kept);
}

const TensorType &OperatorGraph::type(ValueRef value) const
{
    if (!has(value))
        throw Error(ErrorCode::Internal, "a value that is not in the graph was asked for");
    return m_nodes[std::size_t(value.node)].outputs[std::size_t(value.output)];
}

std::vector<TensorType> OperatorGraph::inputTypes(int node) const
{
    return typesOf(m_nodes, m_nodes.at(std::size_t(node)).inputs);
}

std::vector<ValueRef> OperatorGraph::outputs() const
{
    std::vector<std::vector<bool>> taken;
    for (const GraphNode &node : m_nodes)
        taken.emplace_back(node.outputs.size());
    for (const GraphNode &node : m_nodes)
        for (const ValueRef value : node.inputs)
            taken[std::size_t(value.node)][std::size_t(value.output)] = true;
    std::vector<ValueRef> result;
    for (std::size_t i = 0; i < m_nodes.size(); ++i)
        for (std::size_t output = 0; output < taken[i].size(); ++output)
            if (!taken[i][output] && !m_nodes[i].isInput())
                result.push_back({int(i), int(output)});
    return result;
}

std::vector<int> OperatorGraph::inputs() const
{
    std::vector<int> result;
    for (std::size_t i = 0; i < m_nodes.size(); ++i)
        if (m_nodes[i].isInput())
            result.push_back(int(i));
    return result;
}

std::vector<int> OperatorGraph::outDegrees() const
{
    std::vector<int> degrees(m_nodes.size());
    for (const GraphNode &node : m_nodes)
        for (const ValueRef value : node.inputs)
            ++degrees[std::size_t(value.node)];
    return degrees;
}

int OperatorGraph::operators() const
{
    return int(m_nodes.size() - inputs().size());
}

int OperatorGraph::lowestOpset() const
{
    int opset = oldestOpset;
    for (const GraphNode &node : m_nodes) {
        if (node.isInput())
            continue;
        opset = std::max(opset, node.op->sinceOpset);
        for (const AttributeSpec &spec : node.op->attributes)
            if (node.attributes.contains(spec.name))
                opset = std::max(opset, spec.sinceOpset);
    }
    return opset;
}

TensorData OperatorGraph::inputData(int node) const
{
    const GraphNode &one = m_nodes.at(std::size_t(node));
    return makeValues(one.outputs.at(0), one.fill, {}, Rng(one.seed));
}

TensorData OperatorGraph::parameterData(int node, std::size_t parameter) const
{
    const GraphNode &one = m_nodes.at(std::size_t(node));
    const ParameterSpec &spec = one.parameters.at(parameter);
    return makeValues(spec.type, one.fill, spec.domain, Rng(one.seed).sub(std::uint64_t(spec.position)));
}

} // namespace mutascope::engines
