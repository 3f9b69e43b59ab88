// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/reduce/edits.h"
#include <algorithm>

namespace mutascope::engines {

namespace {

std::vector<int> outputNodes(const OperatorGraph &graph)
{
    std::vector<int> nodes;
    for (const ValueRef output : graph.outputs())
        if (std::ranges::find(nodes, output.node) == nodes.end())
            nodes.push_back(output.node);
    return nodes;
}

// Whether it is a model that has less than the other.
bool smaller(const OperatorGraph &graph, const OperatorGraph &than)
{
    return graph.operators() > 0 && graph.nodes().size() < than.nodes().size();
}

bool tryKeeping(const OperatorGraph &graph, const std::vector<int> &nodes, const Try &attempt)
{
    OperatorGraph candidate = graph;
    return candidate.keep(nodes).empty() && smaller(candidate, graph) && attempt(candidate);
}

// Keeps what the nodes need that were outputs before and still are operators; else what becomes an input.
void dropUnneeded(OperatorGraph &graph, const std::vector<int> &wanted)
{
    std::vector<int> operators;
    for (const int node : wanted)
        if (!graph.nodes()[std::size_t(node)].isInput())
            operators.push_back(node);
    if (!operators.empty())
        graph.keep(operators);
}

bool tryBypass(const OperatorGraph &graph, int node, const Try &attempt)
{
    const GraphNode &one = graph.nodes()[std::size_t(node)];
    for (const ValueRef input : one.inputs) {
        OperatorGraph candidate = graph;
        if (!candidate.replace({node, 0}, input).empty() || !candidate.remove(node).empty())
            continue;
        dropUnneeded(candidate, outputNodes(candidate));
        if (smaller(candidate, graph) && attempt(candidate))
            return true;
    }
    return false;
}

} // namespace

bool tryFewerOutputs(const OperatorGraph &graph, const Try &attempt)
{
    const std::vector<int> outputs = outputNodes(graph);
    for (const int output : outputs)
        if (tryKeeping(graph, {output}, attempt))
            return true;
    for (const int output : outputs) {
        std::vector<int> others = outputs;
        std::erase(others, output);
        if (!others.empty() && tryKeeping(graph, others, attempt))
            return true;
    }
    // Suffixes: everything from some node on goes.
    const int nodes = int(graph.nodes().size());
    for (int node = 0; node + 1 < nodes; ++node)
        if (!graph.nodes()[std::size_t(node)].isInput() && tryKeeping(graph, {node}, attempt))
            return true;
    return false;
}

bool tryInputsInstead(const OperatorGraph &graph, int block, const Try &attempt)
{
    const std::vector<int> outputs = outputNodes(graph);
    const int nodes = int(graph.nodes().size());
    for (int first = 0; first < nodes; first += block) {
        OperatorGraph candidate = graph;
        for (int node = first; node < std::min(first + block, nodes); ++node)
            candidate.makeInput(node);
        dropUnneeded(candidate, outputs);
        if (candidate.operators() < graph.operators() && candidate.operators() > 0 && attempt(candidate))
            return true;
    }
    return false;
}

bool tryBypasses(const OperatorGraph &graph, const Try &attempt)
{
    for (int node = int(graph.nodes().size()) - 1; node >= 0; --node)
        if (!graph.nodes()[std::size_t(node)].isInput() && tryBypass(graph, node, attempt))
            return true;
    return false;
}

bool tryFewerInputs(const OperatorGraph &graph, const Try &attempt)
{
    const std::vector<int> inputs = graph.inputs();
    for (const int other : inputs) {
        if (graph.outDegrees()[std::size_t(other)] == 0) {
            OperatorGraph candidate = graph;
            if (candidate.remove(other).empty() && attempt(candidate))
                return true;
            continue;
        }
        for (const int first : inputs) {
            OperatorGraph candidate = graph;
            if (first < other && candidate.replace({other, 0}, {first, 0}).empty()
                && candidate.remove(other).empty() && attempt(candidate))
                return true;
        }
    }
    return false;
}

} // namespace mutascope::engines
