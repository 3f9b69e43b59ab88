// SPDX-License-Identifier: GPL-3.0-or-later
// engines reduce, engines reproduce: the smallest model that shows a finding, and whether it still does.
#include "app/cli/engines_commands.h"
#include "app/cli/output.h"
#include "app/cli/paths.h"
#include "core/base/error.h"
#include "core/base/output_file.h"
#include "core/engines/campaign/engine_campaign.h"
#include "core/engines/reduce/reduce.h"
#include "core/engines/reduce/reproducer.h"
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace mutascope::cli {

namespace {

namespace fs = std::filesystem;

struct ReduceOptions {
    std::shared_ptr<CampaignChoice> choice = std::make_shared<CampaignChoice>();
    int finding = 0;
    std::string out;
    engines::ReduceConfig how;
    bool json = false;
};

struct ReproduceOptions {
    std::string path;
    std::int64_t run = 0;
    int finding = 0; // 0: none given
    std::string plugins;
    bool json = false;
};

void checkEmptyFolder(const fs::path &folder)
{
    if (!isFreeFolder(folder))
        throw Error(ErrorCode::Usage,
                    fmt::format("--out: '{}' is there and not an empty folder", folder.string()),
                    "Name a new folder");
}

int reduce(const ReduceOptions &options)
{
    checkEmptyFolder(options.out);
    const auto store = sessionAt(options.choice->file, SessionStore::Mode::ReadOnly);
    const std::int64_t run = chosenCampaign(*store, options.choice->run);
    const engines::Finding finding = engines::storedFinding(*store, run, options.finding);
    const engines::JudgeConfig config = reductionConfig(judgeOf(*store, run, finding), finding.failure);
    const engines::OperatorGraph graph = realise(finding.plan).graph;
    const auto judge = makeJudge(config);
    const engines::Reduction reduced = reduceGraph(*judge, graph, finding.failure, options.how);
    writeReproducer(options.out, reduced.graph, reduced.failure, config);
    if (options.json)
        printJson({{"finding", finding.number},
                   {"engine", finding.failure.engine},
                   {"operators", {{"before", graph.operators()}, {"after", reduced.graph.operators()}}},
                   {"tests", reduced.tests},
                   {"seconds", reduced.seconds},
                   {"complete", reduced.complete},
                   {"folder", options.out}});
    else
        printText(fmt::format("finding {} at {}: {} of {} left, {} in {:.1f} s{}; written to {}\n",
                              finding.number, finding.failure.engine, reduced.graph.operators(),
                              plural(graph.operators(), "operator"), plural(reduced.tests, "test"),
                              reduced.seconds, reduced.complete ? "" : ", not complete", options.out));
    return exitDone;
}

engines::Reproduction reproduceStored(const ReproduceOptions &options)
{
    const auto store = sessionAt(options.path, SessionStore::Mode::ReadOnly);
    return engines::reproduceStored(*store, chosenCampaign(*store, options.run), options.finding,
                                    options.plugins);
}

std::string describe(const engines::EngineFailure &failure)
{
    return fmt::format("{}, {}: {}", nameOf(failure.stage), nameOf(failure.symptom), failure.message);
}

std::string reproductionText(const engines::Reproduction &result)
{
    std::string text
        = fmt::format("{} {} (found with {}): {}\n", result.wanted.engine, result.version, result.versionThen,
                      result.shown ? "it still fails" : "it does not fail so");
    text += "  then: " + describe(result.wanted) + "\n";
    for (const engines::EngineFailure &failure : result.found)
        text += "  now: " + describe(failure) + "\n";
    return text;
}

int reproduce(const ReproduceOptions &options)
{
    const bool folder = kindOf(options.path) != PathKind::Session;
    if (!folder && options.finding == 0)
        throw Error(ErrorCode::Usage, fmt::format("'{}' is a session; which finding is meant?", options.path),
                    "Add --finding N; see: mutascope-cli engines findings FILE");
    if (folder && options.finding != 0)
        throw Error(ErrorCode::Usage, fmt::format("--finding: '{}' is no session", options.path),
                    "A folder that 'engines reduce' wrote has one finding: leave --finding out");
    const engines::Reproduction result
        = folder ? engines::reproduce(options.path, options.plugins) : reproduceStored(options);
    if (options.json)
        printJson({{"shown", result.shown},
                   {"engine", result.wanted.engine},
                   {"version", result.version},
                   {"version_then", result.versionThen},
                   {"signature", result.wanted.signature()}});
    else
        printText(reproductionText(result));
    return result.shown ? exitDone : exitFailed;
}

void addFinding(CLI::App &command, int &finding, bool required)
{
    addCount(
        command, "--finding", 1,
        [&finding](std::int64_t n) { finding = int(std::min<std::int64_t>(n, INT32_MAX)); },
        "Number of the finding")
        ->required(required);
}

} // namespace

void addEnginesReduce(CLI::App &engines, Shell &shell)
{
    const auto options = std::make_shared<ReduceOptions>();
    CLI::App *command = addCommand(
        engines, "reduce",
        "Look for the smallest model that shows a finding, and write a folder that reproduces it");
    addCampaignChoice(*command, options->choice);
    addFinding(*command, options->finding, true);
    addText(*command, "--out", options->out, "Folder to make")->required()->type_name("DIR");
    addPositive(
        *command, "--time", [options](double s) { options->how.seconds = s; },
        fmt::format("Seconds it may take (default: {})", options->how.seconds))
        ->type_name("SECONDS");
    addJson(*command, options->json);
    command->footer("Example: mutascope-cli engines reduce e.mscope --finding 1 --out finding-1");
    command->callback([options, &shell] { shell.action = [options] { return reduce(*options); }; });
}

void addEnginesReproduce(CLI::App &engines, Shell &shell)
{
    const auto options = std::make_shared<ReproduceOptions>();
    CLI::App *command = addCommand(engines, "reproduce",
                                   "Run a finding again; exit code 0 where it still fails, 1 where not");
    addText(*command, "DIR|FILE", options->path,
            "Folder that 'engines reduce' wrote, or a session file with --finding")
        ->required();
    addFinding(*command, options->finding, false);
    addRunNumber(*command, options->run, "the only campaign");
    addPlugins(*command, options->plugins);
    addJson(*command, options->json);
    command->footer("Examples:\n  mutascope-cli engines reproduce finding-1\n"
                    "  mutascope-cli engines reproduce e.mscope --finding 1");
    command->callback([options, &shell] { shell.action = [options] { return reproduce(*options); }; });
}

} // namespace mutascope::cli
