// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/param_builders.h"
#include "core/engines/search/settings.h"
#include <numbers>

namespace mutascope::engines {

namespace {

constexpr const char *models = "Models";
constexpr const char *changes = "Mutations";
constexpr const char *search = "Search";
constexpr const char *tree = "Tree search";
constexpr const char *graphs = "Luo et al., ICSE 2021, section 3.2";
constexpr const char *coverage = "Luo et al., ICSE 2021, section 3.1";
constexpr const char *mutations = "Luo et al., ICSE 2021, section 3.3";
constexpr const char *chooser = "Luo et al., ICSE 2021, section 3.5";
constexpr const char *ours = "ours";

using Specs = std::vector<ParamSpec>;

Specs modelParams()
{
    return {
        integerParam("size", 10, 1, 200, {models, graphs, "Blocks of a model.", "blocks"}),
        choiceParam("topology", {"ws+rn", "ws", "rn", "er", "ba", "all"},
                    {models, graphs,
                     "Random graphs the models have: Watts-Strogatz, residual network, Erdos-Renyi, "
                     "Barabasi-Albert."}),
        realParam("subgraphs", 0.2, 0, 1,
                  {models, graphs, "Share of vertices that become a block of several operators."}),
        realParam("special", 0.1, 0, 1,
                  {models, ours,
                   "Share of inputs and operators with large, tiny, denormal, zero or tied numbers."}),
        realParam("guarded", 1, 0, 1,
                  {models, ours,
                   "Share of numeric domains that are kept to; below 1, NaN and infinity arise more often."}),
        booleanParam("discontinuous", true,
                     {models, ours, "Operators where a last bit may decide, such as Floor and ArgMax, too."}),
        integerParam("elements", 2048, 64, 1048576,
                     {models, ours, "Larger tensors are cut before an operator takes them.", "elements"}),
        integerParam("opset", 13, oldestOpset, newestOpset, {models, ours, "ONNX opset of the models."}),
        integerParam("inputs", 2, 1, 8, {models, ours, "Most inputs of a model."}),
        integerParam("out-edges", 5, 1, 20, {models, graphs, "Most edges that leave an operator."}),
    };
}

Specs mutationParams()
{
    return {
        integerParam("mutations", 2, 0, 6,
                     {changes, mutations, "At most so many mutations of a model; 0 for none."}),
        realParam("mutation-rate", 0.2, 0, 0.9,
                  {changes, mutations, "Share r a mutation changes: half of it or all of it."}),
    };
}

Specs searchSpecs(Strategy strategy)
{
    return {
        integerParam("vectors", 200, 1, 100000,
                     {search, coverage, "Vectors of shapes and attributes that cover an operator wholly."}),
        realParam("attribute-weight", 0, 0, 100,
                  {search, ours, "Weight of attribute coverage in the total; the paper has none.", "", true}),
        realParam("run-without-gain", strategy == Strategy::Mcts ? 0.1 : 1, 0, 1,
                  {search, ours,
                   "Share of models without new coverage that are run all the same; the paper runs none."}),
        integerParam(
            "mask-after", 3, 0, 1000000,
            {search, ours,
             "Models with an operator, or a form of it (ranks, types, attributes), after which it is "
             "a known issue where it nearly always fails; 0 for never.",
             "models"}),
        realParam("mask-share", 0.7, 0.1, 1,
                  {search, ours, "Share of those models that must fail because of it.", "", true}),
        realParam("masked-rate", 0.1, 0, 1,
                  {search, ours, "Share of models in which known issues may be, as before they were known.",
                   "", true}),
        integerParam("redraws", 20, 1, 1000,
                     {search, ours,
                      "Models generated, in the others, until one is free of known issues; else the one with "
                      "the fewest is taken.",
                      "models", true}),
    };
}

// Both the tree search and the greedy one look before they run.
ParamSpec candidatesParam(const char *group)
{
    return integerParam(
        "candidates", 10, 1, 10000,
        {group, ours, "Models generated, of which the one that adds most coverage is run.", "models"});
}

Specs treeSpecs()
{
    return {
        choiceParam("reward", {"blend", "coverage", "findings", "success"},
                    {tree, chooser,
                     "What a model is worth: coverage gain and new findings, one of them, or (success, the "
                     "paper's) that all engines agree."}),
        realParam("finding-weight", 0.01, 0, 1000,
                  {tree, ours, "Coverage gain that a new finding is worth (reward=blend)."}),
        realParam("exploration", std::numbers::sqrt2 / 2, 0, 1000,
                  {tree, chooser, "Weight e of the term that favours nodes with few visits."}),
        integerParam("depth", 10, 1, 100, {tree, chooser, "Blocks on the longest path.", "blocks"}),
        integerParam("children", 3, 1, 1000, {tree, chooser, "Most children of a node."}),
        realParam("focus", 0.5, 0, 1,
                  {tree, ours,
                   "Share of the blocks to choose from that are on the path; the paper chooses from no "
                   "others (1)."}),
        integerParam(
            "tries", 3, 1, 1000,
            {tree, chooser, "Times models are generated at a node until one adds coverage or is run."}),
        candidatesParam(tree),
        booleanParam("mutations-in-path", false,
                     {tree, chooser, "The path chooses mutations too; otherwise they are drawn."}),
    };
}

void append(Specs &all, Specs more)
{
    for (ParamSpec &spec : more)
        all.push_back(std::move(spec));
}

} // namespace

Specs searchParams(Strategy strategy)
{
    Specs all = modelParams();
    append(all, mutationParams());
    append(all, searchSpecs(strategy));
    if (strategy == Strategy::Mcts)
        append(all, treeSpecs());
    if (strategy == Strategy::Greedy)
        append(all, {candidatesParam("Greedy search")});
    return all;
}

} // namespace mutascope::engines
