// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/base/param_spec.h"
#include "core/base/rng.h"
#include "core/search/node_priors.h"
#include "core/search/search_tree.h"
#include <memory>

namespace mutascope {

// "policy" (sampled, uct), "exploration", "iterations" (at each root), "depth" (root positions),
// "leaf-batch", "virtual-loss", "widening" ...
std::vector<ParamSpec> mctsParams();

// How a search with these parameters chooses; levels and grid are the problem's to add.
SearchDescription searchDescription(const ParamSet &params);

// Monte Carlo Tree Search over one tree, as DeepSmartFuzzer runs it (Demir, Eniser & Sen 2019, section 3;
// reference/algorithms 2.2): from a root so many iterations, then the root moves to its best child.
// Where it differs from the paper's program, so that it ends and evaluates no state twice: what is exhausted
// is not selected again, and the root only moves to a child that is not. An iteration that ends at a
// forbidden state or a dead end finishes that node and counts as an iteration, but leaves no visit and no
// reward (as there).
class Mcts {
public:
    Mcts(const ParamSet &params, SearchProblem &problem);
    enum class Step { Iterated, Moved, Ended };
    // One leaf batch (selection, expansion, simulation, evaluation, backpropagation), or one move of the
    // root. Random numbers come from rng alone. If the problem throws, the tree is as before the step.
    Step step(Rng &rng);
    const SearchTree &tree() const { return m_tree; }
    std::int32_t root() const { return m_state.root; }
    struct Best {
        std::int32_t node = -1; // -1: no reward above 0 yet
        double reward = 0;
    };
    Best best() const { return m_state.best; } // over the whole tree, the first of equals
    // "levels", "no-reward" or "exhausted"; "" before the end.
    const std::string &endReason() const { return m_state.endReason; }
    // What happened since the last call (nodes as list of tree 0: the caller renumbers; trees is left empty,
    // as the images at the root are the caller's; moves.behind counts this tree's iterations).
    SearchChunk takeChunk();
    std::string save() const;
    // Throws Error{BadData} for bytes that are damaged, or of other parameters or another problem.
    static std::unique_ptr<Mcts> load(const ParamSet &params, SearchProblem &problem,
                                      const std::string &bytes);
    void observePicks(PickObserver observer) { m_observer = std::move(observer); }

    // All that step() changes besides the tree and its priors.
    struct State {
        std::int32_t root = 0;
        std::int64_t iterations = 0; // of the whole tree
        std::int64_t rootIterations = 0; // at this root
        std::int64_t rootPositions = 1;
        std::int32_t batches = 0;
        Best best;
        std::string endReason;
        std::int32_t nodesTaken = 0; // by takeChunk()
        std::vector<SearchIteration> newIterations; // since then
        std::vector<SearchMove> newMoves;
    };

private:
    Step iterate(Rng &rng);
    Step move();
    Step end(const std::string &reason);
    void record(const std::vector<SearchIteration> &leaves);

    ParamSet m_params;
    SearchProblem &m_problem;
    SearchDescription m_how;
    SearchTree m_tree;
    NodePriors m_priors;
    State m_state;
    PickObserver m_observer;
};

} // namespace mutascope
