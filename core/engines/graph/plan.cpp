// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/graph/plan.h"
#include <algorithm>
#include <fmt/format.h>

namespace mutascope::engines {

namespace {

std::string nodeProblem(const GraphPlan &plan, std::size_t index)
{
    const PlanNode &node = plan.nodes[index];
    if (!node.op || !node.op->takes(node.inputs.size()))
        return "an operator that is not known, or does not take as many inputs";
    if (node.op->sinceOpset > plan.opset)
        return node.op->name + " is not in the opset";
    for (const PlanSource source : node.inputs) {
        const std::size_t end = source.input ? plan.inputs.size() : index;
        if (source.index < 0 || std::size_t(source.index) >= end)
            return "a source that is not there, or comes later";
    }
    if (node.block < -1 || node.block >= int(plan.blocks.size()))
        return "a block that is not there";
    return {};
}

} // namespace

std::string problemOf(const GraphPlan &plan)
{
    if (plan.nodes.empty() || plan.inputs.empty())
        return "there are no operators, or no inputs";
    if (plan.opset < oldestOpset || plan.opset > newestOpset)
        return fmt::format("opset {} is not one of {} to {}", plan.opset, oldestOpset, newestOpset);
    if (plan.elements < 16 || plan.elements > largestTensor / 64)
        return "the size of tensors is out of range";
    for (const PlanInput &input : plan.inputs)
        if (std::string problem = problemOf(input.type); !problem.empty())
            return problem;
    for (std::size_t i = 0; i < plan.nodes.size(); ++i)
        if (const std::string problem = nodeProblem(plan, i); !problem.empty())
            return fmt::format("node {}: {}", i, problem);
    return {};
}

void dropUnusedInputs(GraphPlan &plan)
{
    std::vector<int> place(plan.inputs.size(), -1);
    std::vector<PlanInput> used;
    for (PlanNode &node : plan.nodes)
        for (PlanSource &source : node.inputs) {
            if (!source.input)
                continue;
            int &at = place[std::size_t(source.index)];
            if (at < 0) {
                at = int(used.size());
                used.push_back(plan.inputs[std::size_t(source.index)]);
            }
            source.index = at;
        }
    plan.inputs = std::move(used);
}

GraphPlan planOf(const OperatorGraph &graph, int opset)
{
    GraphPlan plan;
    plan.opset = std::max(opset, graph.lowestOpset());
    std::vector<PlanSource> places;
    for (const GraphNode &node : graph.nodes()) {
        if (node.isInput()) {
            places.push_back({true, int(plan.inputs.size())});
            plan.inputs.push_back({node.outputs[0], node.seed, node.fill});
            continue;
        }
        places.push_back({false, int(plan.nodes.size())});
        PlanNode planned{node.op, {}, node.seed, node.fill, {}, node.attributes};
        for (std::size_t i = 0; i < node.inputs.size(); ++i) {
            planned.inputs.push_back(places[std::size_t(node.inputs[i].node)]);
            if (node.inputs[i].output > 0)
                planned.pins["output." + std::to_string(i)] = std::int64_t(node.inputs[i].output);
        }
        plan.nodes.push_back(std::move(planned));
        for (const TensorType &type : node.outputs)
            plan.elements = std::max(plan.elements, elementsOf(type.shape));
    }
    plan.elements = std::min(plan.elements, largestTensor / 64);
    return plan;
}

} // namespace mutascope::engines
