// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/coverage/operator_coverage.h"
#include "core/engines/graph/structure_mix.h"

// What coverage sees of a graph.
namespace mutascope::engines {

namespace {

// [shapes of the inputs, attributes].
std::uint64_t vectorOf(const OperatorGraph &graph, int index)
{
    std::uint64_t hash = 0;
    for (const TensorType &type : graph.inputTypes(index))
        hash = mixed(hash, type);
    return mixed(hash, graph.nodes()[std::size_t(index)].attributes);
}

// Bins of all attributes, numbered one after the other.
std::vector<int> binsOf(const GraphNode &node)
{
    std::vector<int> result;
    int offset = 0;
    for (const AttributeSpec &spec : node.op->attributes) {
        for (const int bin : binsOf(spec, node.attributes.find(spec.name)))
            result.push_back(offset + bin);
        offset += attributeBins(spec);
    }
    return result;
}

} // namespace

std::vector<OperatorUse> operatorUses(const OperatorGraph &graph, bool repairs)
{
    std::vector<OperatorUse> uses;
    std::vector<int> place; // node -> use
    for (int index = 0; index < int(graph.nodes().size()); ++index) {
        const GraphNode &node = graph.nodes()[std::size_t(index)];
        place.push_back(node.isInput() ? -1 : int(uses.size()));
        if (node.isInput())
            continue;
        uses.push_back({node.op->name, int(node.inputs.size()), 0, {}, vectorOf(graph, index), binsOf(node)});
        for (const ValueRef value : node.inputs) {
            const int from = place[std::size_t(value.node)];
            if (from < 0)
                continue;
            ++uses[std::size_t(from)].outDegree;
            uses[std::size_t(from)].successors.push_back(node.op->name);
        }
    }
    if (repairs)
        return uses;
    std::vector<OperatorUse> chosen;
    for (std::size_t i = 0; i < place.size(); ++i)
        if (place[i] >= 0 && !graph.nodes()[i].repair)
            chosen.push_back(uses[std::size_t(place[i])]);
    return chosen;
}

CoverageConfig tableCorpus(int opset, int mostOut)
{
    CoverageConfig config;
    for (const Operator &op : operatorTable()) {
        if (op.sinceOpset > opset)
            continue;
        CorpusEntry entry{op.name, op.inDegrees, {}, 0};
        for (int degree = 0; degree <= mostOut; ++degree)
            entry.outDegrees.push_back(degree);
        for (const AttributeSpec &spec : op.attributes)
            entry.attributeBins += attributeBins(spec);
        config.corpus.push_back(std::move(entry));
    }
    return config;
}

} // namespace mutascope::engines
