// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/export/onnx_export.h"
#include "core/engines/mutations/mutation.h"
#include "tests/support/error_code.h"
#include <algorithm>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace mutascope::engines {
namespace {

constexpr std::array<double, 3> rates = {0, 0.1, 0.2}; // the paper's

GraphPlan planBySeed(std::uint64_t seed)
{
    GraphConfig config;
    config.topologies = {Topology(seed % topologies)};
    config.size = 2 + int(seed % 14);
    config.subgraphs = 0.5;
    config.opset = 17;
    return planGraph(config, seed);
}

MutationScope scope()
{
    return {singleBlocks(13), {{1, 3, 16, 16}, {2, 5}, {1, 4, 8, 8}}, 5};
}

int edgesOf(const GraphPlan &plan)
{
    int edges = 0;
    for (const PlanNode &node : plan.nodes)
        edges += int(std::ranges::count(node.inputs, false, &PlanSource::input));
    return edges;
}

// Thousands of chains of one to four mutations.
TEST(Mutations, KeepEveryGraphValid)
{
    for (std::uint64_t seed = 0; seed < 1500; ++seed) {
        GraphPlan plan = planBySeed(seed);
        Rng rng(seed, 5);
        for (std::uint64_t step = 0; step <= seed % 4; ++step) {
            const Mutation mutation{MutationKind(rng.below(mutationKinds)), 0.3 * rng.uniform()};
            plan = mutate(plan, mutation, scope(), rng.sub(step)).plan;
            ASSERT_EQ(problemOf(plan), "") << seed << " " << nameOf(mutation.kind);
            const OperatorGraph graph = realise(plan).graph;
            ASSERT_EQ(check(graph), "") << seed << " " << nameOf(mutation.kind);
            ExportOptions options;
            options.opset = 17;
            ASSERT_EQ(checkExport(graph, options), "") << seed << " " << nameOf(mutation.kind);
        }
    }
}

TEST(Mutations, ArePureFunctions)
{
    for (std::uint64_t seed = 0; seed < 60; ++seed)
        for (int kind = 0; kind < mutationKinds; ++kind) {
            const Mutation mutation{MutationKind(kind), 0.2};
            const GraphPlan plan = planBySeed(seed);
            EXPECT_EQ(mutate(plan, mutation, scope(), Rng(seed)).plan,
                      mutate(plan, mutation, scope(), Rng(seed)).plan);
        }
}

// E is the number of operators: ceil(E r) more edges, floor(E r) less.
TEST(Mutations, AddAndRemoveAsManyEdgesAsTheRateSays)
{
    for (std::uint64_t seed = 0; seed < 100; ++seed)
        for (const double rate : rates) {
            const GraphPlan plan = planBySeed(seed);
            const double size = double(plan.nodes.size());
            const Mutated more = mutate(plan, {MutationKind::AddEdges, rate}, scope(), Rng(seed));
            EXPECT_EQ(more.asked, int(std::ceil(size * rate)));
            EXPECT_EQ(edgesOf(more.plan), edgesOf(plan) + more.made);
            const Mutated less = mutate(plan, {MutationKind::RemoveEdges, rate}, scope(), Rng(seed));
            EXPECT_EQ(less.asked, int(std::floor(size * rate)));
            EXPECT_EQ(edgesOf(less.plan), edgesOf(plan) - less.made);
            EXPECT_EQ(less.made, std::min(less.asked, edgesOf(plan)));
        }
}

// Every operator keeps a source: what it lost comes from an input of the graph.
TEST(Mutations, RemovingEdgesLeavesNoOperatorWithoutASource)
{
    GraphPlan plan = planBySeed(9);
    for (std::uint64_t step = 0; edgesOf(plan) > 0 && step < 200; ++step)
        plan = mutate(plan, {MutationKind::RemoveEdges, 0.9}, scope(), Rng(step)).plan;
    EXPECT_EQ(edgesOf(plan), 0);
    for (const PlanNode &node : plan.nodes)
        EXPECT_FALSE(node.inputs.empty());
    EXPECT_EQ(check(realise(plan).graph), "");
}

GraphPlan blockPlan()
{
    GraphConfig config;
    config.blocks = {subgraphBlock({"Conv", "Relu", "MaxPool"}, {{0, 1}, {1, 2}})};
    config.size = 4;
    return planGraph(config, 2);
}

std::vector<int> blockSizes(const GraphPlan &plan)
{
    std::vector<int> sizes(plan.blocks.size());
    for (const PlanNode &node : plan.nodes)
        ++sizes[std::size_t(node.block)];
    return sizes;
}

TEST(Mutations, DoubleOneOperatorOfSomeBlocks)
{
    int made = 0;
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
        const Mutated mutated = mutate(blockPlan(), {MutationKind::AddBlockNodes, 0.5}, scope(), Rng(seed));
        const auto sizes = blockSizes(mutated.plan);
        EXPECT_EQ(std::ranges::count(sizes, 4), mutated.made);
        EXPECT_EQ(std::ranges::count(sizes, 3), 4 - mutated.made);
        made += mutated.made;
    }
    EXPECT_NEAR(made / 100.0, 2, 0.4); // each of four blocks with probability one half
}

TEST(Mutations, ADoubledOperatorStandsBehindTheFirst)
{
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        const GraphPlan plan
            = mutate(blockPlan(), {MutationKind::AddBlockNodes, 0.9}, scope(), Rng(seed)).plan;
        for (std::size_t i = 1; i < plan.nodes.size(); ++i)
            if (plan.nodes[i].op == plan.nodes[i - 1].op && plan.nodes[i].block == plan.nodes[i - 1].block) {
                EXPECT_EQ(plan.nodes[i].inputs[0], (PlanSource{false, int(i) - 1}));
            }
    }
}

TEST(Mutations, RemoveOperatorsOfBlocksAndJoinWhatIsLeft)
{
    GraphPlan plan = blockPlan();
    for (std::uint64_t step = 0; step < 30; ++step)
        plan = mutate(plan, {MutationKind::RemoveBlockNodes, 0.9}, scope(), Rng(step)).plan;
    EXPECT_EQ(blockSizes(plan), (std::vector<int>{1, 1, 1, 1})); // the last one stays
    EXPECT_EQ(check(realise(plan).graph), "");
    EXPECT_GE(edgesOf(plan), 3); // the blocks are still joined
}

TEST(Mutations, ChangeTheShapeOfAnInput)
{
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
        const GraphPlan plan = planBySeed(seed);
        const Mutated mutated = mutate(plan, {MutationKind::ChangeShapes, 0}, scope(), Rng(seed));
        EXPECT_EQ(mutated.made, 1);
        EXPECT_EQ(mutated.plan.nodes, plan.nodes);
        EXPECT_NE(mutated.plan.inputs, plan.inputs);
    }
}

// Only the chosen operator's attributes are pinned; others keep theirs where their inputs are the same.
TEST(Mutations, ChangeParametersOfOneOperator)
{
    int changed = 0;
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
        const GraphPlan plan = planBySeed(seed);
        const Mutated mutated = mutate(plan, {MutationKind::ChangeParameters, 0}, scope(), Rng(seed));
        int different = 0;
        for (std::size_t i = 0; i < plan.nodes.size(); ++i)
            different += mutated.plan.nodes[i] != plan.nodes[i] ? 1 : 0;
        EXPECT_EQ(different, mutated.made);
        changed += mutated.made;
        if (mutated.made > 0) {
            EXPECT_NE(realise(mutated.plan).graph, realise(plan).graph);
        }
    }
    EXPECT_GT(changed, 70);
}

TEST(Mutations, WorkOnPlansOfGraphs)
{
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
        const GraphPlan plan = planOf(realise(planBySeed(seed)).graph, 17);
        for (int kind = 0; kind < mutationKinds; ++kind) {
            const Mutated mutated = mutate(plan, {MutationKind(kind), 0.2}, scope(), Rng(seed));
            EXPECT_EQ(check(realise(mutated.plan).graph), "") << seed << " " << nameOf(MutationKind(kind));
        }
    }
}

TEST(Mutations, RefuseARateOutsideOfItsRange)
{
    EXPECT_THROW(mutate(planBySeed(1), {MutationKind::AddEdges, 1}, scope(), Rng(1)), Error);
    EXPECT_THROW(mutate(planBySeed(1), {MutationKind::AddEdges, -0.1}, scope(), Rng(1)), Error);
}

TEST(MutationYields, CountAndGoBothWays)
{
    MutationYields yields;
    yields.note(MutationKind::AddEdges, {{}, 3, 2});
    yields.note(MutationKind::AddEdges, {{}, 1, 0});
    yields.noteCovered(MutationKind::AddEdges);
    yields.noteFinding(MutationKind::ChangeShapes);
    EXPECT_EQ(yields.of(MutationKind::AddEdges), (MutationYield{2, 1, 2, 1, 0}));
    EXPECT_EQ(MutationYields::fromJson(nlohmann::json::parse(yields.toJson().dump())), yields);
    EXPECT_EQ(codeOf([] { MutationYields::fromJson(nlohmann::json::object()); }), ErrorCode::BadData);
}

TEST(MutationYields, NamesGoBothWays)
{
    for (int kind = 0; kind < mutationKinds; ++kind)
        EXPECT_EQ(mutationNamed(nameOf(MutationKind(kind))), MutationKind(kind));
    EXPECT_FALSE(mutationNamed("odd"));
}

} // namespace
} // namespace mutascope::engines
