// SPDX-License-Identifier: GPL-3.0-or-later
// minimize: the smallest change of each seed that the model still takes for the same wrong class.
#include "app/cli/minimize_output.h"
#include "app/cli/options.h"
#include "app/cli/output.h"
#include "app/cli/paths.h"
#include "app/cli/session_commands.h"
#include "app/cli/shell.h"
#include "core/base/error.h"
#include "core/run/after/minimize_run.h"
#include <algorithm>
#include <fmt/format.h>

namespace mutascope::cli {

namespace {

struct Options {
    std::string file;
    std::int64_t run = 0;
    std::string norm = "l2";
    std::string out;
    MinimizeRunOptions minimize;
    bool json = false;
    bool quiet = false;
};

const char *outcomeName(MinimizeOutcome outcome)
{
    switch (outcome) {
    case MinimizeOutcome::Minimal:
        return "minimal";
    case MinimizeOutcome::Unfinished:
        return "unfinished";
    case MinimizeOutcome::NotReproduced:
        return "not reproduced";
    case MinimizeOutcome::NotVerified:
        break;
    }
    return "not verified";
}

nlohmann::json normsJson(const PixelDistance &distance)
{
    return {{"l0", distance.l0}, {"l1", distance.l1}, {"l2", distance.l2}, {"linf", distance.linf}};
}

nlohmann::json jsonOf(const Options &options, const MinimizeReport &report, const WrittenRun &written)
{
    nlohmann::json object = jsonOf(written);
    nlohmann::json tests = nlohmann::json::array();
    for (const MinimizedTest &test : report.tests)
        tests.push_back({{"test", test.test},
                         {"id", test.id == 0 ? nlohmann::json() : nlohmann::json(test.id)},
                         {"outcome", outcomeName(test.outcome)},
                         {"before", normsJson(test.before)},
                         {"after", normsJson(test.after)}});
    object.update({{"norm", options.norm},
                   {"tests", tests},
                   {"model_calls", report.modelCalls},
                   {"seconds", report.seconds},
                   {"stopped", report.stopped}});
    return object;
}

// Means and medians over the tests that were minimised.
std::string tableOf(const MinimizeReport &report)
{
    Table table;
    table.add({"", "mean before", "after", "median before", "after"});
    const std::vector<NormSummary> rows = normSummaries(report);
    for (const NormSummary &row : rows)
        table.add({row.name, fmt::format("{:.1f}", row.before.mean), fmt::format("{:.1f}", row.after.mean),
                   fmt::format("{:.1f}", row.before.median), fmt::format("{:.1f}", row.after.median)});
    return rows.empty() ? "" : table.text();
}

std::string textOf(const MinimizeReport &report, const WrittenRun &written)
{
    std::string text = tableOf(report);
    const auto add = [&](MinimizeOutcome outcome, const char *meaning) {
        if (const std::int64_t count = report.count(outcome))
            text += fmt::format("{}: {}\n", plural(count, "test"), meaning);
    };
    add(MinimizeOutcome::Minimal, "nothing more can be taken back alone");
    add(MinimizeOutcome::Unfinished, "stopped before the end");
    add(MinimizeOutcome::NotVerified, "left as they are, the smaller change did not hold when judged again");
    add(MinimizeOutcome::NotReproduced, "left out, the model does not take them for that class any more");
    return text + fmt::format("{} model calls, {:.1f} s\n", grouped(report.modelCalls), report.seconds)
        + textOf(written);
}

void show(StatusLine &status, const MinimizeRunProgress &progress)
{
    status.update(fmt::format("minimising  {} of {}  {} of the norm left  {} model calls",
                              grouped(std::int64_t(progress.done)),
                              plural(std::int64_t(progress.total), "test"), percent(progress.group.left),
                              grouped(progress.group.calls)));
}

MinimizedRun minimised(const Options &options, Shell &shell)
{
    const auto store = sessionAt(options.file, SessionStore::Mode::ReadOnly);
    const std::int64_t run = runOrOnly(*store, options.run);
    StatusLine status(verbosityOf(options.quiet));
    return minimizeRun(*store, run, options.minimize, shell.control,
                       [&](const MinimizeRunProgress &progress) { show(status, progress); });
}

int minimize(Options options, Shell &shell)
{
    options.minimize.search.norm = normFromName(options.norm);
    checkDerivedTarget(options.out);
    const MinimizedRun result = minimised(options, shell);
    if (result.run.tests.empty() && result.report.stopped)
        throw Interrupted();
    const WrittenRun written = writeDerivedRun(result.run, *result.model, options.out, shell.control);
    if (options.json)
        printJson(jsonOf(options, result.report, written));
    else
        printText(textOf(result.report, written));
    if (result.report.stopped)
        return exitInterrupted;
    return written.stored.verified == written.stored.failing ? exitDone : exitFailed;
}

} // namespace

void addMinimize(CLI::App &app, Shell &shell)
{
    const auto options = std::make_shared<Options>();
    CLI::App *command = addCommand(
        app, "minimize", "Make the changes of failing tests as small as the same wrong class allows");
    addText(*command, "FILE", options->file, "Session file")->required();
    addRunNumber(*command, options->run, "the only one");
    command
        ->add_option_function<std::vector<std::string>>(
            "--test",
            [options](const std::vector<std::string> &ids) {
                for (const std::string &text : ids)
                    for (const std::string &id : splitList(text))
                        options->minimize.tests.push_back(parseCount("--test", id, 1));
            },
            "Number of a failing test; may be given several times (default: all failing tests)")
        ->type_name("ID")
        ->allow_extra_args(false);
    addText(*command, "--norm", options->norm, "What is made small: l2 (default), linf or l0");
    addCount(
        *command, "--limit", 1, [options](std::int64_t n) { options->minimize.limit = n; },
        "Only the first N of the tests");
    addCount(
        *command, "--block", 1,
        [options](std::int64_t n) {
            options->minimize.search.smallestBlock = int(std::min<std::int64_t>(n, INT32_MAX));
        },
        "Side in pixels of the smallest block that is taken back at once (default: 1, of images wider than "
        "64 pixels a 64th)");
    addText(*command, "--out", options->out,
            "Session file to make or to add the new run to, or a new folder for PNG files")
        ->required()
        ->type_name("FILE.mscope|DIR");
    addThreads(*command, options->minimize.threads);
    addJson(*command, options->json);
    command->add_flag("--quiet", options->quiet, "No progress on the standard error");
    command->callback(
        [options, &shell] { shell.action = [options, &shell] { return minimize(*options, shell); }; });
}

} // namespace mutascope::cli
