// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/generators/mutation_plan.h"

namespace mutascope {

// The mutants of one step on their way to the bench: their images travel in the candidates, the rest waits
// here, row by row.
struct MutantBatch {
    std::vector<Candidate> candidates;
    std::vector<Mutant> mutants; // without image
    std::vector<std::size_t> origin; // what the caller gave for each
    TryCount count;

    // Mutants of one parent, up to the first that is not allowed within the plan's tries.
    struct Task {
        const Lineage *parent = nullptr;
        std::size_t from = 0; // becomes its mutants' origin
        int mutants = 1;
        Rng rng; // its own stream: tasks are done side by side
    };
    MutantBatch(const MutationPlan &plan, const std::vector<Task> &tasks);
};

// The coverage that passing rows added, committed row by row; 0 for failing ones, whose coverage does not
// count (Xie et al., algorithm 1). Costs a single gain() where the batch adds nothing.
std::vector<double> commitPassing(TestBench &bench, const Evaluation &evaluation);

} // namespace mutascope
