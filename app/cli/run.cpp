// SPDX-License-Identifier: GPL-3.0-or-later
// run: search for failing tests into a session file.
#include "app/cli/options.h"
#include "app/cli/output.h"
#include "app/cli/param_text.h"
#include "app/cli/paths.h"
#include "app/cli/run_progress.h"
#include "app/cli/run_report.h"
#include "app/cli/session_commands.h"
#include "app/cli/shell.h"
#include "core/base/error.h"
#include "core/store/model_failures.h"
#include "core/store/output_session.h"
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace mutascope::cli {

namespace {

struct Options {
    std::string project;
    std::string generator;
    std::string criterion;
    std::string layers;
    std::vector<std::string> settings;
    Budget budget;
    std::uint64_t seed = 1;
    int threads = 0;
    std::string out;
    bool json = false;
    bool quiet = false;
};

std::string criterionOf(const std::string &text)
{
    return text == "none" ? "" : parseCriterion(text).text();
}

// Checked as far as it can be without the model: the quicker to fail.
RunConfig configOf(const Options &options, const Project &project)
{
    RunConfig config;
    config.generator
        = generatorInfo(options.generator.empty() ? project.defaultGenerator : options.generator).id;
    config.criterion = criterionOf(options.criterion.empty() ? project.defaultCriterion : options.criterion);
    config.layers = options.layers.empty() ? project.defaultLayers : options.layers;
    config.settings = settingsOf(options.settings);
    config.budget = options.budget;
    config.seed = options.seed;
    config.threads = options.threads;
    effectiveParams(config); // throws on an unknown or illegal setting
    return config;
}

void checkBudget(const Budget &budget)
{
    if (!budget.any())
        throw Error(ErrorCode::Usage, "run: no budget was given",
                    "Add one or more of --budget-calls N, --budget-time SECONDS, --budget-tests N, "
                    "--budget-failures N");
}

int run(const Options &options, Shell &shell)
{
    checkBudget(options.budget);
    const Project project = projectAt(options.project);
    const RunConfig config = configOf(options, project);
    checkSessionOutput(options.out);
    OutputSession session(options.out);
    RunProgress progress(verbosityOf(options.quiet), config.criterion);
    const RunRecord record = interruptible(
        shell.control, [&] { return executeRun(project, config, session.store(), shell.control, progress); });
    progress.finish();
    return reportRun(record, session.store(), shell.control, options.json);
}

void addSearchOptions(CLI::App &command, const std::shared_ptr<Options> &options)
{
    addText(command, "--criterion", options->criterion,
            "Coverage criterion that guides the search, for example kmnc:1000; 'none' for none (default: "
            "the project's)");
    addText(command, "--layers", options->layers,
            "Layers whose neurons are traced: names, kinds, 'default' or 'all', separated by commas "
            "(default: the project's)");
    command
        .add_option("--set", options->settings,
                    "A setting of the run or the generator; may be given more than once")
        ->type_name("NAME=VALUE")
        ->allow_extra_args(false);
    addSeed(command, options->seed,
            "Seed of the random numbers; the same seed gives the same tests (default: 1)");
    addThreads(command, options->threads);
}

} // namespace

int reportRun(const RunRecord &record, const SessionStore &store, const RunControl &control, bool json)
{
    const SearchCounts search = store.searchCounts(record.id);
    const std::int64_t failures = modelFailures(store, record.id);
    if (json) {
        nlohmann::json object = runJson(record, store.file(), failures);
        if (search.trees > 0)
            addSearch(object, search, searchSha256(store.search(record.id)));
        printJson(object);
    } else {
        printText(runText(record, store.file(), search, failures));
    }
    return record.state != RunState::Finished && control.stopRequested() ? exitInterrupted : exitDone;
}

void addRun(CLI::App &app, Shell &shell)
{
    const auto options = std::make_shared<Options>();
    CLI::App *command = addCommand(app, "run", "Search for failing tests");
    addText(*command, "PROJECT", options->project, "Folder of the project")->required();
    addText(*command, "--generator", options->generator,
            "Test generator (default: the project's); see 'list generators'");
    addText(*command, "--out", options->out, "Session file: made, or the run is added to it")
        ->required()
        ->type_name("FILE.mscope");
    addSearchOptions(*command, options);
    addBudget(*command, options->budget);
    addJson(*command, options->json);
    command->add_flag("--quiet", options->quiet, "No progress on the standard error");
    command->footer(std::function<std::string()>([options] { return settingsHelp(options->generator); }));
    command->callback(
        [options, &shell] { shell.action = [options, &shell] { return run(*options, shell); }; });
}

} // namespace mutascope::cli
