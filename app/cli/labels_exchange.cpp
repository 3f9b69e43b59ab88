// SPDX-License-Identifier: GPL-3.0-or-later
// labels export, import, merge and hand-out.
#include "app/cli/labels_commands.h"
#include "app/cli/output.h"
#include "app/cli/paths.h"
#include "core/base/error.h"
#include "core/base/output_file.h"
#include "core/labels/hand_out.h"
#include "core/labels/label_files.h"
#include <fmt/format.h>
#include <fstream>
#include <nlohmann/json.hpp>

namespace mutascope::cli {

namespace {

constexpr std::uintmax_t largestImport = 2'000'000'000; // images may be inside

struct Options {
    std::string file;
    std::vector<std::string> others;
    std::string format; // "": by the file's name
    std::string out;
    std::string images;
    std::string labeller;
    std::shared_ptr<ProtocolChoice> choice = std::make_shared<ProtocolChoice>();
    bool json = false;
};
using OptionsPtr = std::shared_ptr<Options>;

nlohmann::json toJson(const LabelProblems &problems)
{
    nlohmann::json list = nlohmann::json::array();
    for (const LabelProblem &problem : problems.list())
        list.push_back({{"what", problem.what}, {"count", problem.count}, {"first", problem.examples}});
    return list;
}

// One message each, however many there are.
void report(const std::string &source, const LabelProblems &conflicts, const LabelProblems &refused)
{
    if (conflicts.count() > 0)
        printMessage(source + ": conflicts, nothing was overwritten: " + conflicts.text());
    if (refused.count() > 0)
        printMessage(source + ": not taken over, the rest is: " + refused.text());
}

// Label Studio and COCO files have the same ending, and only the former can be read.
LabelFormat formatFor(const Options &options, const std::string &file)
{
    if (!options.format.empty())
        return labelFormatFromName(options.format);
    const std::string ending = std::filesystem::path(file).extension().string();
    if (ending == ".jsonl" || ending == ".ndjson")
        return LabelFormat::JsonLines;
    return ending == ".json" ? LabelFormat::LabelStudio : LabelFormat::Csv;
}

int exportTo(const Options &options)
{
    const LabelFormat format = formatFor(options, options.out);
    const LabelStore store = labelsAt(options.file, LabelStore::Mode::ReadOnly);
    const LabelProtocol protocol = chosenProtocol(store, *options.choice);
    checkOutputFile(options.out);
    OutputFile out(options.out);
    const std::int64_t labels = exportLabels(store, protocol.uuid, protocol.version, format,
                                             [&](const std::string &text) { out.write(text); });
    out.close();
    std::int64_t images = 0;
    if (!options.images.empty())
        images = exportItemImages(store, protocol.uuid, protocol.version, options.images);
    const bool studio = format == LabelFormat::LabelStudio;
    if (studio)
        replaceFile(options.out + ".config.xml", labelStudioConfig(protocol));
    if (options.json)
        printJson({{"file", options.out}, {"labels", labels}, {"images", images}});
    else
        printText(fmt::format("{}: {}{}\n", options.out, plural(labels, "label"),
                              studio ? "; its labelling configuration is beside it" : ""));
    return exitDone;
}

std::string readInput(const std::string &file)
{
    std::error_code error;
    const std::uintmax_t size = std::filesystem::file_size(file, error);
    if (error)
        throw Error(ErrorCode::NotFound, "cannot read '" + file + "': " + error.message(),
                    "Check the name of the file");
    if (size > largestImport)
        throw Error(ErrorCode::Unsupported,
                    fmt::format("'{}' has {} bytes, at most {} are read", file, size, largestImport));
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

int importFrom(const Options &options)
{
    const std::string &input = options.others.front();
    const LabelFormat format = formatFor(options, input);
    LabelStore store = labelsAt(options.file, LabelStore::Mode::ReadWrite);
    const LabelProtocol protocol = chosenProtocol(store, *options.choice);
    const ImportResult result = importLabels(store, protocol.uuid, protocol.version, format, readInput(input),
                                             input, options.labeller);
    report(input, result.conflicts, result.refused);
    if (options.json)
        printJson({{"labels", result.labels},
                   {"known", result.known},
                   {"conflicts", toJson(result.conflicts)},
                   {"refused", toJson(result.refused)}});
    else
        printText(fmt::format("{}: {} taken over, {} known\n", input, plural(result.labels, "label"),
                              grouped(result.known)));
    const bool nothing = result.labels + result.known == 0;
    return nothing && result.refused.count() > 0 ? exitFailed : exitDone;
}

nlohmann::json toJson(const std::string &file, const MergeResult &result)
{
    return {{"file", file},
            {"protocols", result.protocols},
            {"labellers", result.labellers},
            {"events", result.events},
            {"known", result.known},
            {"conflicts", toJson(result.conflicts)},
            {"refused", toJson(result.refused)}};
}

// What came of one file; a file that cannot be merged is said and keeps no other from being merged.
struct Merged {
    nlohmann::json json;
    std::string text;
    int code = exitDone;
};

Merged mergeOne(LabelStore &store, const std::string &other)
{
    try {
        sessionAt(other, SessionStore::Mode::ReadOnly);
        const MergeResult result = mergeLabels(store, other);
        report(other, result.conflicts, result.refused);
        return {toJson(other, result),
                fmt::format("{}: {} taken over, {} known\n", other, plural(result.events, "event"),
                            grouped(result.known))};
    } catch (const Error &error) {
        printMessage("error: " + other + " is not merged: " + error.message());
        return {{{"file", other}, {"error", error.message()}},
                {},
                error.code() == ErrorCode::Usage ? exitUsage : exitFailed};
    }
}

int merge(const Options &options)
{
    LabelStore store = labelsAt(options.file, LabelStore::Mode::ReadWrite);
    nlohmann::json all = nlohmann::json::array();
    std::string text;
    int code = exitDone;
    for (const std::string &other : options.others) {
        Merged merged = mergeOne(store, other);
        all.push_back(std::move(merged.json));
        text += merged.text;
        code = code == exitDone ? merged.code : code; // the first fault's
    }
    if (options.json)
        printJson(all);
    else
        printText(text);
    return code;
}

int handOutTo(const Options &options)
{
    LabelStore store = labelsAt(options.file, LabelStore::Mode::ReadWrite);
    const LabelProtocol protocol = chosenProtocol(store, *options.choice);
    const HandOutResult result
        = handOut(store, protocol.uuid, protocol.version, options.labeller, options.out);
    if (options.json)
        printJson({{"file", options.out},
                   {"items", result.items},
                   {"labeller", result.labeller.name},
                   {"labeller_uuid", result.labeller.uuid}});
    else
        printText(
            fmt::format("{}: {} for {}\n", options.out, plural(result.items, "item"), result.labeller.name));
    return exitDone;
}

OptionsPtr addExchange(CLI::App &labels, Shell &shell, const char *name, const char *description,
                       int (*work)(const Options &), CLI::App *&command)
{
    const auto options = std::make_shared<Options>();
    command = addCommand(labels, name, description);
    addText(*command, "FILE", options->file, "Session file")->required();
    command->callback([options, work, &shell] { shell.action = [options, work] { return work(*options); }; });
    return options;
}

} // namespace

void addLabelsExport(CLI::App &labels, Shell &shell)
{
    CLI::App *command = nullptr;
    const OptionsPtr options = addExchange(labels, shell, "export",
                                           "Write a protocol's labels for other programs", exportTo, command);
    addText(*command, "--out", options->out, "File to write")->required()->type_name("FILE");
    addText(*command, "--format", options->format,
            "csv, jsonl, label-studio or coco (default: by the file's ending; .json is label-studio)")
        ->type_name("FORMAT");
    addText(*command, "--images", options->images, "Folder to write the items' images into")
        ->type_name("DIR");
    addProtocolChoice(*command, options->choice);
    addJson(*command, options->json);
}

void addLabelsImport(CLI::App &labels, Shell &shell)
{
    CLI::App *command = nullptr;
    const OptionsPtr options
        = addExchange(labels, shell, "import",
                      "Take over labels from a file; what is wrong in it is left out", importFrom, command);
    command->add_option("INPUT", options->others, "File with labels")->required()->expected(1);
    addText(*command, "--format", options->format,
            "csv, jsonl or label-studio (default: by the file's ending; .json is label-studio)")
        ->type_name("FORMAT");
    addText(*command, "--labeller", options->labeller, "Who gave the labels that name nobody")
        ->type_name("NAME");
    addProtocolChoice(*command, options->choice);
    addJson(*command, options->json);
}

void addLabelsMerge(CLI::App &labels, Shell &shell)
{
    CLI::App *command = nullptr;
    const OptionsPtr options = addExchange(
        labels, shell, "merge", "Add the labels of copies and hand-outs; twice does no harm", merge, command);
    command->add_option("OTHER", options->others, "Copies of the session, or hand-outs")->required();
    addJson(*command, options->json);
}

void addLabelsHandOut(CLI::App &labels, Shell &shell)
{
    CLI::App *command = nullptr;
    const OptionsPtr options
        = addExchange(labels, shell, "hand-out",
                      "Write a session with what one labeller may see, and no more", handOutTo, command);
    addText(*command, "--labeller", options->labeller, "For whom it is")->required()->type_name("NAME");
    addText(*command, "--out", options->out, "File to write")->required()->type_name("FILE");
    addProtocolChoice(*command, options->choice);
    addJson(*command, options->json);
}

} // namespace mutascope::cli
