// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/run_report.h"
#include "app/cli/output.h"
#include "app/cli/run_progress.h"
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace mutascope::cli {

namespace {

std::string rateText(const Counters &counters)
{
    if (counters.seconds <= 0)
        return "";
    return fmt::format(" ({:.0f} tests/s)", double(counters.tests) / counters.seconds);
}

std::string failingText(const Counters &counters)
{
    return fmt::format("{}, {} of them verified, from {} of {} seeds", grouped(counters.failing),
                       grouped(counters.verified), grouped(counters.seedsFailed), grouped(counters.seeds));
}

} // namespace

const char *stateName(RunState state)
{
    switch (state) {
    case RunState::Running:
        return "interrupted";
    case RunState::Finished:
        return "finished";
    case RunState::Stopped:
        return "stopped";
    case RunState::Failed:
        break;
    }
    return "failed";
}

nlohmann::json runJson(const RunRecord &run, const std::filesystem::path &session, std::int64_t modelFailures)
{
    const Counters &counters = run.counters;
    return {{"run", run.id},
            {"generator", run.generator},
            {"seed", run.seed},
            {"criterion", run.criterion},
            {"coverage", {{"start", run.coverageStart}, {"end", run.coverageEnd}}},
            {"model_calls", counters.modelCalls},
            {"profile_calls", counters.profileCalls},
            {"verify_calls", counters.verifyCalls},
            {"training",
             {{"steps", counters.trainingSteps},
              {"calls", counters.trainingCalls},
              {"seconds", counters.trainingSeconds}}},
            {"tests", counters.tests},
            {"failing", counters.failing},
            {"model_failures", modelFailures},
            {"verified", counters.verified},
            {"kept", counters.kept},
            {"queue", counters.queue},
            {"seeds", counters.seeds},
            {"seeds_failed", counters.seedsFailed},
            {"steps", counters.steps},
            {"seconds",
             {{"total", counters.seconds},
              {"model", counters.modelSeconds},
              {"other", counters.seconds - counters.modelSeconds},
              {"verifying", counters.verifySeconds}}},
            {"state", stateName(run.state)},
            {"message", run.message},
            {"started_at", run.startedAt},
            {"file", session.string()}};
}

void addSearch(nlohmann::json &object, const SearchCounts &counts, const std::string &treeSha256)
{
    if (counts.trees == 0)
        return;
    object["search"] = {{"trees", counts.trees}, {"iterations", counts.iterations}, {"nodes", counts.nodes}};
    if (!treeSha256.empty())
        object["tree_sha256"] = treeSha256;
}

std::string searchText(const SearchCounts &counts)
{
    return fmt::format("{}, {}, {}", plural(counts.trees, "tree"), plural(counts.iterations, "iteration"),
                       plural(counts.nodes, "node"));
}

std::string searchTable(const std::vector<std::pair<std::int64_t, SearchCounts>> &runs)
{
    Table table;
    table.add({"run", "trees", "iterations", "nodes"});
    bool any = false;
    for (const auto &[run, counts] : runs) {
        if (counts.trees == 0)
            continue;
        any = true;
        table.add(
            {std::to_string(run), grouped(counts.trees), grouped(counts.iterations), grouped(counts.nodes)});
    }
    return any ? "search trees\n" + table.text("  ") : "";
}

std::string runText(const RunRecord &run, const std::filesystem::path &session, const SearchCounts &search,
                    std::int64_t modelFailures)
{
    const Counters &counters = run.counters;
    Table table;
    table.add({"generator", fmt::format("{}, seed {}", run.generator, run.seed)});
    if (!run.criterion.empty())
        table.add({"coverage",
                   fmt::format("{}  {} -> {}", run.criterion, coverageText(run.criterion, run.coverageStart),
                               coverageText(run.criterion, run.coverageEnd))});
    table.add({"tests", grouped(counters.tests) + rateText(counters)});
    table.add({"failing", failingText(counters)});
    if (modelFailures > 0)
        table.add({"model failed", fmt::format("on {} of them: no prediction", grouped(modelFailures))});
    table.add({"kept", grouped(counters.kept)});
    if (search.trees > 0)
        table.add({"searched", searchText(search)});
    table.add({"model calls",
               fmt::format("{} (and {} for the profile, {} to verify)", grouped(counters.modelCalls),
                           grouped(counters.profileCalls), grouped(counters.verifyCalls))});
    table.add(
        {"time",
         fmt::format("{:.1f} s, {:.1f} s of it in the model", counters.seconds, counters.modelSeconds)});
    if (counters.trainingSteps > 0)
        table.add({"training",
                   fmt::format("{:.1f} s, {} model calls, both apart from the search",
                               counters.trainingSeconds, grouped(counters.trainingCalls))});
    if (!run.message.empty())
        table.add({"note", run.message});
    return fmt::format("run {} of {}: {}\n", run.id, session.string(), stateName(run.state))
        + table.text("  ");
}

std::string runTable(const std::vector<RunRecord> &runs)
{
    Table table;
    table.add({"run", "state", "generator", "seed", "criterion", "coverage", "tests", "failing", "calls",
               "seconds", "started"});
    for (const RunRecord &run : runs)
        table.add({std::to_string(run.id), stateName(run.state), run.generator, std::to_string(run.seed),
                   run.criterion.empty() ? "-" : run.criterion, coverageText(run.criterion, run.coverageEnd),
                   grouped(run.counters.tests), grouped(run.counters.failing),
                   grouped(run.counters.modelCalls), fmt::format("{:.1f}", run.counters.seconds),
                   run.startedAt});
    return table.text("  ");
}

} // namespace mutascope::cli
