// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/search/search_problem.h"
#include <cstdint>
#include <string>
#include <vector>

// Everything that happened in the search trees of a run, as plain values: with it a TreePlayer shows each
// phase again without the problem. Ids of nodes count from 0 (the root) in each tree, in the order of making,
// so that a parent's id is below its children's.
namespace mutascope {

struct SearchNode {
    std::int32_t parent = -1;
    std::int32_t action = -1;
    std::int32_t actions = 0; // how many children it can have
    Finish finish = Finish::Open; // Constraint or Depth; Exhausted is worked out by the tree
};

// One selection, expansion, simulation and backpropagation. Iterations of one leaf batch are selected one
// after the other, each passing over the ones before by their virtual loss, then evaluated together, then
// backpropagated in the same order.
struct SearchIteration {
    std::int32_t tree = 0; // index in the run
    std::int32_t batch = 0; // leaf batch in the tree; the same for iterations that were evaluated together
    std::int32_t root = 0; // the node the search starts from
    std::int32_t selected = 0; // the node where selection stopped
    std::int32_t firstMade = 0; // made: expansion first, then the simulation's, in a chain
    std::int32_t made = 0; // how many; 0: the selected node itself was evaluated again
    std::int32_t last = 0; // the node that was evaluated
    double reward = 0;
    bool rewarded = false; // false: the constraint or a dead end; nothing is backpropagated, not even a visit
};

// What happens between two iterations of a tree.
struct SearchMove {
    enum class Kind { Root, Commit, End };
    Kind kind = Kind::Root;
    std::int32_t tree = 0;
    std::int64_t behind = 0; // number of iterations of the run done before it
    std::int32_t node = 0; // Root: the new root; Commit: whose batch was committed; End: the root it ended at
    double gain = 0; // Commit: the coverage it added
    std::string reason; // End: "levels", "no-reward", "exhausted", "coverage"
};

struct SearchTreeInfo {
    struct Item {
        std::int32_t seed = 0; // index into the run's seeds
        std::int64_t test = 0; // the stored test it starts from, 0: the seed itself
    };
    std::vector<Item> batch; // the images at the root
};

// How children are chosen, and what the actions of a level are called.
struct SearchDescription {
    std::string policy; // "sampled" "uct"
    double exploration = 0; // C
    double virtualLoss = 0;
    std::vector<std::vector<std::string>> levels; // names of the actions, level by level, repeating
    std::string grid; // JSON that the problem needs to make a state's images again
    double priorWeight = 0; // 0: priors are not asked for
    double firstPlay = 0; // exploit term of a child never made, in shares of the best sibling's
    double widening = 0; // at most so many times sqrt(N) children open at once; 0: no limit
    double rave = 0; // equivalence constant k; 0: off
    // A node gets at most so many children, the problem says which, and all of them before one is chosen
    // among (Luo et al., ICSE 2021, section 3.5); 0: any action may be tried at any time.
    int children = 0;
};

// What the problem thought of a node's actions when the search first asked (only with a priorWeight).
struct SearchPriors {
    std::int32_t tree = 0;
    std::int32_t node = 0;
    std::vector<double> values; // one an action
};

// New things since the last one, in order; all of it appended makes the whole history.
struct SearchChunk {
    std::vector<SearchTreeInfo> trees;
    std::vector<std::vector<SearchNode>> nodes; // one list a tree of the run, appended to that tree's nodes;
                                                // shorter than the number of trees: nothing new in the rest
    std::vector<SearchIteration> iterations;
    std::vector<SearchMove> moves;
    std::vector<SearchPriors> priors;
    bool empty() const
    {
        return trees.empty() && nodes.empty() && iterations.empty() && moves.empty() && priors.empty();
    }
    void append(const SearchChunk &next);
};

// All chunks of a run, one behind the other: nodes[tree][node], one list a tree.
struct SearchHistory : SearchChunk {
    SearchDescription description;
    void append(const SearchChunk &next);
};

// SHA-256 over trees, nodes, iterations and moves in a fixed byte order: two searches are the same where
// these are (priors show in what was selected).
std::string searchSha256(const SearchHistory &history);

} // namespace mutascope
