// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/engines/graph/block.h"
#include "core/engines/graph/operator_graph.h"
#include "core/engines/graph/random_graph.h"

// A plan says which operators are connected how, and with which seeds their free attributes are chosen; it
// has no types. Any plan can be realised: shapes are repaired and attributes chosen on the way (the
// calculator of Luo et al.). Mutations work on plans, so whatever they do, the graph that comes out is valid.
namespace mutascope::engines {

struct PlanSource {
    bool input = false; // index counts inputs of the plan, else nodes
    int index = 0;
    auto operator<=>(const PlanSource &) const = default;
};

struct PlanInput {
    TensorType type;
    std::uint64_t seed = 0;
    Fill fill = Fill::Ordinary;
    bool operator==(const PlanInput &) const = default;
};

struct PlanNode {
    const Operator *op = nullptr;
    std::vector<PlanSource> inputs;
    std::uint64_t seed = 0; // of its choices and numbers
    Fill fill = Fill::Ordinary;
    Pins pins = {};
    std::optional<Attributes> attributes = {}; // taken where they are legal, instead of choosing
    int block = -1; // which subgraph block it is of
    bool operator==(const PlanNode &) const = default;
};

struct GraphPlan {
    std::vector<PlanInput> inputs;
    std::vector<PlanNode> nodes; // sources come first
    std::vector<std::string> blocks; // names of the subgraph blocks
    std::int64_t elements = 2048; // larger values are cut before an operator takes them
    int opset = 13;
    double guarded = 1; // share of numeric domains that are guarded
    int droppedEdges = 0; // edges of the topology no block could take
    bool operator==(const GraphPlan &) const = default;
};

struct GraphConfig {
    std::vector<Block> blocks; // to choose from; empty: all single and subgraph blocks of the opset
    std::vector<Topology> topologies = {Topology::WattsStrogatz, Topology::ResidualNetwork};
    int size = 10; // number of blocks
    std::vector<int> neighbours = {2, 4, 6};
    TopologyParams topology; // all but neighbours
    std::vector<Shape> inputShapes
        = {{1, 3, 16, 16}, {1, 4, 8, 8}, {2, 3, 8, 8}, {1, 8, 7, 5}, {1, 16, 4, 4}};
    double subgraphs = 0.2; // share of vertices that become one where both kinds of block fit
    int mostInputs = 2;
    int mostOutEdges = 5;
    double special = 0; // share of inputs and nodes whose numbers are not ordinary
    double guarded = 1; // share of inputs with a numeric domain that are guarded
    bool discontinuous = true; // operators with discontinuities too (where blocks is empty)
    std::int64_t elements = 2048;
    int opset = 13;
};

// A pure function of its arguments. Throws Error{Usage} on sizes out of range.
GraphPlan planGraph(const GraphConfig &config, std::uint64_t seed);

struct Realisation {
    OperatorGraph graph;
    std::vector<int> nodeOf; // node of the plan -> node of the graph
    std::vector<std::vector<Choice>> choices; // of each node of the plan
};

// Throws Error{Internal} where an operator finds no legal attributes, which no test has shown.
Realisation realise(const GraphPlan &plan);
OperatorGraph randomGraph(const GraphConfig &config, std::uint64_t seed);

// A plan that realises to the graph, its repairs as operators of their own: any graph can be mutated.
GraphPlan planOf(const OperatorGraph &graph, int opset);

// Removes inputs nobody takes.
void dropUnusedInputs(GraphPlan &plan);

// Where a plan is malformed (sources that come later, degrees, an input nobody describes): why, else "".
std::string problemOf(const GraphPlan &plan);

nlohmann::json toJson(const GraphPlan &plan);
GraphPlan planFromJson(const nlohmann::json &json); // throws Error{BadData}

} // namespace mutascope::engines
