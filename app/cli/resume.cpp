// SPDX-License-Identifier: GPL-3.0-or-later
// resume: go on with a run that was stopped, interrupted or killed.
#include "app/cli/options.h"
#include "app/cli/output.h"
#include "app/cli/paths.h"
#include "app/cli/run_progress.h"
#include "app/cli/run_report.h"
#include "app/cli/session_commands.h"
#include "app/cli/shell.h"
#include "core/base/error.h"
#include <fmt/format.h>

namespace mutascope::cli {

namespace {

struct Options {
    std::string file;
    std::int64_t run = 0;
    Budget budget;
    bool json = false;
    bool quiet = false;
};

// The last run that has not reached its budget; with a new budget, the last run.
RunRecord chosenRun(const SessionStore &store, const Options &options)
{
    if (options.run != 0)
        return store.run(options.run);
    const std::vector<RunRecord> runs = store.runs();
    for (auto run = runs.rbegin(); run != runs.rend(); ++run)
        if (options.budget.any() || run->state != RunState::Finished)
            return *run;
    throw Error(ErrorCode::NotFound,
                runs.empty() ? fmt::format("'{}' holds no run", options.file)
                             : fmt::format("every run of '{}' has finished", options.file),
                runs.empty() ? "Add one with: mutascope-cli run PROJECT --out FILE"
                             : "To go on with one give a larger budget, for example --budget-calls N");
}

int resume(const Options &options, Shell &shell)
{
    const auto store = sessionAt(options.file, SessionStore::Mode::ReadWrite);
    const RunRecord chosen = chosenRun(*store, options);
    if (chosen.state == RunState::Finished && !options.budget.any())
        throw Error(ErrorCode::Usage, fmt::format("run {} has finished", chosen.id),
                    "To go on with it give a larger budget, for example --budget-calls N");
    RunProgress progress(verbosityOf(options.quiet), chosen.criterion);
    const RunRecord record = interruptible(
        shell.control, [&] { return resumeRun(*store, chosen.id, options.budget, shell.control, progress); });
    progress.finish();
    return reportRun(record, *store, shell.control, options.json);
}

} // namespace

void addResume(CLI::App &app, Shell &shell)
{
    const auto options = std::make_shared<Options>();
    CLI::App *command = addCommand(app, "resume", "Go on with a run that was stopped or interrupted");
    addText(*command, "FILE", options->file, "Session file")->required();
    addRunNumber(*command, options->run, "the last one that has not finished");
    addBudget(*command, options->budget);
    addJson(*command, options->json);
    command->add_flag("--quiet", options->quiet, "No progress on the standard error");
    command->footer("A new budget counts from the start of the run and replaces the old one.");
    command->callback(
        [options, &shell] { shell.action = [options, &shell] { return resume(*options, shell); }; });
}

} // namespace mutascope::cli
