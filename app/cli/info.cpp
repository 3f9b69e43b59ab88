// SPDX-License-Identifier: GPL-3.0-or-later
// info: what a project, model, data set or session holds.
#include "app/cli/model_text.h"
#include "app/cli/options.h"
#include "app/cli/output.h"
#include "app/cli/paths.h"
#include "app/cli/run_report.h"
#include "app/cli/shell.h"
#include "app/cli/status_line.h"
#include "core/base/error.h"
#include "core/data/data_source.h"
#include "core/model/model_failure.h"
#include "core/run/model_import_input.h"
#include "core/store/model_failures.h"
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <optional>

namespace mutascope::cli {

namespace {

namespace fs = std::filesystem;
using nlohmann::json;

struct Options {
    std::string file;
    std::string input;
    std::string output;
    bool blackBox = false;
    bool json = false;
};

struct Description {
    std::string text;
    json object;
};

double accuracyOf(Model &model, const Dataset &data, RunControl &control, FailedImages &failed)
{
    StatusLine status;
    const auto onProgress = [&](std::size_t seen, std::size_t total) {
        status.update("measuring accuracy  " + progressBar(double(seen) / double(total)));
        return !control.stopRequested();
    };
    forgetFailures(model);
    const double accuracy = cleanAccuracy(model, data, onProgress);
    failed = failuresOf(model);
    if (control.stopRequested())
        throw Interrupted();
    return accuracy;
}

Description describeProject(const Options &options, Shell &shell)
{
    const Project project = projectAt(options.file);
    const std::unique_ptr<Dataset> test = project.openData("test");
    const std::unique_ptr<Dataset> train = project.openData("train");
    const std::unique_ptr<Model> model = project.openModel();
    FailedImages failed;
    const double accuracy = accuracyOf(*model, *test, shell.control, failed);
    Table table;
    table.add({"project", project.name});
    if (!project.description.empty())
        table.add({"", project.description});
    table.add({"data", project.dataFolder().string()});
    table.add({"defaults",
               fmt::format("{}, {}, layers {}", project.defaultGenerator, project.defaultCriterion,
                           project.defaultLayers)});
    table.add({"accuracy",
               fmt::format("{} of {} test images", percent(accuracy), grouped(std::int64_t(test->size())))});
    if (failed.count() > 0)
        table.add({"warning", failed.text() + "; they count as misclassified"});
    return {table.text() + modelText(*model) + dataText(*train) + dataText(*test),
            {{"kind", "project"},
             {"name", project.name},
             {"description", project.description},
             {"folder", project.folder.string()},
             {"model", modelJson(*model)},
             {"data", {{"train", dataJson(*train)}, {"test", dataJson(*test)}}},
             {"defaults",
              {{"generator", project.defaultGenerator},
               {"criterion", project.defaultCriterion},
               {"layers", project.defaultLayers}}},
             {"clean_accuracy", accuracy},
             {"model_failures", failed.count()}}};
}

// A TorchScript file does not say which images it takes, an ONNX file may leave it open.
const char *inputNote(const Options &options, const ProbeReport &probe)
{
    if (!options.input.empty())
        return "";
    return probe.declared ? "The input size is the one that the file declares.\n"
                          : "The input size was found by trying; --input HxWxC sets another.\n";
}

Description describeModel(const Options &options)
{
    ImportRequest request;
    request.model = options.file;
    request.output = options.output;
    request.blackBox = options.blackBox;
    if (!options.input.empty())
        request.input = parseShape("--input", options.input);
    ModelSpec spec = importSpec(request);
    const ProbeReport probe = findInput(request, {}, spec);
    const std::unique_ptr<Model> model = loadProbedFile(spec.file, spec);
    Description out{modelText(*model), modelJson(*model)};
    out.object["kind"] = "model";
    out.object["input_guessed"] = options.input.empty() && !probe.declared;
    out.object["input_declared"] = probe.declared;
    out.object["black_box"] = options.blackBox;
    out.text += inputNote(options, probe);
    return out;
}

// A split that is not there; the other one may be.
struct Split {
    std::unique_ptr<Dataset> data;
    std::optional<Error> missing;
};

Split splitAt(const DataSource &source, const std::string &name)
{
    try {
        return {openDataset(source, name), {}};
    } catch (const Error &error) {
        return {nullptr, error};
    }
}

Description describeData(const Options &options)
{
    DataSource source{"", options.file};
    const PathKind kind = kindOf(options.file);
    if (kind == PathKind::Data && !fs::is_directory(options.file) && isIdxName(options.file))
        source.path = fs::absolute(options.file).parent_path();
    source.format = detectFormat(source.path);
    if (!options.input.empty())
        source.shape = parseShape("--input", options.input);
    const Split test = splitAt(source, "test"), train = splitAt(source, "train");
    if (test.missing && (train.missing || test.missing->code() != ErrorCode::NotFound))
        throw *test.missing;
    if (train.missing && train.missing->code() != ErrorCode::NotFound)
        throw *train.missing;
    Description out{"", {{"kind", "data"}, {"format", source.format}, {"folder", source.path.string()}}};
    for (const auto &[name, split] : {std::pair("train", &train), std::pair("test", &test)}) {
        out.object[name] = split->data ? dataJson(*split->data) : json();
        out.text
            += split->data ? dataText(*split->data) : fmt::format("{}: {}\n", name, split->missing->what());
    }
    return out;
}

Description describeSession(const Options &options)
{
    const auto store = sessionAt(options.file, SessionStore::Mode::ReadOnly);
    const std::vector<RunRecord> runs = store->runs();
    json list = json::array();
    std::vector<std::pair<std::int64_t, SearchCounts>> searches;
    for (const RunRecord &run : runs) {
        searches.emplace_back(run.id, store->searchCounts(run.id));
        list.push_back(runJson(run, options.file, modelFailures(*store, run.id)));
        addSearch(list.back(), searches.back().second, "");
    }
    return {fmt::format("session {}: {}\n", options.file, plural(std::int64_t(runs.size()), "run"))
                + runTable(runs) + searchTable(searches),
            {{"kind", "session"}, {"file", options.file}, {"runs", list}}};
}

Description describeFile(const Options &options, Shell &shell)
{
    switch (kindOf(options.file)) {
    case PathKind::Missing:
        throw Error(ErrorCode::NotFound, fmt::format("'{}' does not exist", options.file));
    case PathKind::Project:
        return describeProject(options, shell);
    case PathKind::Session:
        return describeSession(options);
    case PathKind::Model:
        return describeModel(options);
    case PathKind::Data:
        return describeData(options);
    case PathKind::Folder:
    case PathKind::Other:
        break;
    }
    throw Error(
        ErrorCode::BadData, fmt::format("'{}' is no project, model, data set or session", options.file),
        "Name a folder with project.json or a data set, a TorchScript (.pt) or ONNX model, or a session "
        "(.mscope)");
}

int info(const Options &options, Shell &shell)
{
    const Description description = describeFile(options, shell);
    if (options.json)
        printJson(description.object);
    else
        printText(description.text);
    return exitDone;
}

} // namespace

void addInfo(CLI::App &app, Shell &shell)
{
    const auto options = std::make_shared<Options>();
    CLI::App *command = addCommand(app, "info", "Describe a project, model, data set or session");
    addText(*command, "FILE", options->file, "Project folder, model file, data folder or session file")
        ->required();
    addText(*command, "--input", options->input, "Size of a model's images, for example 28x28x1")
        ->type_name("HxWxC");
    addText(*command, "--output", options->output, "Which output of a model that has several")
        ->type_name("PATH");
    command->add_flag("--black-box", options->blackBox, "Open an ONNX model for predictions only");
    addJson(*command, options->json);
    command->callback(
        [options, &shell] { shell.action = [options, &shell] { return info(*options, shell); }; });
}

} // namespace mutascope::cli
