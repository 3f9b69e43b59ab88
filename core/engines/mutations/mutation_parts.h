// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/engines/mutations/mutation.h"

// The mutations one by one; mutate() chooses among them.
namespace mutascope::engines {

struct MutationTask {
    const Mutation &mutation;
    const MutationScope &scope;
    Rng rng;
};

// Each changes plan in place and says how many changes were asked for and made.
struct MutationCount {
    int asked = 0;
    int made = 0;
};
MutationCount addEdges(GraphPlan &plan, MutationTask task);
MutationCount removeEdges(GraphPlan &plan, MutationTask task);
MutationCount addBlockNodes(GraphPlan &plan, MutationTask task);
MutationCount removeBlockNodes(GraphPlan &plan, MutationTask task);
MutationCount changeShapes(GraphPlan &plan, MutationTask task);
MutationCount changeParameters(GraphPlan &plan, MutationTask task);

} // namespace mutascope::engines
