// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/engines/oracle/judge.h"
#include <functional>

// Engines made of rules over the graph, without a process: what they get wrong is known beforehand.
namespace mutascope::engines {

class FakeJudge : public Judge {
public:
    // What one engine does wrong with a graph; empty: nothing.
    using Rule = std::function<std::vector<EngineFailure>(const OperatorGraph &)>;

    void add(const std::string &engine, Rule rule) { m_rules.emplace_back(engine, std::move(rule)); }
    std::function<void()> before = [] {}; // each model
    std::function<std::string(const OperatorGraph &)> fault = [](const OperatorGraph &) { return ""; };
    std::int64_t judged = 0;

    Verdict judge(const OperatorGraph &graph) override
    {
        before();
        ++judged;
        Verdict verdict;
        verdict.ourFault = fault(graph);
        for (const auto &[engine, rule] : m_rules)
            verdict.engines.push_back({engine, rule(graph), 0, ""});
        return verdict;
    }
    std::vector<EngineId> engines() const override
    {
        std::vector<EngineId> ids;
        for (const auto &[engine, rule] : m_rules)
            ids.push_back({engine, "1.0", "fake"});
        return ids;
    }

private:
    std::vector<std::pair<std::string, Rule>> m_rules;
};

// The first node of an operator whose attributes fulfil the condition; -1: none.
template <typename Condition>
int firstNode(const OperatorGraph &graph, const std::string &op, const Condition &condition)
{
    for (int node = 0; node < int(graph.nodes().size()); ++node) {
        const GraphNode &one = graph.nodes()[std::size_t(node)];
        if (!one.isInput() && one.op->name == op && condition(one.attributes))
            return node;
    }
    return -1;
}

inline auto anyAttributes = [](const Attributes &) { return true; };

inline EngineFailure failureOf(const std::string &engine, FailureStage stage, Symptom symptom,
                               const std::string &op, int node)
{
    EngineFailure failure;
    failure.engine = engine;
    failure.stage = stage;
    failure.symptom = symptom;
    failure.operators = op;
    failure.message = "cannot do " + op + "_" + std::to_string(node);
    failure.node = node;
    failure.difference = 0.5;
    return failure;
}

// Fails at an operator under a condition of its attributes.
template <typename Condition>
FakeJudge::Rule plantedAt(const std::string &engine, const std::string &op, FailureStage stage,
                          Symptom symptom, Condition condition)
{
    return [=](const OperatorGraph &graph) -> std::vector<EngineFailure> {
        const int node = firstNode(graph, op, condition);
        if (node < 0)
            return {};
        return {failureOf(engine, stage, symptom, op, node)};
    };
}

// A library that refuses an operator, miscomputes another under one attribute, and crashes at a third.
inline void addFaultyEngines(FakeJudge &judge)
{
    judge.add("sound", [](const OperatorGraph &) { return std::vector<EngineFailure>{}; });
    judge.add("refusing",
              plantedAt("refusing", "Tile", FailureStage::Conversion, Symptom::Refused, anyAttributes));
    judge.add("wrong",
              plantedAt("wrong", "AveragePool", FailureStage::Comparison, Symptom::Difference,
                        [](const Attributes &attributes) {
                            return attributes.integer("count_include_pad") == 1
                                && attributes.integer("ceil_mode") == 1;
                        }));
    judge.add("crashing",
              plantedAt("crashing", "Elu", FailureStage::Inference, Symptom::Crash,
                        [](const Attributes &attributes) { return attributes.real("alpha") > 1; }));
}

} // namespace mutascope::engines
