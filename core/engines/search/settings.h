// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/base/param_spec.h"
#include "core/engines/coverage/operator_coverage.h"
#include "core/engines/graph/plan.h"

// How models are searched for that engines get wrong. Sources: Luo et al., "Graph-Based Fuzz Testing for Deep
// Learning Inference Engines", ICSE 2021, sections 3.2 to 3.5.
namespace mutascope::engines {

enum class Strategy : std::uint8_t {
    Mcts, // Monte Carlo Tree Search over the blocks models are made of (section 3.5, algorithm 1)
    Random, // blocks, topology and mutations at random, every model is run
    Greedy, // of so many random candidates the one with the largest coverage gain is run
};
inline constexpr int strategies = 3;
const char *nameOf(Strategy strategy); // "mcts" "random" "greedy"
Strategy strategyNamed(const std::string &name); // throws Error{Usage}

enum class RewardKind : std::uint8_t {
    Blend, // coverage gain + weight * new findings
    Coverage, // gain alone
    Findings, // 1 where a model showed a new one
    Success, // the paper's: 1 where all engines agree, so that blocks that always fail are left
};

// Every parameter of a strategy: of the models, the mutations, the coverage, the search.
std::vector<ParamSpec> searchParams(Strategy strategy);

struct SearchSettings {
    Strategy strategy = Strategy::Mcts;
    GraphConfig graph; // blocks: all that may be chosen
    CoverageConfig coverage;
    int mostMutations = 2; // of one model
    double mutationRate = 0.2;
    double runWithoutGain = 0.1; // share of models without new coverage that are run
    int maskAfter = 3; // models; 0: no operator is masked
    double maskShare = 0.7;
    double maskedRate = 0.1;
    int redraws = 20;
    RewardKind reward = RewardKind::Blend;
    double findingWeight = 0.01;
    int depth = 10;
    double focus = 0.5;
    int tries = 3;
    bool mutationsInPath = false;
    int candidates = 10; // of each model that is run, but for Random
};
SearchSettings searchSettings(Strategy strategy, const ParamSet &params);

// Parameters of the tree itself, for core/search, with "children".
ParamSet treeParams(const ParamSet &params);

} // namespace mutascope::engines
