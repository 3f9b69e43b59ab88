// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/after/cluster_run.h"
#include "core/base/error.h"
#include "core/run/after/traced_tests.h"
#include "core/run/run_context.h"
#include <algorithm>
#include <fmt/format.h>
#include <map>

namespace mutascope {

namespace {

std::vector<ClassPair> pairsOf(const std::vector<TestRecord> &tests, const std::vector<std::size_t> &members)
{
    std::map<std::pair<int, int>, std::int64_t> counts;
    for (const std::size_t member : members)
        ++counts[{tests[member].label, tests[member].predicted}];
    std::vector<ClassPair> pairs;
    for (const auto &[pair, count] : counts)
        pairs.push_back({pair.first, pair.second, count});
    std::ranges::stable_sort(pairs, std::greater{}, &ClassPair::tests);
    return pairs;
}

void checkEnough(const TracedTests &traced, std::int64_t run, std::size_t needed)
{
    if (traced.tests.size() >= needed)
        return;
    throw Error(ErrorCode::NotFound,
                fmt::format("a cluster needs {} failing tests, run {} has {}{}", needed, run,
                            traced.tests.size(),
                            traced.notReproduced > 0
                                ? fmt::format(" ({} more do not fail any more)", traced.notReproduced)
                                : ""),
                "Search longer, or allow smaller clusters with --min-size");
}

void fill(ClusteredRun &result, const std::vector<TestRecord> &tests, const FaultClusters &found)
{
    for (const FaultCluster &cluster : found.clusters) {
        ClusterRow row{tests[cluster.representative].id, {}, pairsOf(tests, cluster.members)};
        for (const std::size_t member : cluster.members)
            row.tests.push_back(tests[member].id);
        result.clusters.push_back(std::move(row));
    }
    for (std::size_t i = 0; i < tests.size(); ++i)
        if (found.clusterOf[i] == noise)
            result.noise.push_back(tests[i].id);
    result.explained = found.explained;
}

} // namespace

ClusteredRun clusterRun(const SessionStore &store, std::int64_t run, const ClusterOptions &options,
                        RunControl &control, const std::function<void(double)> &onProgress)
{
    const std::vector<TestRecord> tests = testsOf(store, run, false);
    const std::unique_ptr<Model> model = projectFromSnapshot(store.run(run).project).loadModel();
    setModelThreads(options.threads > 0 ? options.threads : chosenThreads(*model));
    const FeatureLayer layer = featureLayer(*model, options.features);
    const TracedTests traced = traceTests(store, run, tests, *model, layer.layers, control, onProgress);
    ClusteredRun result;
    result.stopped = traced.stopped;
    result.layer = layer.name;
    if (traced.stopped)
        return result;
    checkEnough(traced, run, options.clusters.density.minClusterSize);
    result.tests = std::int64_t(traced.tests.size());
    result.notReproduced = traced.notReproduced;
    fill(result, traced.tests, faultClusters(featuresOf(traced.trace), options.clusters));
    return result;
}

RunDocument clusterDocumentOf(const ClusteredRun &clustered, const ClusterOptions &options)
{
    nlohmann::json clusters = nlohmann::json::array();
    for (const ClusterRow &row : clustered.clusters) {
        nlohmann::json pairs = nlohmann::json::array();
        for (const ClassPair &pair : row.pairs)
            pairs.push_back({{"label", pair.label}, {"predicted", pair.predicted}, {"tests", pair.tests}});
        clusters.push_back({{"size", row.tests.size()},
                            {"representative", row.representative},
                            {"pairs", pairs},
                            {"tests", row.tests}});
    }
    const DensityOptions &density = options.clusters.density;
    return {clusterDocument,
            {{"clusters", clusters},
             {"noise", clustered.noise},
             {"tests", clustered.tests},
             {"not_reproduced", clustered.notReproduced},
             {"layer", clustered.layer},
             {"explained", clustered.explained},
             {"min_size", density.minClusterSize},
             {"neighbours", density.neighbours},
             {"components", options.clusters.components},
             {"choice", density.choice == ClusterChoice::Ends ? "ends" : "most-stable"}}};
}

} // namespace mutascope
