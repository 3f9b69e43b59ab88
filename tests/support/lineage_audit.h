// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "tests/support/fake_bench.h"

namespace mutascope {

// What can be said of a mutant from its recorded lineage alone, computed without the code under test (but for
// the mutators themselves).
struct LineageAudit {
    bool replays = false; // the mutation, applied to the parent, gives the image
    bool parentIsPassingSeed = false; // the parent is the seed, or a kept passing test of the same seed
    int affineSteps = 0;
    bool allowed = false; // L0 < alpha*size or Linf < beta*255, with what was carried
};

LineageAudit auditLineage(const FakeBench &bench, const std::vector<Seed> &seeds, const Candidate &candidate,
                          double alpha, double beta);

} // namespace mutascope
