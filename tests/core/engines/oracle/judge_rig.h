// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/engines/graph/plan.h"
#include "core/engines/oracle/judge.h"
#include <cstdlib>

// What tests of the judge and of the reduction share.
namespace mutascope::engines {

// With the engines that have planted faults.
inline std::unique_ptr<Judge> judgeOf(std::vector<std::string> engines, double seconds = 10)
{
    ::setenv("MUTASCOPE_PLANTED_ENGINES", "1", 1);
    JudgeConfig config;
    config.engines = std::move(engines);
    config.seconds = seconds;
    return makeJudge(config);
}

// input -> Relu -> the operator -> Tanh, and a Sigmoid of the Relu added to it: one operator among others.
inline OperatorGraph graphAround(const std::string &op, const Attributes &attributes)
{
    OperatorGraph graph;
    const int x = graph.addInput({ElementType::Float, {1, 2, 6, 6}}, 11);
    const int a = graph.add(operatorNamed("Softsign"), {{x, 0}}, {}, 12);
    const int b = graph.add(operatorNamed(op), {{a, 0}}, attributes, 13);
    const int c = graph.add(operatorNamed("Tanh"), {{b, 0}}, {}, 14);
    const int d = graph.add(operatorNamed("Sigmoid"), {{x, 0}}, {}, 15);
    graph.add(operatorNamed("Neg"), {{d, 0}}, {}, 16);
    graph.add(operatorNamed("Erf"), {{c, 0}}, {}, 17);
    return graph;
}

inline OperatorGraph averagePoolGraph(std::int64_t countPadding)
{
    return graphAround("AveragePool",
                       {{"kernel_shape", Ints{3, 3}},
                        {"strides", Ints{1, 1}},
                        {"pads", Ints{1, 1, 1, 1}},
                        {"ceil_mode", std::int64_t{0}},
                        {"count_include_pad", countPadding}});
}

inline OperatorGraph crashGraph()
{
    return graphAround("HardSigmoid", {{"alpha", 0.25}, {"beta", 0.5}});
}

inline OperatorGraph hangGraph()
{
    return graphAround(
        "CumSum", {{"axis", std::int64_t{1}}, {"exclusive", std::int64_t{0}}, {"reverse", std::int64_t{1}}});
}

} // namespace mutascope::engines
