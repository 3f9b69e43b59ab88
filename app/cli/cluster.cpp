// SPDX-License-Identifier: GPL-3.0-or-later
// cluster: failing tests that fail for what looks like the same reason.
#include "app/cli/options.h"
#include "app/cli/output.h"
#include "app/cli/paths.h"
#include "app/cli/session_commands.h"
#include "app/cli/shell.h"
#include "core/base/csv_field.h"
#include "core/base/error.h"
#include "core/data/batch.h"
#include "core/run/after/cluster_run.h"
#include "core/run/after/run_documents.h"
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace mutascope::cli {

namespace {

constexpr std::size_t pairsShown = 3;

struct Options {
    std::string file;
    std::int64_t run = 0;
    std::string choice = "ends";
    ClusterOptions cluster;
    bool noStore = false;
    bool json = false;
    bool csv = false;
    bool quiet = false;
};

struct Clustered {
    std::int64_t run = 0;
    std::vector<std::string> classNames;
    ClusteredRun result;
};

std::string pairText(const Clustered &clustered, const ClassPair &pair)
{
    return fmt::format("{} > {}", classNameOf(clustered.classNames, pair.label),
                       classNameOf(clustered.classNames, pair.predicted));
}

std::string pairsText(const Clustered &clustered, const ClusterRow &row)
{
    std::string text;
    for (std::size_t i = 0; i < std::min(pairsShown, row.pairs.size()); ++i)
        text += fmt::format("{}{} ({})", i > 0 ? ", " : "", pairText(clustered, row.pairs[i]),
                            grouped(row.pairs[i].tests));
    if (row.pairs.size() > pairsShown)
        text += fmt::format(" and {} more", row.pairs.size() - pairsShown);
    return text;
}

std::string textOf(const Clustered &clustered)
{
    const ClusteredRun &result = clustered.result;
    Table table;
    table.add({"cluster", "tests", "representative", "pairs"});
    for (std::size_t i = 0; i < result.clusters.size(); ++i) {
        const ClusterRow &row = result.clusters[i];
        table.add({std::to_string(i + 1), grouped(std::int64_t(row.tests.size())),
                   fmt::format("test {}", row.representative), pairsText(clustered, row)});
    }
    std::string text = result.clusters.empty() ? "" : table.text();
    text += fmt::format("run {}: {} in {}, {} in none; features of {}, {} of the variance\n", clustered.run,
                        plural(result.tests, "failing test"),
                        plural(std::int64_t(result.clusters.size()), "cluster"),
                        grouped(std::int64_t(result.noise.size())), result.layer, percent(result.explained));
    if (result.notReproduced > 0)
        text += fmt::format("{} left out, they do not fail any more\n", plural(result.notReproduced, "test"));
    return text;
}

// One line a failing test.
std::string csvOf(const Clustered &clustered, const std::vector<TestRecord> &tests)
{
    std::map<std::int64_t, std::size_t> clusterOf;
    for (std::size_t i = 0; i < clustered.result.clusters.size(); ++i)
        for (const std::int64_t test : clustered.result.clusters[i].tests)
            clusterOf[test] = i + 1;
    for (const std::int64_t test : clustered.result.noise)
        clusterOf[test] = 0;
    std::string text = "test,cluster,representative,label,predicted\r\n";
    for (const TestRecord &test : tests) {
        const auto found = clusterOf.find(test.id);
        if (found == clusterOf.end())
            continue; // does not fail any more
        const std::size_t cluster = found->second;
        const bool representative
            = cluster > 0 && clustered.result.clusters[cluster - 1].representative == test.id;
        text += fmt::format("{},{},{},{},{}\r\n", test.id, cluster > 0 ? std::to_string(cluster) : "",
                            representative ? "yes" : "no",
                            csvField(classNameOf(clustered.classNames, test.label)),
                            csvField(classNameOf(clustered.classNames, test.predicted)));
    }
    return text;
}

nlohmann::json jsonOf(const Options &options, const Clustered &clustered, bool stored)
{
    nlohmann::json object = clusterDocumentOf(clustered.result, options.cluster).content;
    object["run"] = clustered.run;
    object["stored"] = stored;
    return object;
}

int cluster(Options options, Shell &shell)
{
    if (options.choice != "ends" && options.choice != "most-stable")
        throwUnknownName("--choice", options.choice, std::vector<std::string>{"ends", "most-stable"});
    if (options.choice == "most-stable")
        options.cluster.clusters.density.choice = ClusterChoice::MostStable;
    const auto mode = options.noStore ? SessionStore::Mode::ReadOnly : SessionStore::Mode::ReadWrite;
    const auto store = sessionAt(options.file, mode);
    Clustered clustered;
    clustered.run = runOrOnly(*store, options.run);
    clustered.classNames = projectFromSnapshot(store->run(clustered.run).project).classNames;
    StatusLine status(verbosityOf(options.quiet));
    clustered.result = clusterRun(*store, clustered.run, options.cluster, shell.control, [&](double done) {
        status.update(fmt::format("looking at tests  {}", progressBar(done)));
    });
    status.clear();
    if (clustered.result.stopped)
        throw Interrupted();
    if (!options.noStore)
        storeDocument(*store, clustered.run, clusterDocumentOf(clustered.result, options.cluster));
    if (options.json)
        printJson(jsonOf(options, clustered, !options.noStore));
    else if (options.csv)
        printText(csvOf(clustered, store->tests(clustered.run)));
    else
        printText(textOf(clustered));
    return exitDone;
}

void addSize(CLI::App &command, const std::string &name, std::int64_t least, std::size_t &value,
             const std::string &text)
{
    addCount(
        command, name, least, [&value](std::int64_t n) { value = std::size_t(n); },
        fmt::format("{} (default: {})", text, value));
}

} // namespace

void addCluster(CLI::App &app, Shell &shell)
{
    const auto options = std::make_shared<Options>();
    CLI::App *command
        = addCommand(app, "cluster", "Group failing tests that fail for what looks like the same reason");
    addText(*command, "FILE", options->file, "Session file; the clusters are stored with the run")
        ->required();
    addRunNumber(*command, options->run, "the only one");
    FaultClusterOptions &clusters = options->cluster.clusters;
    addSize(*command, "--min-size", 2, clusters.density.minClusterSize, "Fewest tests of a cluster");
    addSize(*command, "--neighbours", 1, clusters.density.neighbours,
            "The density at a test is that of so many nearest ones");
    addSize(*command, "--components", 1, clusters.components,
            "Directions of largest variance of the features that are kept");
    addText(*command, "--choice", options->choice,
            "Densest ends of the hierarchy (ends, default), or its most stable groups (most-stable), which "
            "are fewer and larger");
    addText(*command, "--features", options->cluster.features,
            "Layer of the model that features are taken from, or 'outputs' (default: penultimate)");
    command->add_flag("--no-store", options->noStore, "Leave the session file as it is");
    command->add_flag("--csv", options->csv, "One line a failing test, as CSV");
    addThreads(*command, options->cluster.threads);
    addJson(*command, options->json);
    command->add_flag("--quiet", options->quiet, "No progress on the standard error");
    command->callback(
        [options, &shell] { shell.action = [options, &shell] { return cluster(*options, shell); }; });
}

} // namespace mutascope::cli
