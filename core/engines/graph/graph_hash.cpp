// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/graph/operator_graph.h"
#include "core/engines/graph/structure_mix.h"
#include <algorithm>

namespace mutascope::engines {

namespace {

using Hashes = std::vector<std::uint64_t>;

// What each node is by itself and by all it is made from.
Hashes fromAbove(const std::vector<GraphNode> &nodes)
{
    Hashes hashes(nodes.size());
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        const GraphNode &node = nodes[i];
        std::uint64_t hash = node.isInput() ? mixed(0, node.outputs[0]) : mixed(1, node.op->name);
        hash = mixed(hash, node.attributes);
        for (const ValueRef value : node.inputs)
            hash = mixed(mixed(hash, hashes[std::size_t(value.node)]), std::uint64_t(value.output));
        hashes[i] = hash;
    }
    return hashes;
}

// What each node is by all that is made from it: two nodes of the same making differ where their use does.
Hashes fromBelow(const std::vector<GraphNode> &nodes, const Hashes &above)
{
    Hashes hashes = above;
    std::vector<Hashes> uses(nodes.size());
    for (std::size_t i = nodes.size(); i-- > 0;) {
        std::ranges::sort(uses[i]);
        for (const std::uint64_t use : uses[i])
            hashes[i] = mixed(hashes[i], use);
        for (std::size_t input = 0; input < nodes[i].inputs.size(); ++input) {
            const ValueRef value = nodes[i].inputs[input];
            uses[std::size_t(value.node)].push_back(
                mixed(mixed(hashes[i], std::uint64_t(input)), std::uint64_t(value.output)));
        }
    }
    return hashes;
}

} // namespace

std::uint64_t OperatorGraph::structureHash() const
{
    Hashes hashes = fromBelow(m_nodes, fromAbove(m_nodes));
    std::ranges::sort(hashes);
    std::uint64_t result = hashes.size();
    for (const std::uint64_t hash : hashes)
        result = mixed(result, hash);
    return result;
}

} // namespace mutascope::engines
