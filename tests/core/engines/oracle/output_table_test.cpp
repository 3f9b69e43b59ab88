// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/export/onnx_export.h"
#include "core/engines/oracle/output_table.h"
#include "tests/core/engines/oracle/judge_rig.h"
#include "tests/support/error_code.h"
#include <cmath>
#include <gtest/gtest.h>

namespace mutascope::engines {
namespace {

OutputTable tableOf(const std::string &engine, const OperatorGraph &graph)
{
    ::setenv("MUTASCOPE_PLANTED_ENGINES", "1", 1);
    JudgeConfig config;
    config.engines = {engine};
    return outputTable(graph, config);
}

bool within(const ComparedOutput &output, std::size_t element)
{
    return std::abs(output.got[element] - output.expected[element]) <= output.allowed[element];
}

int wrongIn(const OutputTable &table)
{
    int wrong = 0;
    for (const ComparedOutput &output : table.outputs)
        for (std::size_t i = 0; i < output.got.size(); ++i)
            wrong += within(output, i) ? 0 : 1;
    return wrong;
}

TEST(OutputTable, OfASoundEngineIsWithinWhatIsAllowed)
{
    const OperatorGraph graph = averagePoolGraph(1);
    const OutputTable table = tableOf("torch", graph);
    EXPECT_EQ(table.engine, "torch");
    EXPECT_NE(table.version, "");
    EXPECT_EQ(table.refusal, "");
    ASSERT_EQ(table.outputs.size(), 2u);
    for (const ComparedOutput &output : table.outputs) {
        EXPECT_EQ(output.problem, "");
        EXPECT_EQ(output.got.size(), std::size_t(elementsOf(output.type.shape)));
        EXPECT_EQ(output.expected.size(), output.got.size());
        ASSERT_EQ(output.allowed.size(), output.got.size());
        for (std::size_t i = 0; i < output.got.size(); ++i) {
            EXPECT_GE(output.allowed[i], 1e-3 + 1e-2 * std::abs(output.expected[i]));
            EXPECT_LT(output.allowed[i], 0.02) << "a graph that is not sensitive";
        }
    }
    EXPECT_EQ(wrongIn(table), 0);
}

TEST(OutputTable, ShowsWhereAnEngineIsWrong)
{
    const OutputTable table = tableOf("planted-wrong", averagePoolGraph(1));
    ASSERT_EQ(table.outputs.size(), 2u);
    EXPECT_GT(wrongIn(table), 0);
    EXPECT_EQ(wrongIn(tableOf("planted-wrong", averagePoolGraph(0))), 0);
}

TEST(OutputTable, OfWholeNumbersAllowsNothing)
{
    OperatorGraph graph;
    const int x = graph.addInput({ElementType::Float, {2, 5}}, 3);
    graph.add(operatorNamed("Shape"), {{x, 0}}, {}, 4);
    const OutputTable table = tableOf("torch", graph);
    ASSERT_EQ(table.outputs.size(), 1u);
    EXPECT_EQ(table.outputs[0].expected, (std::vector<double>{2, 5}));
    EXPECT_EQ(table.outputs[0].got, (std::vector<double>{2, 5}));
    EXPECT_EQ(table.outputs[0].allowed, (std::vector<double>{0, 0}));
}

TEST(OutputTable, OfAnEngineThatGivesNoneSaysWhyAndWhatWasExpected)
{
    const OutputTable table = tableOf("planted-crash", crashGraph());
    EXPECT_NE(table.refusal, "");
    ASSERT_EQ(table.outputs.size(), 2u);
    EXPECT_TRUE(table.outputs[0].got.empty());
    EXPECT_FALSE(table.outputs[0].expected.empty());
}

TEST(OutputTable, WantsOneEngine)
{
    JudgeConfig config;
    EXPECT_EQ(codeOf([&] { outputTable(crashGraph(), config); }), ErrorCode::Usage);
    config.engines = {"torch", "opencv"};
    EXPECT_EQ(codeOf([&] { outputTable(crashGraph(), config); }), ErrorCode::Usage);
    config.engines = {"nobody"};
    EXPECT_EQ(codeOf([&] { outputTable(crashGraph(), config); }), ErrorCode::Usage);
}

} // namespace
} // namespace mutascope::engines
