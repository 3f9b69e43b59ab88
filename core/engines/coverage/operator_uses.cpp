// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/coverage/operator_coverage.h"
#include "core/engines/graph/structure_mix.h"
#include <fmt/format.h>

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

// How the second of two shapes is to the first, for operators that broadcast.
const char *relationOf(const Shape &first, const Shape &second)
{
    if (first == second)
        return "same";
    if (first.size() != second.size())
        return first.size() > second.size() ? "lower-rank" : "higher-rank";
    return elementsOf(first) > elementsOf(second) ? "smaller" : "other";
}

std::vector<std::string> formsOf(const OperatorGraph &graph, int index)
{
    const GraphNode &node = graph.nodes()[std::size_t(index)];
    const std::vector<TensorType> types = graph.inputTypes(index);
    std::vector<std::string> forms{"inputs=" + std::to_string(types.size())};
    for (std::size_t i = 0; i < types.size(); ++i)
        forms.push_back(fmt::format("rank{}={}", i, types[i].shape.size()));
    if (!types.empty())
        forms.push_back(std::string("type=") + nameOf(types[0].element));
    if (types.size() > 1)
        forms.push_back(std::string("second=") + relationOf(types[0].shape, types[1].shape));
    for (const AttributeSpec &spec : node.op->attributes)
        for (const int bin : binsOf(spec, node.attributes.find(spec.name)))
            forms.push_back(fmt::format("{}#{}", spec.name, bin));
    return forms;
}

OperatorUse useOf(const OperatorGraph &graph, int index)
{
    const GraphNode &node = graph.nodes()[std::size_t(index)];
    return {node.op->name, int(node.inputs.size()), 0, {}, vectorOf(graph, index), binsOf(node),
            index,         formsOf(graph, index)};
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
        uses.push_back(useOf(graph, index));
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
