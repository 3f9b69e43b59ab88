// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/base/stop.h"
#include "core/generators/run_data.h"
#include "core/metrics/cluster/fault_clusters.h"
#include "core/store/session_store.h"
#include <functional>
#include <map>

namespace mutascope {

struct ClusterOptions {
    FaultClusterOptions clusters;
    std::string features = "penultimate"; // layer of the model under test, or "outputs"
    int threads = 0; // 0: as many as a run of this model has
};

struct ClassPair {
    int label = 0;
    int predicted = 0;
    std::int64_t tests = 0;
};

struct ClusterRow {
    std::int64_t representative = 0; // id of a test
    std::vector<std::int64_t> tests; // ids, ascending
    std::vector<ClassPair> pairs; // most frequent first
};

struct ClusteredRun {
    std::vector<ClusterRow> clusters; // largest first
    std::vector<std::int64_t> noise; // ids of the failing tests in no cluster
    std::int64_t tests = 0; // failing ones
    std::int64_t notReproduced = 0; // failing tests that do not fail any more: left out
    std::string layer;
    double explained = 1; // share of the variance that the kept components have
    bool stopped = false; // nothing above is filled then
};

inline constexpr const char *clusterDocument = "fault-clusters"; // SessionStore::documents

// Groups a run's failing tests by their deep features in the run's own model. Throws Error{NotFound} where
// there are fewer than a cluster needs.
ClusteredRun clusterRun(const SessionStore &store, std::int64_t run, const ClusterOptions &options,
                        RunControl &control, const std::function<void(double)> &onProgress);

// {"clusters": [{"size", "representative", "pairs": [{"label", "predicted", "tests"}], "tests": [ids]}],
//  "noise": [ids], "tests", "not_reproduced", "layer", "explained", "min_size", "neighbours", "components",
//  "choice"}
RunDocument clusterDocumentOf(const ClusteredRun &clustered, const ClusterOptions &options);

} // namespace mutascope
