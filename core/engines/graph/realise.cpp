// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/engines/graph/plan.h"
#include "core/engines/graph/repair.h"
#include <fmt/format.h>

// The calculator of shapes and parameters: one pass over a plan, each operator after those it takes values
// of.
namespace mutascope::engines {

namespace {

// An operator may enlarge its inputs by this much; the next one cuts them down again.
constexpr std::int64_t growth = 16;

class Calculator {
public:
    explicit Calculator(const GraphPlan &plan)
        : m_plan(plan), m_limits{growth * plan.elements, plan.opset} { }

    Realisation run()
    {
        for (const PlanInput &input : m_plan.inputs)
            m_inputs.push_back(m_result.graph.addInput(input.type, input.seed, input.fill));
        for (const PlanNode &node : m_plan.nodes)
            place(node);
        return std::move(m_result);
    }

private:
    using Values = std::vector<ValueRef>;

    void place(const PlanNode &node)
    {
        Choices choices(node.seed, node.pins);
        Values values = sources(node, choices);
        Attributes attributes;
        if (node.attributes && legal(node, values)) {
            attributes = *node.attributes;
        } else {
            repair(node, values, choices);
            attributes = node.attributes && legal(node, values)
                ? *node.attributes
                : node.op->fit(types(values), choices, m_limits);
        }
        m_result.nodeOf.push_back(add(node, std::move(values), std::move(attributes)));
        m_result.choices.push_back(choices.made());
    }

    int add(const PlanNode &node, Values values, Attributes attributes)
    {
        try {
            return m_result.graph.add(*node.op, std::move(values), std::move(attributes), node.seed,
                                      node.fill);
        } catch (const Error &error) {
            throw Error(ErrorCode::Internal, fmt::format("a plan cannot be realised: {}", error.what()));
        }
    }

    // Of a node with several outputs, one of them.
    Values sources(const PlanNode &node, Choices &choices)
    {
        Values values;
        for (std::size_t i = 0; i < node.inputs.size(); ++i) {
            const PlanSource source = node.inputs[i];
            const int from = (source.input ? m_inputs : m_result.nodeOf)[std::size_t(source.index)];
            const std::size_t outputs = m_result.graph.nodes()[std::size_t(from)].outputs.size();
            const std::int64_t output = outputs > 1
                ? choices.integer("output." + std::to_string(i), 0, std::int64_t(outputs) - 1)
                : 0;
            values.push_back({from, int(output)});
        }
        return values;
    }

    std::vector<TensorType> types(const Values &values) const
    {
        std::vector<TensorType> result;
        for (const ValueRef value : values)
            result.push_back(m_result.graph.type(value));
        return result;
    }

    bool legal(const PlanNode &node, const Values &values) const
    {
        return inferNode(*node.op, *node.attributes, types(values)).problem.empty();
    }

    void repair(const PlanNode &node, Values &values, Choices &choices)
    {
        OperatorGraph &graph = m_result.graph;
        for (std::size_t i = 0; i < values.size(); ++i) {
            const Accepts &accepts = node.op->accepted(i);
            values[i] = repairElement(graph, values[i], accepts.elements);
            values[i] = repairRank(graph, values[i], accepts.lowestRank, accepts.highestRank);
            values[i] = repairSize(graph, values[i], m_plan.elements);
        }
        unifyElements(*node.op, values);
        guard(*node.op, values, choices);
        fitShapes(*node.op, values, choices);
    }

    void unifyElements(const Operator &op, Values &values)
    {
        const std::size_t first = op.sameElementFrom < 0 ? values.size() : std::size_t(op.sameElementFrom);
        for (std::size_t i = first + 1; i < values.size(); ++i)
            values[i]
                = repairElement(m_result.graph, values[i], {m_result.graph.type(values[first]).element});
    }

    void guard(const Operator &op, Values &values, Choices &choices)
    {
        for (std::size_t i = 0; i < values.size(); ++i) {
            // A single value may be the second operand of two.
            const bool second = values.size() == 1 && op.guards.size() == 2 && choices.flag("constant_first");
            const Guard needed = op.guard(second ? 1 : i);
            if (needed != Guard::None && choices.flag("guard." + std::to_string(i), m_plan.guarded))
                values[i] = repairRange(m_result.graph, values[i], needed);
        }
    }

    void fitShapes(const Operator &op, Values &values, Choices &choices)
    {
        for (std::size_t i = 0; op.wanted && i < values.size(); ++i)
            values[i]
                = repairShape(m_result.graph, values[i], op.wanted(i, types(values), choices, m_limits));
    }

    const GraphPlan &m_plan;
    FitLimits m_limits;
    std::vector<int> m_inputs;
    Realisation m_result;
};

} // namespace

Realisation realise(const GraphPlan &plan)
{
    if (const std::string problem = problemOf(plan); !problem.empty())
        throw Error(ErrorCode::Internal, "a plan cannot be realised: " + problem);
    return Calculator(plan).run();
}

OperatorGraph randomGraph(const GraphConfig &config, std::uint64_t seed)
{
    return realise(planGraph(config, seed)).graph;
}

} // namespace mutascope::engines
