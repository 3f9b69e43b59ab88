// SPDX-License-Identifier: GPL-3.0-or-later
// deduplicate: tests that repeat earlier ones, by their pixels or nearly so.
#include "app/cli/minimize_output.h"
#include "app/cli/options.h"
#include "app/cli/output.h"
#include "app/cli/paths.h"
#include "app/cli/session_commands.h"
#include "app/cli/shell.h"
#include "core/base/error.h"
#include "core/run/after/deduplicate_run.h"
#include <algorithm>
#include <fmt/format.h>

namespace mutascope::cli {

namespace {

struct Options {
    std::string file;
    std::int64_t run = 0;
    std::string out;
    DeduplicateOptions deduplicate;
    bool json = false;
    bool quiet = false;
};

std::int64_t equalOnes(const DeduplicatedRun &result)
{
    return std::ranges::count(result.duplicates, true, &DuplicateTest::equal);
}

nlohmann::json jsonOf(const DeduplicatedRun &result, const std::optional<WrittenRun> &written)
{
    nlohmann::json object = written ? jsonOf(*written) : nlohmann::json::object();
    nlohmann::json duplicates = nlohmann::json::array();
    for (const DuplicateTest &one : result.duplicates)
        duplicates.push_back({{"test", one.test}, {"original", one.original}, {"equal", one.equal}});
    object.update({{"tests", result.tests},
                   {"kept", result.kept},
                   {"equal", equalOnes(result)},
                   {"near", std::int64_t(result.duplicates.size()) - equalOnes(result)},
                   {"duplicates", duplicates},
                   {"layer", result.layer}});
    return object;
}

std::string textOf(const DeduplicatedRun &result, const DeduplicateOptions &options,
                   const std::optional<WrittenRun> &written)
{
    const std::int64_t equal = equalOnes(result);
    Table table;
    table.add({"tests", grouped(result.tests)});
    table.add({"equal to an earlier one", grouped(equal)});
    if (options.farthest > 0)
        table.add({fmt::format("within {:g} of an earlier one", options.farthest),
                   grouped(std::int64_t(result.duplicates.size()) - equal)});
    table.add({"left", grouped(std::int64_t(result.kept.size()))});
    return table.text() + (written ? textOf(*written) : "");
}

DeduplicatedRun deduplicated(const Options &options, Shell &shell)
{
    const auto store = sessionAt(options.file, SessionStore::Mode::ReadOnly);
    const std::int64_t run = runOrOnly(*store, options.run);
    StatusLine status(verbosityOf(options.quiet));
    return deduplicateRun(*store, run, options.deduplicate, shell.control, [&](double done) {
        status.update(fmt::format("looking at tests  {}", progressBar(done)));
    });
}

int deduplicate(const Options &options, Shell &shell)
{
    if (!options.out.empty())
        checkDerivedTarget(options.out);
    const DeduplicatedRun result = deduplicated(options, shell);
    if (result.stopped)
        throw Interrupted();
    std::optional<WrittenRun> written;
    if (!options.out.empty())
        written = writeDerivedRun(result.run, *result.model, options.out, shell.control);
    if (options.json)
        printJson(jsonOf(result, written));
    else
        printText(textOf(result, options.deduplicate, written));
    return exitDone;
}

void setDistance(const std::shared_ptr<Options> &options, const std::string &text)
{
    const double distance = parseNumber("--distance", text);
    if (!(distance >= 0 && distance <= 2))
        throw Error(ErrorCode::Usage, fmt::format("--distance must lie between 0 and 2, got {}", text),
                    "0 finds equal images alone");
    options->deduplicate.farthest = distance;
}

} // namespace

void addDeduplicate(CLI::App &app, Shell &shell)
{
    const auto options = std::make_shared<Options>();
    CLI::App *command = addCommand(app, "deduplicate", "Find tests that repeat earlier ones");
    addText(*command, "FILE", options->file, "Session file")->required();
    addRunNumber(*command, options->run, "the only one");
    command
        ->add_option_function<std::string>(
            "--distance", [options](const std::string &text) { setDistance(options, text); },
            fmt::format("Tests of the same two classes whose deep features, of unit length, are at most so "
                        "far apart are near duplicates, 0: equal images alone (default: {:g})",
                        options->deduplicate.farthest))
        ->type_name("X");
    addText(*command, "--features", options->deduplicate.features,
            "Layer of the model that features are taken from, or 'outputs' (default: penultimate)");
    command->add_flag("--all", options->deduplicate.all, "All stored tests, not only failing ones");
    addText(*command, "--out", options->out,
            "Where the others go: a session file to make or to add a run to, or a new folder for PNG files")
        ->type_name("FILE.mscope|DIR");
    addThreads(*command, options->deduplicate.threads);
    addJson(*command, options->json);
    command->add_flag("--quiet", options->quiet, "No progress on the standard error");
    command->callback(
        [options, &shell] { shell.action = [options, &shell] { return deduplicate(*options, shell); }; });
}

} // namespace mutascope::cli
