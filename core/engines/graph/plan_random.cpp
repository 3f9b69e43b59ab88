// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/base/shuffle.h"
#include "core/engines/graph/plan.h"
#include <algorithm>
#include <fmt/format.h>
#include <set>

// Random plans: a random topology, a block on each vertex.
namespace mutascope::engines {

namespace {

constexpr int mostBlocks = 1000;

void checkConfig(const GraphConfig &config)
{
    const auto require = [](bool good, const char *what) {
        if (!good)
            throw Error(ErrorCode::Usage, fmt::format("random graphs cannot be made so: {}", what));
    };
    require(config.size >= 1 && config.size <= mostBlocks, "their size is not one of 1 to 1000 blocks");
    require(!config.topologies.empty() && !config.neighbours.empty(),
            "no topology, or no number of neighbours");
    require(*std::ranges::min_element(config.neighbours) >= 1 && config.topology.attachments >= 1,
            "a vertex would have no neighbours");
    require(!config.inputShapes.empty() && config.mostInputs >= 1, "there is no input");
    require(config.mostOutEdges >= 1, "nothing could be joined");
    require(config.opset >= oldestOpset && config.opset <= newestOpset, "the opset is not one of 11 to 17");
    for (const Block &block : config.blocks)
        for (const Operator *op : block.operators)
            require(op->sinceOpset <= config.opset, "a block has an operator of a later opset");
}

template <typename Item> const Item &pick(const std::vector<Item> &items, Rng &rng)
{
    return items[rng.below(std::uint32_t(items.size()))];
}

Fill pickFill(double special, Rng &rng)
{
    return rng.uniform() < special ? Fill(rng.between(1, specialFills)) : Fill::Ordinary;
}

struct Choosable {
    const Block *block;
    std::vector<int> inDegrees;
};

class Planner {
public:
    Planner(const GraphConfig &config, std::vector<Block> blocks, std::uint64_t seed)
        : m_config(config), m_blocks(std::move(blocks)), m_rng(seed)
    {
        for (const Block &block : m_blocks)
            m_choosable.push_back({&block, block.inDegrees()});
    }

    GraphPlan plan()
    {
        m_plan.elements = m_config.elements;
        m_plan.opset = m_config.opset;
        m_plan.guarded = m_config.guarded;
        makeInputs(m_rng.sub(0));
        const Dag dag = topology(m_rng.sub(1));
        const auto predecessors = dag.predecessors();
        for (int vertex = 0; vertex < dag.vertices; ++vertex)
            place(predecessors[std::size_t(vertex)], m_rng.sub(2).sub(std::uint64_t(vertex)));
        dropUnusedInputs(m_plan);
        return std::move(m_plan);
    }

private:
    void makeInputs(Rng rng)
    {
        const int count = rng.between(1, m_config.mostInputs);
        for (int i = 0; i < count; ++i) {
            const Shape &shape = pick(m_config.inputShapes, rng);
            const Fill fill = pickFill(m_config.special, rng);
            m_plan.inputs.push_back({{ElementType::Float, shape}, rng.next64(), fill});
        }
    }

    Dag topology(Rng rng)
    {
        TopologyParams params = m_config.topology;
        const Topology topology = pick(m_config.topologies, rng);
        params.neighbours = pick(m_config.neighbours, rng);
        return randomDag(topology, m_config.size, params, rng.sub(0));
    }

    PlanSource anyInput(Rng &rng) { return {true, int(rng.below(std::uint32_t(m_plan.inputs.size())))}; }

    // Predecessors that may have one more edge.
    std::vector<PlanSource> openSources(const std::vector<int> &predecessors, Rng &rng)
    {
        std::vector<PlanSource> sources;
        for (const int vertex : predecessors) {
            const int node = pick(m_ends[std::size_t(vertex)], rng);
            if (m_outDegree[std::size_t(node)] < m_config.mostOutEdges)
                sources.push_back({false, node});
            else
                ++m_plan.droppedEdges;
        }
        return sources;
    }

    const Block &chooseBlock(const std::vector<const Block *> &fitting, Rng &rng)
    {
        std::vector<const Block *> singles, subgraphs;
        for (const Block *block : fitting)
            (block->single() ? singles : subgraphs).push_back(block);
        const bool subgraph = rng.uniform() < m_config.subgraphs;
        if (singles.empty() || (subgraph && !subgraphs.empty()))
            return *pick(subgraphs, rng);
        return *pick(singles, rng);
    }

    std::vector<const Block *> blocksFor(int degree) const
    {
        std::vector<const Block *> fitting;
        for (const Choosable &one : m_choosable)
            if (std::ranges::find(one.inDegrees, degree) != one.inDegrees.end())
                fitting.push_back(one.block);
        return fitting;
    }

    // The largest degree up to the wanted one that a block has, else the smallest above.
    int nearestDegree(int wanted) const
    {
        std::set<int> degrees;
        for (const Choosable &one : m_choosable)
            degrees.insert(one.inDegrees.begin(), one.inDegrees.end());
        const auto above = degrees.upper_bound(wanted);
        return above == degrees.begin() ? *above : *std::prev(above);
    }

    void place(const std::vector<int> &predecessors, Rng rng)
    {
        std::vector<PlanSource> sources = openSources(predecessors, rng);
        shuffle(sources, rng.sub(0));
        const int degree = nearestDegree(std::max(int(sources.size()), 1));
        while (int(sources.size()) < degree)
            sources.push_back(anyInput(rng));
        m_plan.droppedEdges += int(sources.size()) - degree;
        sources.resize(std::size_t(degree));
        put(chooseBlock(blocksFor(degree), rng), sources, rng);
    }

    // How many outer edges each operator of a block takes, one of all ways to share them out.
    static std::vector<int> shares(const Block &block, int outer, Rng &rng)
    {
        const std::size_t count = block.operators.size();
        std::vector<std::vector<int>> options(count);
        for (std::size_t i = 0; i < count; ++i)
            for (const int degree : block.operators[i]->inDegrees) {
                const auto inner = std::ranges::count(block.edges, int(i), &std::pair<int, int>::second);
                if (degree >= int(inner))
                    options[i].push_back(degree - int(inner));
            }
        std::vector<std::set<int>> after(count + 1,
                                         std::set<int>{0}); // sums the operators from i on can take
        for (std::size_t i = count; i-- > 0;) {
            std::set<int> sums;
            for (const int option : options[i])
                for (const int sum : after[i + 1])
                    sums.insert(option + sum);
            after[i] = sums;
        }
        std::vector<int> result;
        for (std::size_t i = 0; i < count; ++i) {
            std::erase_if(options[i], [&](int option) { return !after[i + 1].contains(outer - option); });
            result.push_back(pick(options[i], rng));
            outer -= result.back();
        }
        return result;
    }

    void put(const Block &block, const std::vector<PlanSource> &sources, Rng &rng)
    {
        const int base = int(m_plan.nodes.size());
        const std::vector<int> outer = shares(block, int(sources.size()), rng);
        if (!block.single())
            m_plan.blocks.push_back(block.name);
        std::size_t next = 0;
        std::vector<int> ends;
        for (std::size_t i = 0; i < block.operators.size(); ++i) {
            PlanNode node{block.operators[i], {}, rng.next64(), pickFill(m_config.special, rng), {}, {}};
            node.block = block.single() ? -1 : int(m_plan.blocks.size()) - 1;
            for (const auto &[from, to] : block.edges)
                if (to == int(i))
                    node.inputs.push_back({false, base + from});
            for (int edge = 0; edge < outer[i]; ++edge)
                node.inputs.push_back(sources[next++]);
            for (const PlanSource source : node.inputs)
                if (!source.input)
                    ++m_outDegree[std::size_t(source.index)];
            if (std::ranges::find(block.edges, int(i), &std::pair<int, int>::first) == block.edges.end())
                ends.push_back(base + int(i));
            m_plan.nodes.push_back(std::move(node));
            m_outDegree.push_back(0);
        }
        m_ends.push_back(ends);
    }

    const GraphConfig &m_config;
    std::vector<Block> m_blocks;
    std::vector<Choosable> m_choosable;
    Rng m_rng;
    GraphPlan m_plan;
    std::vector<std::vector<int>> m_ends; // of each vertex: nodes whose values go to other vertices
    std::vector<int> m_outDegree; // of each node
};

std::vector<Block> allBlocks(const GraphConfig &config)
{
    std::vector<Block> blocks = singleBlocks(config.opset, config.discontinuous);
    for (Block &block : subgraphBlocks(config.opset))
        blocks.push_back(std::move(block));
    return blocks;
}

} // namespace

GraphPlan planGraph(const GraphConfig &config, std::uint64_t seed)
{
    checkConfig(config);
    return Planner(config, config.blocks.empty() ? allBlocks(config) : config.blocks, seed).plan();
}

} // namespace mutascope::engines
