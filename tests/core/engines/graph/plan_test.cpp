// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/export/onnx_export.h"
#include "core/engines/graph/plan.h"
#include "tests/support/error_code.h"
#include <algorithm>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <set>

namespace mutascope::engines {
namespace {

PlanNode planned(const char *op, std::vector<PlanSource> inputs, std::uint64_t seed = 1)
{
    PlanNode node;
    node.op = &operatorNamed(op);
    node.inputs = std::move(inputs);
    node.seed = seed;
    return node;
}

// Every topology, size and kind of numbers, by seed.
GraphConfig variedConfig(std::uint64_t seed)
{
    GraphConfig config;
    config.topologies = {Topology(seed % topologies)};
    config.size = 1 + int(seed % 20);
    config.opset = oldestOpset + int(seed % 7);
    config.special = seed % 3 == 0 ? 0.5 : 0;
    config.guarded = seed % 5 == 0 ? 0.3 : 1;
    config.elements = seed % 4 == 0 ? 256 : 2048;
    return config;
}

std::string badEdges(const OperatorGraph &graph, int mostOut)
{
    const std::vector<int> degrees = graph.outDegrees();
    for (std::size_t node = 0; node < degrees.size(); ++node)
        if (!graph.nodes()[node].isInput() && degrees[node] > mostOut)
            return "node " + std::to_string(node) + " is taken " + std::to_string(degrees[node]) + " times";
    return {};
}

TEST(RandomPlans, ThousandsAreValidAndAgreeWithOnnx)
{
    for (std::uint64_t seed = 0; seed < 3000; ++seed) {
        const GraphConfig config = variedConfig(seed);
        const OperatorGraph graph = randomGraph(config, seed);
        ASSERT_EQ(check(graph), "") << "seed " << seed;
        ASSERT_EQ(badEdges(graph, config.mostOutEdges), "") << "seed " << seed;
        ASSERT_GE(graph.operators(), config.size);
        ExportOptions options;
        options.opset = config.opset;
        ASSERT_EQ(checkExport(graph, options), "") << "seed " << seed;
    }
}

TEST(RandomPlans, ArePureFunctionsOfConfigurationAndSeed)
{
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
        const GraphConfig config = variedConfig(seed);
        EXPECT_EQ(planGraph(config, seed), planGraph(config, seed));
        EXPECT_EQ(randomGraph(config, seed), randomGraph(config, seed));
    }
    EXPECT_NE(randomGraph({}, 1).structureHash(), randomGraph({}, 2).structureHash());
}

TEST(RandomPlans, ReachEveryOperatorAndBlock)
{
    std::set<std::string> operators, blocks;
    for (std::uint64_t seed = 0; seed < 600; ++seed) {
        GraphConfig config;
        config.opset = newestOpset;
        const GraphPlan plan = planGraph(config, seed);
        for (const PlanNode &node : plan.nodes)
            operators.insert(node.op->name);
        blocks.insert(plan.blocks.begin(), plan.blocks.end());
    }
    EXPECT_EQ(operators.size(), operatorTable().size());
    EXPECT_EQ(blocks.size(), subgraphBlocks(newestOpset).size());
}

TEST(RandomPlans, KeepToTheirBlocks)
{
    GraphConfig config;
    config.blocks = {singleBlock(operatorNamed("Relu")), subgraphBlock({"Conv", "Add"}, {{0, 1}})};
    for (std::uint64_t seed = 0; seed < 100; ++seed)
        for (const GraphPlan plan = planGraph(config, seed); const PlanNode &node : plan.nodes)
            EXPECT_TRUE(node.op->name == "Relu" || node.op->name == "Conv" || node.op->name == "Add");
}

TEST(RandomPlans, TensorsStayBelowTheirBound)
{
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        const GraphConfig config = variedConfig(seed);
        const OperatorGraph graph = randomGraph(config, seed);
        for (const GraphNode &node : graph.nodes())
            for (const TensorType &type : node.outputs)
                EXPECT_LE(elementsOf(type.shape), 16 * config.elements) << toText(type);
    }
}

TEST(RandomPlans, RefuseSizesOutOfRange)
{
    const auto refused = [](auto change) {
        GraphConfig config;
        change(config);
        EXPECT_THROW(planGraph(config, 1), Error);
    };
    refused([](GraphConfig &config) { config.size = 0; });
    refused([](GraphConfig &config) { config.topologies.clear(); });
    refused([](GraphConfig &config) { config.inputShapes.clear(); });
    refused([](GraphConfig &config) { config.opset = 10; });
    refused([](GraphConfig &config) {
        config.opset = 13;
        config.blocks = {singleBlock(operatorNamed("LayerNormalization"))};
    });
}

TEST(Plans, JsonGivesTheSamePlan)
{
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
        GraphPlan plan = planGraph(variedConfig(seed), seed);
        plan.nodes[0].pins = {{"a", std::int64_t{-3}}, {"b", 1.0}, {"c", std::string("same")}};
        EXPECT_EQ(planFromJson(nlohmann::json::parse(toJson(plan).dump())), plan);
    }
}

TEST(Plans, DamagedJsonIsBadData)
{
    const nlohmann::json good = toJson(planGraph({}, 3));
    const auto damaged = [&](const char *pointer, const nlohmann::json &value) {
        nlohmann::json json = good;
        json[nlohmann::json::json_pointer(pointer)] = value;
        return codeOf([&] { planFromJson(json); });
    };
    EXPECT_EQ(damaged("/format", 9), ErrorCode::BadData);
    EXPECT_EQ(damaged("/nodes", nlohmann::json::array()), ErrorCode::BadData);
    EXPECT_EQ(damaged("/nodes/0/op", "None"), ErrorCode::BadData);
    EXPECT_EQ(damaged("/nodes/0/from/0", nlohmann::json::array({false, 0})), ErrorCode::BadData); // itself
    EXPECT_EQ(damaged("/nodes/0/from/0", nlohmann::json::array({true, 99})), ErrorCode::BadData);
    EXPECT_EQ(damaged("/nodes/0/from", nlohmann::json::array()), ErrorCode::BadData);
    EXPECT_EQ(damaged("/elements", -1), ErrorCode::BadData);
    EXPECT_EQ(damaged("/opset", 99), ErrorCode::BadData);
    EXPECT_EQ(damaged("/inputs/0/type", "float32[0]"), ErrorCode::BadData);
}

TEST(Plans, ArePossibleForEveryGraph)
{
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        const GraphConfig config = variedConfig(seed);
        const OperatorGraph graph = randomGraph(config, seed);
        const OperatorGraph again = realise(planOf(graph, config.opset)).graph;
        EXPECT_EQ(again.structureHash(), graph.structureHash()) << "seed " << seed;
    }
}

// Conv of 4 channels beside 3 channels of other sides: cut and padded to what comes first.
TEST(Calculator, RepairsShapesOfJoins)
{
    GraphPlan plan;
    plan.inputs = {{{ElementType::Float, {1, 3, 8, 8}}}, {{ElementType::Float, {1, 4, 6, 9}}}};
    plan.nodes = {planned("Add", {{true, 0}, {true, 1}})};
    const OperatorGraph graph = realise(plan).graph;
    std::vector<std::string> names;
    for (const GraphNode &node : graph.nodes())
        names.push_back(node.isInput() ? "x" : node.op->name);
    EXPECT_EQ(names, (std::vector<std::string>{"x", "x", "Slice", "Pad", "Add"}));
    EXPECT_EQ(graph.type({4, 0}).shape, (Shape{1, 3, 8, 8}));
}

// 3x3 at stride 1 without padding leaves 6 of 8 lines; the convolution pads the two itself.
TEST(Calculator, MergesPaddingIntoTheConvolution)
{
    GraphPlan plan;
    plan.inputs = {{{ElementType::Float, {1, 3, 8, 8}}}};
    PlanNode conv = planned("Conv", {{true, 0}});
    conv.attributes
        = Attributes{{"kernel_shape", Ints{3, 3}}, {"strides", Ints{1, 1}},    {"dilations", Ints{1, 1}},
                     {"pads", Ints{0, 0, 0, 0}},   {"group", std::int64_t{1}}, {"channels", std::int64_t{3}},
                     {"bias", std::int64_t{0}}};
    plan.nodes = {conv, planned("Add", {{true, 0}, {false, 0}})};
    const Realisation made = realise(plan);
    EXPECT_EQ(made.graph.operators(), 2);
    EXPECT_EQ(made.graph.nodes()[1].attributes.ints("pads"), (Ints{0, 0, 2, 2}));
}

TEST(Calculator, CastsRanksAndGuards)
{
    GraphPlan plan;
    plan.inputs = {{{ElementType::Int64, {5}}}};
    plan.nodes = {planned("Log", {{true, 0}}), planned("LRN", {{false, 0}})};
    std::vector<std::string> names;
    const OperatorGraph graph = realise(plan).graph;
    for (const GraphNode &node : graph.nodes())
        names.push_back(node.isInput() ? "x" : node.op->name);
    EXPECT_EQ(names, (std::vector<std::string>{"x", "Cast", "Abs", "Add", "Log", "Unsqueeze", "LRN"}));
    EXPECT_EQ(graph.type({6, 0}).shape, (Shape{1, 5, 1, 1}));
    plan.guarded = 0;
    EXPECT_EQ(realise(plan).graph.operators(), 4);
}

// oH = (iH + 2p - d (f - 1) - 1) / s + 1 = iH, in every dimension, for every "same" window.
TEST(Calculator, SolvesPaddingThatKeepsTheSides)
{
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        GraphPlan plan;
        plan.inputs = {{{ElementType::Float, {1, 3, 9, 7}}}};
        plan.nodes = {planned(seed % 2 == 0 ? "Conv" : "MaxPool", {{true, 0}}, seed)};
        plan.nodes[0].pins["padding"] = std::string("same");
        const OperatorGraph graph = realise(plan).graph;
        const Shape &out = graph.type({1, 0}).shape;
        const Attributes &attributes = graph.nodes()[1].attributes;
        if (seed % 2 == 0 || attributes.ints("dilations") == Ints{1, 1}) {
            EXPECT_EQ(Shape(out.begin() + 2, out.end()), (Shape{9, 7})) << seed;
        }
        for (std::size_t i = 0; i < 4; ++i)
            EXPECT_LE(attributes.ints("pads")[i], attributes.ints("kernel_shape")[i % 2]);
    }
}

TEST(Blocks, InDegreesAreWhatInnerEdgesLeave)
{
    // Conv 1, Relu 0, Pow 1 or 2 less none, Concat (1 to 5) less 2.
    const Block block = subgraphBlock({"Conv", "Relu", "Pow", "Concat"}, {{0, 1}, {1, 3}, {2, 3}});
    EXPECT_EQ(block.name, "Conv+Relu+Pow+Concat");
    EXPECT_EQ(block.inDegrees(), (std::vector<int>{2, 3, 4, 5, 6}));
    EXPECT_THROW(subgraphBlock({"Relu", "Relu"}, {{1, 0}}), Error);
    EXPECT_THROW(subgraphBlock({"Relu", "Relu"}, {{0, 1}, {0, 1}}), Error);
    EXPECT_THROW(subgraphBlock({}, {}), Error);
}

TEST(Choices, PinsAreUsedWhereTheyLieInTheDomain)
{
    const Pins pins = {{"a", std::int64_t{3}}, {"b", std::string("y")}};
    Choices choices(1, pins);
    EXPECT_EQ(choices.integer("a", 1, 5), 3);
    EXPECT_LE(choices.integer("a", 1, 2), 2);
    EXPECT_EQ(choices.word("b", {"x", "y"}), "y");
    EXPECT_EQ(choices.word("b", {"x"}), "x");
    ASSERT_EQ(choices.made().size(), 2u);
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
        const auto other = std::get<std::int64_t>(choices.made()[0].other(Rng(seed)));
        EXPECT_TRUE(other >= 1 && other <= 5 && other != 3);
        EXPECT_EQ(std::get<std::string>(choices.made()[1].other(Rng(seed))), "x");
    }
}

} // namespace
} // namespace mutascope::engines
