// SPDX-License-Identifier: GPL-3.0-or-later
// replay: execute a run again and compare every test.
#include "app/cli/options.h"
#include "app/cli/output.h"
#include "app/cli/paths.h"
#include "app/cli/run_progress.h"
#include "app/cli/run_report.h"
#include "app/cli/session_commands.h"
#include "app/cli/shell.h"
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace mutascope::cli {

namespace {

struct Options {
    std::string file;
    std::int64_t run = 0;
    bool json = false;
    bool quiet = false;
};

void report(std::int64_t run, const ReplayResult &result, bool json)
{
    for (const std::string &difference : result.text)
        printMessage(difference);
    if (json) {
        nlohmann::json object{{"run", run},
                              {"compared", result.compared},
                              {"different", result.different},
                              {"same", result.same()}};
        addSearch(object, result.search, result.treeSha256);
        return printJson(object);
    }
    const std::string trees = result.search.trees > 0 ? " and " + searchText(result.search) : "";
    printText(result.same() ? fmt::format("run {}: {}{} compared, all the same\n", run,
                                          plural(result.compared, "test"), trees)
                            : fmt::format("run {}: {} in {}{}\n", run, plural(result.different, "difference"),
                                          plural(result.compared, "test"), trees));
}

int replay(const Options &options, Shell &shell)
{
    const auto store = sessionAt(options.file, SessionStore::Mode::ReadOnly);
    const std::int64_t run = runOrOnly(*store, options.run);
    RunProgress progress(verbosityOf(options.quiet), store->run(run).criterion);
    const ReplayResult result
        = interruptible(shell.control, [&] { return replayRun(*store, run, shell.control, progress); });
    progress.finish();
    if (shell.control.stopRequested())
        throw Interrupted(); // what was not executed again was not compared
    report(run, result, options.json);
    return result.same() ? exitDone : exitFailed;
}

} // namespace

void addReplay(CLI::App &app, Shell &shell)
{
    const auto options = std::make_shared<Options>();
    CLI::App *command = addCommand(app, "replay", "Execute a run again and compare; exit 1 on a difference");
    addText(*command, "FILE", options->file, "Session file")->required();
    addRunNumber(*command, options->run, "the only one");
    addJson(*command, options->json);
    command->add_flag("--quiet", options->quiet, "No progress on the standard error");
    command->callback(
        [options, &shell] { shell.action = [options, &shell] { return replay(*options, shell); }; });
}

} // namespace mutascope::cli
