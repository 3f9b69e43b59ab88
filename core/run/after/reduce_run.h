// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/run/after/derived_run.h"
#include <functional>

namespace mutascope {

enum class KeepTests { Failing, All };
enum class FaultKind { Pairs, Clusters };

struct ReduceOptions {
    std::vector<std::string> criteria; // empty: the run's, else the project's; {"none"}: faults alone
    std::string layers; // "": the run's
    KeepTests keep = KeepTests::Failing; // what is chosen from
    FaultKind faults = FaultKind::Pairs;
    int threads = 0; // 0: as many as a run of this model has
    std::filesystem::path cacheFolder; // of profiles; empty: the user's
};

// What some tests reach beside the seeds.
struct Reached {
    std::int64_t tests = 0;
    std::int64_t failing = 0;
    std::int64_t faults = 0;
    std::vector<std::pair<std::string, double>> coverage; // criterion -> value, seeds included
    bool sameWorth(const Reached &other) const
    {
        return faults == other.faults && coverage == other.coverage;
    }
};

struct ReducedRun {
    DerivedRun run;
    Reached before;
    Reached after; // computed anew from the chosen images alone
    std::int64_t notReproduced = 0; // failing tests that do not fail any more: left out
    std::vector<std::int64_t> kept; // ids in the source
    std::unique_ptr<Model> model;
};

// The smallest set of tests found that covers what all cover and shows the same faults: greedy set cover
// (Chvatal 1979), then without what became superfluous; deterministic. Throws Error: NotFound without tests,
// Usage where a criterion is no share of items, or where it was stopped. That before and after are of
// the same worth is for the caller to look at: on a machine where the last bit of a sum depends on the other
// images of a forward, they may differ.
ReducedRun reduceRun(const SessionStore &store, std::int64_t run, const ReduceOptions &options,
                     RunControl &control, const std::function<void(const std::string &, double)> &onProgress);

} // namespace mutascope
