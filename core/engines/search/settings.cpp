// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/search/settings.h"
#include "core/base/error.h"
#include "core/search/mcts.h"
#include <algorithm>
#include <array>

namespace mutascope::engines {

namespace {

constexpr std::array<const char *, strategies> strategyNames = {"mcts", "random", "greedy"};

std::vector<Topology> topologiesNamed(const std::string &name)
{
    if (name == "ws+rn")
        return {Topology::WattsStrogatz, Topology::ResidualNetwork};
    for (int i = 0; i < topologies; ++i)
        if (name == nameOf(Topology(i)))
            return {Topology(i)};
    return {Topology::WattsStrogatz, Topology::ErdosRenyi, Topology::BarabasiAlbert,
            Topology::ResidualNetwork};
}

RewardKind rewardNamed(const std::string &name)
{
    if (name == "coverage")
        return RewardKind::Coverage;
    if (name == "findings")
        return RewardKind::Findings;
    return name == "success" ? RewardKind::Success : RewardKind::Blend;
}

GraphConfig graphConfig(const ParamSet &params)
{
    GraphConfig config;
    config.size = int(params.integer("size"));
    config.topologies = topologiesNamed(params.text("topology"));
    config.subgraphs = params.real("subgraphs");
    config.special = params.real("special");
    config.guarded = params.real("guarded");
    config.discontinuous = params.boolean("discontinuous");
    config.elements = params.integer("elements");
    config.opset = int(params.integer("opset"));
    config.mostInputs = int(params.integer("inputs"));
    config.mostOutEdges = int(params.integer("out-edges"));
    config.blocks = singleBlocks(config.opset, config.discontinuous);
    for (Block &block : subgraphBlocks(config.opset))
        config.blocks.push_back(std::move(block));
    return config;
}

// Operators nothing can choose would only lower what can be reached.
CoverageConfig coverageConfig(const ParamSet &params, const GraphConfig &graph)
{
    CoverageConfig config = tableCorpus(graph.opset, graph.mostOutEdges);
    config.mostVectors = int(params.integer("vectors"));
    config.weights[std::size_t(CoveragePart::Attribute)] = params.real("attribute-weight");
    std::erase_if(config.corpus, [&](const CorpusEntry &entry) {
        return std::ranges::none_of(graph.blocks, [&](const Block &block) {
            return std::ranges::any_of(block.operators,
                                       [&](const Operator *op) { return op->name == entry.name; });
        });
    });
    return config;
}

void readTreeSettings(const ParamSet &params, SearchSettings &settings)
{
    settings.reward = rewardNamed(params.text("reward"));
    settings.findingWeight = params.real("finding-weight");
    settings.depth = int(params.integer("depth"));
    settings.focus = params.real("focus");
    settings.tries = int(params.integer("tries"));
    settings.mutationsInPath = params.boolean("mutations-in-path");
}

} // namespace

const char *nameOf(Strategy strategy)
{
    return strategyNames[std::size_t(strategy)];
}

Strategy strategyNamed(const std::string &name)
{
    for (int i = 0; i < strategies; ++i)
        if (name == strategyNames[std::size_t(i)])
            return Strategy(i);
    throwUnknownName("search", name, std::vector<std::string>(strategyNames.begin(), strategyNames.end()));
}

SearchSettings searchSettings(Strategy strategy, const ParamSet &params)
{
    SearchSettings settings;
    settings.strategy = strategy;
    settings.graph = graphConfig(params);
    settings.coverage = coverageConfig(params, settings.graph);
    settings.mostMutations = int(params.integer("mutations"));
    settings.mutationRate = params.real("mutation-rate");
    settings.runWithoutGain = params.real("run-without-gain");
    settings.maskAfter = int(params.integer("mask-after"));
    settings.maskShare = params.real("mask-share");
    settings.maskedRate = params.real("masked-rate");
    settings.redraws = int(params.integer("redraws"));
    if (strategy == Strategy::Mcts)
        readTreeSettings(params, settings);
    if (strategy != Strategy::Random)
        settings.candidates = int(params.integer("candidates"));
    return settings;
}

ParamSet treeParams(const ParamSet &params)
{
    std::vector<ParamSpec> specs = mctsParams();
    for (const ParamSpec &spec : params.specs())
        if (spec.name == "children")
            specs.push_back(spec);
    ParamSet tree(std::move(specs));
    tree.set("policy", "uct");
    tree.set("exploration", params.value("exploration"));
    tree.set("children", params.value("children"));
    // The root stays: the search ends where every path has been searched.
    tree.set("iterations", ParamValue(std::int64_t(1000000)));
    tree.set("depth", ParamValue(std::int64_t(1)));
    return tree;
}

} // namespace mutascope::engines
