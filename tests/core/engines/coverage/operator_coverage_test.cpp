// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/coverage/operator_coverage.h"
#include "core/engines/graph/plan.h"
#include "tests/support/error_code.h"
#include <gtest/gtest.h>

namespace mutascope::engines {
namespace {

CoverageConfig paperCorpus()
{
    CoverageConfig config;
    config.corpus = {{"Conv2d", {1}, {0, 1, 2}, 0}, {"Relu", {1}, {0, 1, 2}, 0}, {"Add", {2}, {0, 1, 2}, 0}};
    config.mostVectors = 10;
    return config;
}

using Model = std::vector<OperatorUse>;

// Three models: Conv2d with two out-degrees, one successor type, two vectors; Relu with one of each; Add with
// two out-degrees, one successor type, three vectors.
std::vector<Model> paperModels()
{
    return {
        {{"Conv2d", 1, 1, {"Relu"}, 1, {}}, {"Relu", 1, 2, {"Add", "Add"}, 1, {}}, {"Add", 2, 0, {}, 1, {}}},
        {{"Conv2d", 1, 2, {"Relu", "Relu"}, 2, {}}, {"Relu", 1, 2, {"Add", "Add"}, 1, {}}},
        {{"Add", 2, 1, {"Conv2d"}, 2, {}},
         {"Add", 2, 1, {"Conv2d"}, 3, {}},
         {"Conv2d", 1, 1, {"Relu"}, 1, {}}}};
}

void expectRow(const CoverageValues &values, const std::array<double, 5> &percent, double total)
{
    for (std::size_t part = 0; part < percent.size(); ++part)
        EXPECT_NEAR(100 * values.parts[part], percent[part], 0.05) << nameOf(CoveragePart(part));
    EXPECT_NEAR(100 * values.total, total, 0.05);
}

// Tables I and II of Luo et al., ICSE 2021.
TEST(OperatorCoverage, GivesThePapersTable)
{
    OperatorCoverage coverage(paperCorpus());
    for (const Model &model : paperModels())
        coverage.commit(model);
    expectRow(coverage.ofOperator("Conv2d"), {100, 100, 66.7, 33.3, 20}, 64);
    expectRow(coverage.ofOperator("Relu"), {100, 100, 33.3, 33.3, 10}, 55.3);
    expectRow(coverage.ofOperator("Add"), {100, 100, 66.7, 33.3, 30}, 66);
    expectRow(coverage.value(), {100, 100, 55.6, 33.3, 20}, 61.8);
}

TEST(OperatorCoverage, WeightsMayLeavePartsOut)
{
    CoverageConfig config = paperCorpus();
    config.weights = {1, 0, 0, 2, 0, 0};
    OperatorCoverage coverage(config);
    for (const Model &model : paperModels())
        coverage.commit(model);
    EXPECT_NEAR(coverage.value().total, (1 + 2.0 / 3) / 3, 1e-12);
}

TEST(OperatorCoverage, GainIsWhatCommittingAdds)
{
    OperatorCoverage coverage(tableCorpus(13));
    GraphConfig config;
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
        const auto uses = operatorUses(randomGraph(config, seed));
        const double before = coverage.value().total;
        const double gain = coverage.gain(uses);
        EXPECT_EQ(coverage.value().total, before);
        coverage.commit(uses);
        EXPECT_NEAR(coverage.value().total - before, gain, 1e-12);
        EXPECT_NEAR(coverage.gain(uses), 0, 1e-15);
    }
    EXPECT_GT(coverage.value().total, 0.2);
    EXPECT_LT(coverage.value().total, 1);
}

TEST(OperatorCoverage, OnlyWhatTheCorpusAllowsCounts)
{
    OperatorCoverage coverage(paperCorpus());
    coverage.commit({{"Relu", 3, 7, {"Tanh"}, 1, {5}}, {"Tanh", 1, 1, {"Relu"}, 1, {}}});
    EXPECT_EQ(coverage.ofOperator("Relu").of(CoveragePart::Type), 1);
    EXPECT_EQ(coverage.ofOperator("Relu").of(CoveragePart::InDegree), 0);
    EXPECT_EQ(coverage.ofOperator("Relu").of(CoveragePart::OutDegree), 0);
    EXPECT_EQ(coverage.ofOperator("Relu").of(CoveragePart::Edge), 0);
}

TEST(OperatorCoverage, VectorsAreClampedAtTheirNumber)
{
    OperatorCoverage coverage(paperCorpus());
    for (std::uint64_t vector = 0; vector < 25; ++vector)
        coverage.commit({{"Relu", 1, 0, {}, vector, {}}});
    EXPECT_EQ(coverage.ofOperator("Relu").of(CoveragePart::ShapeParameter), 1);
}

// x -> Relu -> Sum(Relu, Relu): a double edge counts twice.
TEST(OperatorCoverage, SeesDegreesAndEdgesOfAGraph)
{
    OperatorGraph graph;
    graph.addInput({ElementType::Float, {2, 3}}, 1);
    graph.add(operatorNamed("Relu"), {{0, 0}}, {}, 1);
    graph.add(operatorNamed("Sum"), {{1, 0}, {1, 0}}, {}, 1);
    const auto uses = operatorUses(graph);
    ASSERT_EQ(uses.size(), 2u);
    EXPECT_EQ(uses[0].inDegree, 1);
    EXPECT_EQ(uses[0].outDegree, 2);
    EXPECT_EQ(uses[0].successors, (std::vector<std::string>{"Sum", "Sum"}));
    EXPECT_EQ(uses[1].inDegree, 2);
    OperatorCoverage coverage(tableCorpus(13));
    coverage.commit(uses);
    std::uint32_t edges = 0;
    for (const auto &row : coverage.edges())
        for (const std::uint32_t times : row)
            edges += times;
    EXPECT_EQ(edges, 2u);
}

// alpha of LeakyRelu is divided into four bins over [0, 2]; TopK's "sorted" has one.
TEST(OperatorCoverage, AttributeBinsCoverTheWholeRange)
{
    CoverageConfig config = tableCorpus(13);
    config.weights = {0, 0, 0, 0, 0, 1};
    OperatorCoverage coverage(config);
    OperatorGraph graph;
    graph.addInput({ElementType::Float, {2}}, 1);
    for (const double alpha : {0.1, 0.2, 1.9}) {
        graph.add(operatorNamed("LeakyRelu"), {{0, 0}}, {{"alpha", alpha}}, 1);
        coverage.commit(operatorUses(graph));
    }
    EXPECT_EQ(coverage.ofOperator("LeakyRelu").of(CoveragePart::Attribute), 0.5);
}

TEST(OperatorCoverage, StateGoesBothWays)
{
    OperatorCoverage coverage(tableCorpus(13)), other(tableCorpus(13));
    GraphConfig config;
    for (std::uint64_t seed = 0; seed < 20; ++seed)
        coverage.commit(operatorUses(randomGraph(config, seed)));
    other.load(coverage.save());
    EXPECT_EQ(other.value().total, coverage.value().total);
    EXPECT_EQ(other.edges(), coverage.edges());
    EXPECT_EQ(other.save(), coverage.save());
}

TEST(OperatorCoverage, DamagedOrForeignStateIsBadData)
{
    OperatorCoverage coverage(tableCorpus(13)), other(tableCorpus(12));
    coverage.commit(operatorUses(randomGraph({}, 1)));
    const std::string state = coverage.save();
    EXPECT_EQ(codeOf([&] { other.load(state); }), ErrorCode::BadData);
    for (std::size_t at = 0; at < state.size(); at += 97) {
        std::string damaged = state;
        damaged[at] = char(damaged[at] ^ 0x40);
        EXPECT_EQ(codeOf([&] { coverage.load(damaged); }), ErrorCode::BadData);
        EXPECT_EQ(codeOf([&] { coverage.load(state.substr(0, at)); }), ErrorCode::BadData);
    }
    EXPECT_EQ(coverage.save(), state);
}

TEST(OperatorCoverage, RefusesSettingsThatMeasureNothing)
{
    const auto refused = [](auto change) {
        CoverageConfig config = paperCorpus();
        change(config);
        EXPECT_THROW(OperatorCoverage{config}, Error);
    };
    refused([](CoverageConfig &config) { config.corpus.clear(); });
    refused([](CoverageConfig &config) { config.corpus.push_back(config.corpus[0]); });
    refused([](CoverageConfig &config) { config.weights.fill(0); });
    refused([](CoverageConfig &config) { config.weights[2] = -1; });
    refused([](CoverageConfig &config) { config.mostVectors = 0; });
}

} // namespace
} // namespace mutascope::engines
