// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/metrics/stats/summary.h"
#include "core/run/after/derived_run.h"
#include "core/run/after/minimize.h"

namespace mutascope {

struct MinimizeRunOptions {
    std::vector<std::int64_t> tests; // ids; empty: every failing test
    std::int64_t limit = 0; // the first so many of them; 0: all
    MinimizeOptions search;
    int threads = 0; // 0: as many as a run of this model has
};

struct MinimizedTest {
    std::int64_t test = 0; // id in the source
    std::int64_t id = 0; // in the new run; 0: not reproduced, so not in it
    MinimizeOutcome outcome = MinimizeOutcome::Minimal;
    PixelDistance before;
    PixelDistance after;
};

struct MinimizeReport {
    std::vector<MinimizedTest> tests;
    std::int64_t modelCalls = 0; // verifying excluded
    double seconds = 0;
    bool stopped = false;
    std::int64_t count(MinimizeOutcome outcome) const;
};

// One norm over the tests that were minimised.
struct NormSummary {
    const char *name; // "L0" "L1" "L2" "Linf", of values 0..255
    Summary before;
    Summary after;
};
std::vector<NormSummary> normSummaries(const MinimizeReport &report); // empty where no test was minimised

struct MinimizeRunProgress {
    std::size_t done = 0; // tests of finished groups
    std::size_t total = 0;
    MinimizeProgress group; // those at work
};

struct MinimizedRun {
    DerivedRun run;
    MinimizeReport report;
    std::unique_ptr<Model> model; // of the source: verifies the run where it is stored
};

// Minimises failing tests of a run by its own model. Asked to stop, it returns what there is. Throws Error:
// NotFound where there is no such test or no failing one, Usage for a test that does not fail.
MinimizedRun minimizeRun(const SessionStore &store, std::int64_t run, const MinimizeRunOptions &options,
                         RunControl &control,
                         const std::function<void(const MinimizeRunProgress &)> &onProgress);

} // namespace mutascope
