// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/engines/export/onnx_export.h"
#include "core/engines/reduce/npz.h"
#include "core/engines/reduce/reduce.h"
#include "core/engines/reduce/reproducer.h"
#include "tests/core/engines/oracle/judge_rig.h"
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace mutascope::engines {
namespace {

namespace fs = std::filesystem;

EngineFailure failureOf(Judge &judge, const OperatorGraph &graph)
{
    const Verdict verdict = judge.judge(graph);
    EXPECT_EQ(verdict.ourFault, "");
    if (verdict.engines.at(0).failures.empty()) {
        ADD_FAILURE() << "no failure";
        return {};
    }
    return verdict.engines[0].failures[0];
}

// A graph of ten blocks that the engine fails with.
OperatorGraph failingGraph(Judge &judge)
{
    for (std::uint64_t seed = 0; seed < 2000; ++seed) {
        const OperatorGraph graph = randomGraph({}, seed);
        if (graph.operators() < 8)
            continue;
        const Verdict verdict = judge.judge(graph);
        if (!verdict.engines.at(0).failures.empty())
            return graph;
    }
    ADD_FAILURE() << "the planted fault was not met";
    return {};
}

class PlantedFaults : public testing::TestWithParam<const char *> { };

TEST_P(PlantedFaults, AreReducedToAtMostThreeOperators)
{
    const auto judge = judgeOf({GetParam()}, 1);
    const OperatorGraph graph = failingGraph(*judge);
    const Reduction reduction = reduceGraph(*judge, graph, failureOf(*judge, graph));
    EXPECT_LE(reduction.graph.operators(), 3) << reduction.graph.toJson().dump();
    EXPECT_LT(reduction.seconds, 60); // on a machine that does other things too
    EXPECT_EQ(check(reduction.graph), "");
    EXPECT_EQ(reduction.failure.engine, GetParam());
}

INSTANTIATE_TEST_SUITE_P(Engines, PlantedFaults,
                         testing::Values("planted-wrong", "planted-crash", "planted-unsteady"));

TEST(Reduce, MakesShapesAttributesAndNumbersSmall)
{
    const auto judge = judgeOf({"planted-wrong"});
    const OperatorGraph graph = averagePoolGraph(1);
    const Reduction reduction = reduceGraph(*judge, graph, failureOf(*judge, graph));
    ASSERT_EQ(reduction.graph.operators(), 1);
    EXPECT_TRUE(reduction.complete);
    const GraphNode &node = reduction.graph.nodes().back();
    EXPECT_EQ(node.op->name, "AveragePool");
    EXPECT_EQ(node.attributes.integer("count_include_pad"), 1); // without which it does not show
    EXPECT_EQ(elementsOf(reduction.graph.type({0, 0}).shape), 1);
    EXPECT_EQ(reduction.graph.nodes()[0].fill, Fill::One);
}

TEST(Reduce, KeepsAHang)
{
    const auto campaign = judgeOf({"planted-hang"}, 2);
    const OperatorGraph graph = hangGraph();
    const EngineFailure failure = failureOf(*campaign, graph);
    JudgeConfig config;
    config.engines = {"planted-hang"};
    const auto judge = makeJudge(reductionConfig(config, failure));
    const Reduction reduction = reduceGraph(*judge, graph, failure);
    EXPECT_LE(reduction.graph.operators(), 3);
    EXPECT_EQ(reduction.failure.symptom, Symptom::Hang);
}

TEST(Reduce, EndsWhenItIsToldTo)
{
    const auto judge = judgeOf({"planted-wrong"});
    const OperatorGraph graph = averagePoolGraph(1);
    const EngineFailure failure = failureOf(*judge, graph);
    std::vector<int> tests, operators;
    const Reduction reduction = reduceGraph(*judge, graph, failure, {60, 3000, [&](int test, int left) {
                                                                         tests.push_back(test);
                                                                         operators.push_back(left);
                                                                         return test < 4;
                                                                     }});
    EXPECT_EQ(tests, (std::vector<int>{1, 2, 3, 4}));
    EXPECT_TRUE(std::ranges::is_sorted(operators, std::greater<>()));
    EXPECT_EQ(operators.front(), graph.operators());
    EXPECT_EQ(operators.back(), reduction.graph.operators());
    EXPECT_EQ(reduction.tests, 4);
    EXPECT_FALSE(reduction.complete);
    EXPECT_FALSE(judge->judge(reduction.graph).engines.at(0).failures.empty()); // it still shows it
}

TEST(Reduce, RefusesAGraphWithoutTheFailure)
{
    const auto judge = judgeOf({"planted-wrong"});
    EngineFailure failure = failureOf(*judge, averagePoolGraph(1));
    try {
        reduceGraph(*judge, averagePoolGraph(0), failure);
        FAIL();
    } catch (const Error &error) {
        EXPECT_EQ(error.code(), ErrorCode::BadModel);
    }
    failure.engine = "torch";
    EXPECT_THROW(reduceGraph(*judge, averagePoolGraph(1), failure), Error);
}

class ReproducerTest : public testing::Test {
protected:
    ReproducerTest() { fs::remove_all(m_folder); }
    ~ReproducerTest() override { fs::remove_all(m_folder); }
    fs::path m_folder = fs::temp_directory_path() / ("mutascope_reproducer_" + std::to_string(::getpid()));
};

TEST_F(ReproducerTest, ShowsTheFailureAgain)
{
    const auto judge = judgeOf({"planted-wrong"});
    JudgeConfig config;
    config.engines = {"planted-wrong"};
    const OperatorGraph graph = averagePoolGraph(1);
    writeReproducer(m_folder, graph, failureOf(*judge, graph), config);
    for (const char *name :
         {"model.onnx", "inputs.npz", "expected.npz", "graph.json", "meta.json", "README.md"})
        EXPECT_GT(fs::file_size(m_folder / name), 0u) << name;
    const Reproduction again = reproduce(m_folder);
    EXPECT_TRUE(again.shown);
    EXPECT_EQ(again.version, again.versionThen);
    EXPECT_EQ(again.wanted.signature(), again.found.at(0).signature());
}

TEST_F(ReproducerTest, SaysWhereAFailureShowsNoMore)
{
    const auto judge = judgeOf({"planted-wrong"});
    JudgeConfig config;
    config.engines = {"planted-wrong"};
    const EngineFailure failure = failureOf(*judge, averagePoolGraph(1));
    writeReproducer(m_folder, averagePoolGraph(0), failure, config);
    EXPECT_FALSE(reproduce(m_folder).shown);
}

// An output that depends on the shape of the input alone.
OperatorGraph untraceableGraph()
{
    OperatorGraph graph;
    const int x = graph.addInput({ElementType::Float, {1, 2, 3}}, 11);
    graph.add(operatorNamed("Shape"), {{x, 0}}, {}, 12);
    graph.add(operatorNamed("Neg"), {{x, 0}}, {}, 13);
    return graph;
}

TEST_F(ReproducerTest, OfAModelThatCannotBeTracedHasNoProgramThatNeedsItsModule)
{
    JudgeConfig config;
    config.engines = {"torchscript"};
    EngineFailure failure;
    failure.engine = "torchscript";
    writeReproducer(m_folder, untraceableGraph(), failure, config);
    for (const char *name : {"model.onnx", "inputs.npz", "expected.npz", "meta.json"})
        EXPECT_GT(fs::file_size(m_folder / name), 0u) << name;
    for (const char *name : {"model.pt", "reproduce.py", "reproduce.cpp"})
        EXPECT_FALSE(fs::exists(m_folder / name)) << name;
    std::ifstream readme(m_folder / "README.md");
    const std::string text{std::istreambuf_iterator<char>(readme), {}};
    EXPECT_NE(text.find("tracing cannot keep"), std::string::npos) << text;
}

TEST_F(ReproducerTest, RefusesFoldersThatAreNone)
{
    EXPECT_THROW(reproduce(m_folder), Error);
    fs::create_directories(m_folder);
    std::ofstream(m_folder / "meta.json") << "{}";
    EXPECT_THROW(reproduce(m_folder), Error);
    std::ofstream(m_folder / "file") << "";
    JudgeConfig config;
    config.engines = {"torch"};
    EngineFailure failure;
    failure.engine = "torch";
    EXPECT_THROW(writeReproducer(m_folder / "file" / "sub", averagePoolGraph(1), failure, config), Error);
}

} // namespace
} // namespace mutascope::engines
