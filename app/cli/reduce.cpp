// SPDX-License-Identifier: GPL-3.0-or-later
// reduce: the fewest tests of a run that cover and reveal what all of them do.
#include "app/cli/minimize_output.h"
#include "app/cli/options.h"
#include "app/cli/output.h"
#include "app/cli/paths.h"
#include "app/cli/run_progress.h"
#include "app/cli/session_commands.h"
#include "app/cli/shell.h"
#include "core/base/error.h"
#include "core/run/after/reduce_run.h"
#include <algorithm>
#include <fmt/format.h>

namespace mutascope::cli {

namespace {

struct Options {
    std::string file;
    std::int64_t run = 0;
    std::string keep = "failing";
    std::string faults = "pairs";
    std::string out;
    ReduceOptions reduce;
    bool json = false;
    bool quiet = false;
};

std::size_t chosenOf(const std::string &kind, const std::string &name, const std::vector<std::string> &names)
{
    const auto found = std::ranges::find(names, name);
    if (found == names.end())
        throwUnknownName(kind, name, names);
    return std::size_t(found - names.begin());
}

nlohmann::json jsonOf(const Reached &reached)
{
    nlohmann::json coverage = nlohmann::json::object();
    for (const auto &[criterion, value] : reached.coverage)
        coverage[criterion] = value;
    return {{"tests", reached.tests},
            {"failing", reached.failing},
            {"faults", reached.faults},
            {"coverage", coverage}};
}

nlohmann::json jsonOf(const Options &options, const ReducedRun &result, const WrittenRun &written)
{
    nlohmann::json object = jsonOf(written);
    object.update({{"before", jsonOf(result.before)},
                   {"after", jsonOf(result.after)},
                   {"same", result.before.sameWorth(result.after)},
                   {"faults", options.faults},
                   {"kept", result.kept},
                   {"not_reproduced", result.notReproduced}});
    return object;
}

std::string textOf(const Options &options, const ReducedRun &result, const WrittenRun &written)
{
    const Reached &before = result.before, &after = result.after;
    Table table;
    table.add({"", "before", "after"});
    table.add({"tests", grouped(before.tests), grouped(after.tests)});
    table.add({"failing tests", grouped(before.failing), grouped(after.failing)});
    table.add({options.faults == "pairs" ? "class pairs" : "clusters and class pairs", grouped(before.faults),
               grouped(after.faults)});
    for (std::size_t i = 0; i < before.coverage.size(); ++i) {
        const auto &[criterion, value] = before.coverage[i];
        table.add(
            {criterion, coverageText(criterion, value), coverageText(criterion, after.coverage[i].second)});
    }
    std::string text = table.text();
    if (result.notReproduced > 0)
        text += fmt::format("{} left out, they do not fail any more\n", plural(result.notReproduced, "test"));
    text += before.sameWorth(after) ? "computed anew from the tests that are kept: the same\n"
                                    : "computed anew from the tests that are kept: NOT the same\n";
    return text + textOf(written);
}

ReducedRun reduced(const Options &options, Shell &shell)
{
    const auto store = sessionAt(options.file, SessionStore::Mode::ReadOnly);
    const std::int64_t run = runOrOnly(*store, options.run);
    StatusLine status(verbosityOf(options.quiet));
    return interruptible(shell.control, [&] {
        return reduceRun(*store, run, options.reduce, shell.control,
                         [&](const std::string &phase, double done) {
                             status.update(fmt::format("{}  {}", phase, progressBar(done)));
                         });
    });
}

int reduce(Options options, Shell &shell)
{
    options.reduce.keep
        = chosenOf("--keep", options.keep, {"failing", "all"}) == 0 ? KeepTests::Failing : KeepTests::All;
    options.reduce.faults = chosenOf("--faults", options.faults, {"pairs", "clusters"}) == 0
        ? FaultKind::Pairs
        : FaultKind::Clusters;
    checkDerivedTarget(options.out);
    const ReducedRun result = reduced(options, shell);
    const WrittenRun written = writeDerivedRun(result.run, *result.model, options.out, shell.control);
    if (options.json)
        printJson(jsonOf(options, result, written));
    else
        printText(textOf(options, result, written));
    return result.before.sameWorth(result.after) ? exitDone : exitFailed;
}

} // namespace

void addReduce(CLI::App &app, Shell &shell)
{
    const auto options = std::make_shared<Options>();
    CLI::App *command
        = addCommand(app, "reduce", "Keep the fewest tests that cover and reveal what all of them do");
    addText(*command, "FILE", options->file, "Session file")->required();
    addRunNumber(*command, options->run, "the only one");
    command
        ->add_option("--criterion", options->reduce.criteria,
                     "Coverage criterion that must stay, for example kmnc:1000; may be given several times; "
                     "'none': faults alone (default: the run's)")
        ->type_name("NAME[:PARAMETERS]")
        ->allow_extra_args(false);
    addText(*command, "--layers", options->reduce.layers,
            "Layers: names, kinds, 'default' or 'all', separated by commas (default: the run's)");
    addText(*command, "--keep", options->keep,
            "Choose from the failing tests (failing, default) or from all stored ones (all)");
    addText(*command, "--faults", options->faults,
            "What must stay revealed: pairs of seed class and predicted class (pairs, default), or clusters "
            "of deep features, and the pairs of tests in none (clusters)");
    addText(*command, "--out", options->out,
            "Session file to make or to add the new run to, or a new folder for PNG files")
        ->required()
        ->type_name("FILE.mscope|DIR");
    addThreads(*command, options->reduce.threads);
    addJson(*command, options->json);
    command->add_flag("--quiet", options->quiet, "No progress on the standard error");
    command->callback(
        [options, &shell] { shell.action = [options, &shell] { return reduce(*options, shell); }; });
}

} // namespace mutascope::cli
