// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/mutations/mutation_parts.h"
#include <algorithm>

// Operators of subgraph blocks: BNA and BNR.
namespace mutascope::engines {

namespace {

std::vector<int> membersOf(const GraphPlan &plan, int block)
{
    std::vector<int> members;
    for (int node = 0; node < int(plan.nodes.size()); ++node)
        if (plan.nodes[std::size_t(node)].block == block)
            members.push_back(node);
    return members;
}

// All numbers of nodes from `from` on move by one.
void shift(GraphPlan &plan, int from, int by)
{
    for (PlanNode &node : plan.nodes)
        for (PlanSource &source : node.inputs)
            if (!source.input && source.index >= from)
                source.index += by;
}

// The same operator once more, behind the first: it takes its value, and who took that takes the second's.
void doubleNode(GraphPlan &plan, int node, Rng &rng)
{
    for (PlanNode &other : plan.nodes)
        for (PlanSource &source : other.inputs)
            if (source == PlanSource{false, node})
                source.index = node + 1;
            else if (!source.input && source.index > node)
                ++source.index;
    PlanNode copy = plan.nodes[std::size_t(node)];
    const auto fewest = std::size_t(copy.op->inDegrees.front());
    copy.inputs.assign(std::max<std::size_t>(fewest, 1), PlanSource{false, node});
    copy.seed = rng.next64();
    copy.attributes.reset();
    plan.nodes.insert(plan.nodes.begin() + node + 1, std::move(copy));
}

// Who took the node's value takes one of what it took, in turn.
void removeNode(GraphPlan &plan, int node)
{
    const std::vector<PlanSource> sources = plan.nodes[std::size_t(node)].inputs;
    std::size_t next = 0;
    for (PlanNode &other : plan.nodes)
        for (PlanSource &source : other.inputs)
            if (source == PlanSource{false, node})
                source = sources[next++ % sources.size()];
    plan.nodes.erase(plan.nodes.begin() + node);
    shift(plan, node + 1, -1);
}

template <typename Change>
MutationCount inEachBlock(GraphPlan &plan, MutationTask &task, std::size_t fewest, Change change)
{
    MutationCount count;
    for (int block = 0; block < int(plan.blocks.size()); ++block) {
        if (task.rng.uniform() >= task.mutation.rate)
            continue;
        ++count.asked;
        const std::vector<int> members = membersOf(plan, block);
        if (members.size() < fewest)
            continue;
        change(members[task.rng.below(std::uint32_t(members.size()))]);
        ++count.made;
    }
    return count;
}

} // namespace

MutationCount addBlockNodes(GraphPlan &plan, MutationTask task)
{
    return inEachBlock(plan, task, 1, [&](int node) { doubleNode(plan, node, task.rng); });
}

// A block's last operator stays.
MutationCount removeBlockNodes(GraphPlan &plan, MutationTask task)
{
    return inEachBlock(plan, task, 2, [&](int node) { removeNode(plan, node); });
}

} // namespace mutascope::engines
