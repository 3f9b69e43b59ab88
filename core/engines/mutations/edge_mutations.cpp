// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/mutations/mutation_parts.h"
#include <algorithm>
#include <cmath>

// Edges: GEA and GER.
namespace mutascope::engines {

namespace {

struct Edge {
    int from = 0;
    int to = 0;
};

int outDegree(const GraphPlan &plan, int node)
{
    int degree = 0;
    for (const PlanNode &other : plan.nodes)
        degree += int(std::ranges::count(other.inputs, PlanSource{false, node}));
    return degree;
}

bool joined(const GraphPlan &plan, const Edge &edge)
{
    const auto &inputs = plan.nodes[std::size_t(edge.to)].inputs;
    return std::ranges::find(inputs, PlanSource{false, edge.from}) != inputs.end();
}

std::vector<Edge> missingEdges(const GraphPlan &plan, int mostOutEdges)
{
    std::vector<Edge> missing;
    for (int from = 0; from < int(plan.nodes.size()); ++from) {
        if (outDegree(plan, from) >= mostOutEdges)
            continue;
        for (int to = from + 1; to < int(plan.nodes.size()); ++to)
            if (!joined(plan, {from, to}))
                missing.push_back({from, to});
    }
    return missing;
}

std::vector<const Operator *> operatorsFor(const GraphPlan &plan, const MutationScope &scope,
                                           std::size_t degree)
{
    std::vector<const Operator *> fitting;
    const auto offer = [&](const Operator *op) {
        if (op->takes(degree) && op->sinceOpset <= plan.opset
            && std::ranges::find(fitting, op) == fitting.end())
            fitting.push_back(op);
    };
    for (const Block &block : scope.blocks)
        if (block.single())
            offer(block.operators[0]);
    if (scope.blocks.empty())
        for (const PlanNode &node : plan.nodes)
            offer(node.op);
    return fitting;
}

// In place of an input of the graph, else as one more, else with another operator that takes one more.
bool addEdge(GraphPlan &plan, const MutationScope &scope, const Edge &edge, Rng &rng)
{
    PlanNode &node = plan.nodes[std::size_t(edge.to)];
    const auto free = std::ranges::find(node.inputs, true, &PlanSource::input);
    if (free != node.inputs.end()) {
        *free = {false, edge.from};
        return true;
    }
    const std::size_t degree = node.inputs.size() + 1;
    if (!node.op->takes(degree)) {
        const auto fitting = operatorsFor(plan, scope, degree);
        if (fitting.empty())
            return false;
        node.op = fitting[rng.below(std::uint32_t(fitting.size()))];
        node.pins.clear();
        node.attributes.reset();
    }
    node.inputs.push_back({false, edge.from});
    return true;
}

struct Slot {
    int node = 0;
    std::size_t input = 0;
};

std::vector<Slot> presentEdges(const GraphPlan &plan)
{
    std::vector<Slot> present;
    for (int node = 0; node < int(plan.nodes.size()); ++node)
        for (std::size_t input = 0; input < plan.nodes[std::size_t(node)].inputs.size(); ++input)
            if (!plan.nodes[std::size_t(node)].inputs[input].input)
                present.push_back({node, input});
    return present;
}

// One less where the operator may have one less, else an input of the graph in its place.
void removeEdge(GraphPlan &plan, const Slot &slot, Rng &rng)
{
    PlanNode &node = plan.nodes[std::size_t(slot.node)];
    if (node.op->takes(node.inputs.size() - 1)) {
        node.inputs.erase(node.inputs.begin() + std::ptrdiff_t(slot.input));
        node.attributes.reset();
        return;
    }
    PlanInput fresh = plan.inputs[rng.below(std::uint32_t(plan.inputs.size()))];
    fresh.seed = rng.next64();
    node.inputs[slot.input] = {true, int(plan.inputs.size())};
    plan.inputs.push_back(fresh);
}

} // namespace

MutationCount addEdges(GraphPlan &plan, MutationTask task)
{
    MutationCount count{int(std::ceil(double(plan.nodes.size()) * task.mutation.rate)), 0};
    for (int i = 0; i < count.asked; ++i) {
        std::vector<Edge> missing = missingEdges(plan, task.scope.mostOutEdges);
        bool done = false;
        while (!done && !missing.empty()) {
            const std::size_t at = task.rng.below(std::uint32_t(missing.size()));
            done = addEdge(plan, task.scope, missing[at], task.rng);
            missing[at] = missing.back();
            missing.pop_back();
        }
        count.made += done ? 1 : 0;
    }
    return count;
}

MutationCount removeEdges(GraphPlan &plan, MutationTask task)
{
    MutationCount count{int(std::floor(double(plan.nodes.size()) * task.mutation.rate)), 0};
    for (; count.made < count.asked; ++count.made) {
        const std::vector<Slot> present = presentEdges(plan);
        if (present.empty())
            break;
        removeEdge(plan, present[task.rng.below(std::uint32_t(present.size()))], task.rng);
    }
    return count;
}

} // namespace mutascope::engines
