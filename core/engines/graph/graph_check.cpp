// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/graph/operator_graph.h"
#include <fmt/format.h>

namespace mutascope::engines {

namespace {

std::string inputProblem(const GraphNode &node)
{
    if (!node.inputs.empty() || !node.attributes.items().empty() || !node.parameters.empty())
        return "an input of the graph that takes values";
    if (node.outputs.size() != 1)
        return "an input of the graph that is not one tensor";
    return problemOf(node.outputs[0]);
}

std::string operatorProblem(const std::vector<std::vector<TensorType>> &types, const GraphNode &node)
{
    std::vector<TensorType> inputs;
    for (const ValueRef value : node.inputs) {
        if (value.node < 0 || std::size_t(value.node) >= types.size())
            return "it takes a value of a node that does not come before it";
        const auto &outputs = types[std::size_t(value.node)];
        if (value.output < 0 || std::size_t(value.output) >= outputs.size())
            return "it takes an output that is not there";
        inputs.push_back(outputs[std::size_t(value.output)]);
    }
    const Inference inference = inferNode(*node.op, node.attributes, inputs);
    if (!inference.problem.empty())
        return inference.problem;
    if (inference.outputs != node.outputs || inference.parameters != node.parameters)
        return "its types are not what its inputs give";
    return {};
}

} // namespace

std::string check(const OperatorGraph &graph)
{
    std::vector<std::vector<TensorType>> types; // of the nodes so far: there is nothing else to refer to
    for (const GraphNode &node : graph.nodes()) {
        const std::string problem = node.isInput() ? inputProblem(node) : operatorProblem(types, node);
        if (!problem.empty())
            return fmt::format("node {}: {}", types.size(), problem);
        types.push_back(node.outputs);
    }
    return types.empty() ? "there are no nodes" : "";
}

} // namespace mutascope::engines
