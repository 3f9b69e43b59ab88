// SPDX-License-Identifier: GPL-3.0-or-later
// export: tests and seeds as PNG files with manifests; trained networks as TorchScript files.
#include "app/cli/options.h"
#include "app/cli/output.h"
#include "app/cli/paths.h"
#include "app/cli/session_commands.h"
#include "app/cli/shell.h"
#include "core/base/error.h"
#include "core/mutate/mutator.h"
#include "core/run/artefact_export.h"
#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <set>

namespace mutascope::cli {

namespace {

struct Options {
    std::string file;
    std::int64_t run = 0;
    std::string out;
    std::string networks;
    bool failing = false;
    bool withoutSeeds = false;
    std::string predicted;
    std::string label;
    std::string mutator;
    std::string human;
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
                    fmt::format("The classes are 0 to {}", names.size() - 1));
    return int(std::min<std::int64_t>(index, INT32_MAX));
}

// What a run's tests were made with has a name of its own where it is no mutator that is chosen, such as the
// networks of a generator that learns: the run knows them all.
std::string mutationOf(const SessionStore &store, std::int64_t run, const std::string &name)
{
    std::set<std::string> known;
    for (const MutatorInfo &info : mutators())
        known.insert(info.id);
    for (const auto &[used, yield] : store.yields(run))
        known.insert(used);
    if (!known.contains(name))
        throwUnknownName("mutator", name, std::vector<std::string>(known.begin(), known.end()));
    return name;
}

HumanVerdict humanVerdict(const std::string &name)
{
    if (const auto verdict = humanVerdictFromName(name))
        return *verdict;
    throwUnknownName(
        "verdict of people", name,
        std::vector<std::string>{"unlabelled", "valid", "valid-same", "valid-other", "invalid", "undecided"});
}

ExportOptions exportOptions(const Options &options, const SessionStore &store, std::int64_t run)
{
    const std::vector<std::string> classNames = projectFromSnapshot(store.run(run).project).classNames;
    ExportOptions out;
    out.seeds = !options.withoutSeeds;
    if (options.failing)
        out.filter.failing = true;
    if (!options.predicted.empty())
        out.filter.predicted = classOf("--predicted", options.predicted, classNames);
    if (!options.label.empty())
        out.filter.label = classOf("--label", options.label, classNames);
    if (!options.mutator.empty())
        out.filter.mutator = mutationOf(store, run, options.mutator);
    if (!options.human.empty())
        out.filter.human = humanVerdict(options.human);
    if (!options.ids.empty())
        for (const std::string &id : splitList(options.ids))
            out.ids.push_back(parseCount("--ids", id, 1));
    return out;
}

// Adds to the report what was written.
std::string exportTests(const Options &options, const SessionStore &store, std::int64_t run,
                        RunControl &control, nlohmann::json &report)
{
    const ExportResult result
        = exportRun(store, run, options.out, exportOptions(options, store, run), control);
    report["folder"] = options.out;
    report["written"] = result.written;
    report["verified"] = result.verified;
    return fmt::format("{}: {} written, {} of them failing and verified\n", options.out,
                       plural(result.written, "test"), grouped(result.verified));
}

std::string exportNetworks(const Options &options, const SessionStore &store, std::int64_t run,
                           nlohmann::json &report)
{
    std::string text;
    report["networks"] = nlohmann::json::array();
    for (const Artefact &artefact : store.artefacts(run)) {
        if (!isNetwork(artefact.kind))
            continue;
        for (const auto &file : exportArtefact(store, run, artefact.key, options.networks)) {
            report["networks"].push_back(file.string());
            text += file.string() + '\n';
        }
    }
    if (text.empty())
        throw Error(ErrorCode::Usage, fmt::format("run {} has no trained networks", run),
                    "Runs of advgan, sinvad and cagfuzz have some, once they are trained");
    return text;
}

int exportAll(const Options &options, Shell &shell)
{
    if (options.out.empty() && options.networks.empty())
        throw Error(ErrorCode::Usage, "export: no folder to write into was given",
                    "Add --out DIR for the tests, or --networks DIR for the trained networks");
    const auto store = sessionAt(options.file, SessionStore::Mode::ReadOnly);
    const std::int64_t run = runOrOnly(*store, options.run);
    nlohmann::json report{{"run", run}};
    std::string text;
    if (!options.networks.empty())
        text += exportNetworks(options, *store, run, report);
    if (!options.out.empty())
        text += exportTests(options, *store, run, shell.control, report);
    if (options.json)
        printJson(report);
    else
        printText(text);
    return shell.control.stopRequested() ? exitInterrupted : exitDone;
}

} // namespace

void addExport(CLI::App &app, Shell &shell)
{
    const auto options = std::make_shared<Options>();
    CLI::App *command = addCommand(
        app, "export",
        "Write tests and seeds as PNG files with manifest.csv and manifest.jsonl, or trained networks");
    addText(*command, "FILE", options->file, "Session file")->required();
    addRunNumber(*command, options->run, "the only one");
    addText(*command, "--out", options->out, "New or empty folder to write tests into")->type_name("DIR");
    addText(*command, "--networks", options->networks,
            "Folder to write the run's trained networks into, as TorchScript files")
        ->type_name("DIR");
    command->add_flag("--failing", options->failing, "Only failing tests");
    addText(*command, "--predicted", options->predicted, "Only tests predicted as this class")
        ->type_name("CLASS");
    addText(*command, "--label", options->label, "Only tests of seeds of this class")->type_name("CLASS");
    addText(*command, "--mutator", options->mutator, "Only tests whose last step is this mutator or network")
        ->type_name("ID");
    addText(*command, "--human", options->human,
            "Only tests that people call unlabelled, valid, valid-same, valid-other, invalid or undecided")
        ->type_name("VERDICT");
    addText(*command, "--ids", options->ids, "Only these tests, separated by commas")->type_name("N,N");
    command->add_flag("--no-seeds", options->withoutSeeds, "Do not write the seeds");
    addJson(*command, options->json);
    command->callback(
        [options, &shell] { shell.action = [options, &shell] { return exportAll(*options, shell); }; });
}

} // namespace mutascope::cli
