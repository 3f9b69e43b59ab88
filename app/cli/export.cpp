// SPDX-License-Identifier: GPL-3.0-or-later
// export: tests and seeds as PNG files with manifests.
#include "app/cli/options.h"
#include "app/cli/output.h"
#include "app/cli/paths.h"
#include "app/cli/session_commands.h"
#include "app/cli/shell.h"
#include "core/base/error.h"
#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace mutascope::cli {

namespace {

struct Options {
    std::string file;
    std::int64_t run = 0;
    std::string out;
    bool failing = false;
    bool withoutSeeds = false;
    std::string predicted;
    std::string label;
    std::string mutator;
    std::string ids;
    bool json = false;
};

// A class by its name or number.
int classOf(const std::string &option, const std::string &text, const std::vector<std::string> &names)
{
    const auto named = std::find(names.begin(), names.end(), text);
    if (named != names.end())
        return int(named - names.begin());
    const bool number = !text.empty() && std::all_of(text.begin(), text.end(), ::isdigit);
    if (!number)
        throwUnknownName("class", text, names);
    const std::int64_t index = parseCount(option, text, 0);
    if (!names.empty() && index >= std::int64_t(names.size()))
        throw Error(ErrorCode::Usage, fmt::format("{}: there is no class {}", option, index),
                    fmt::format("The classes are 0 to {}: {}", names.size() - 1, joined(names)));
    return int(std::min<std::int64_t>(index, INT32_MAX));
}

ExportOptions exportOptions(const Options &options, const std::vector<std::string> &classNames)
{
    ExportOptions out;
    out.seeds = !options.withoutSeeds;
    if (options.failing)
        out.filter.failing = true;
    if (!options.predicted.empty())
        out.filter.predicted = classOf("--predicted", options.predicted, classNames);
    if (!options.label.empty())
        out.filter.label = classOf("--label", options.label, classNames);
    if (!options.mutator.empty())
        out.filter.mutator = mutatorInfo(options.mutator).id;
    if (!options.ids.empty())
        for (const std::string &id : splitList(options.ids))
            out.ids.push_back(parseCount("--ids", id, 1));
    return out;
}

int exportTests(const Options &options, Shell &shell)
{
    const auto store = sessionAt(options.file, SessionStore::Mode::ReadOnly);
    const std::int64_t run = runOrOnly(*store, options.run);
    const Project project = projectFromSnapshot(store->run(run).project);
    const ExportResult result
        = exportRun(*store, run, options.out, exportOptions(options, project.classNames), shell.control);
    if (options.json)
        printJson({{"run", run},
                   {"folder", options.out},
                   {"written", result.written},
                   {"verified", result.verified}});
    else
        printText(fmt::format("{}: {} written, {} of them failing and verified\n", options.out,
                              plural(result.written, "test"), grouped(result.verified)));
    return shell.control.stopRequested() ? exitInterrupted : exitDone;
}

} // namespace

void addExport(CLI::App &app, Shell &shell)
{
    const auto options = std::make_shared<Options>();
    CLI::App *command = addCommand(
        app, "export", "Write tests and seeds as PNG files, with manifest.csv and manifest.jsonl");
    addText(*command, "FILE", options->file, "Session file")->required();
    addRunNumber(*command, options->run, "the only one");
    addText(*command, "--out", options->out, "New or empty folder to write into")
        ->required()
        ->type_name("DIR");
    command->add_flag("--failing", options->failing, "Only failing tests");
    addText(*command, "--predicted", options->predicted, "Only tests predicted as this class")
        ->type_name("CLASS");
    addText(*command, "--label", options->label, "Only tests of seeds of this class")->type_name("CLASS");
    addText(*command, "--mutator", options->mutator, "Only tests whose last step is this mutator")
        ->type_name("ID");
    addText(*command, "--ids", options->ids, "Only these tests, separated by commas")->type_name("N,N");
    command->add_flag("--no-seeds", options->withoutSeeds, "Do not write the seeds");
    addJson(*command, options->json);
    command->callback(
        [options, &shell] { shell.action = [options, &shell] { return exportTests(*options, shell); }; });
}

} // namespace mutascope::cli
