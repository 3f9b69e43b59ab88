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
#include "core/base/hash.h"
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
    bool json = false;
};

struct Description {
    std::string text;
    json object;
};

double accuracyOf(Model &model, const Dataset &data, RunControl &control)
{
    StatusLine status;
    const double accuracy = cleanAccuracy(model, data, [&](std::size_t seen, std::size_t total) {
        status.update("measuring accuracy  " + progressBar(double(seen) / double(total)));
        return !control.stopRequested();
    });
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
    const double accuracy = accuracyOf(*model, *test, shell.control);
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
             {"clean_accuracy", accuracy}}};
}

struct LoadedModel {
    std::unique_ptr<Model> model;
    bool guessed = false;
};

std::unique_ptr<Model> loadAs(const fs::path &file, const ImageShape &shape)
{
    ModelSpec spec;
    spec.file = file;
    spec.name = file.stem().string();
    spec.sha256 = sha256OfFile(file);
    spec.input = shape;
    return loadTorchScript(file, spec);
}

// A TorchScript file does not say which images it takes; the usual sizes are tried, common ones first.
LoadedModel loadModel(const Options &options)
{
    if (!options.input.empty())
        return {loadAs(options.file, parseShape("--input", options.input)), false};
    constexpr ImageShape usual[]
        = {{28, 28, 1}, {32, 32, 3}, {32, 32, 1}, {28, 28, 3}, {64, 64, 3}, {96, 96, 3}, {224, 224, 3}};
    std::optional<Error> first;
    for (const ImageShape &shape : usual) {
        try {
            return {loadAs(options.file, shape), true};
        } catch (const Error &error) {
            if (error.code() != ErrorCode::BadModel)
                throw;
            if (!first)
                first = error;
        }
    }
    if (std::string(first->what()).find("does not take images") == std::string::npos)
        throw *first; // no size would help
    throw Error(ErrorCode::BadModel, first->what(),
                "If its images have an unusual size, give it: --input HxWxC");
}

Description describeModel(const Options &options)
{
    const LoadedModel loaded = loadModel(options);
    Description out{modelText(*loaded.model), modelJson(*loaded.model)};
    out.object["kind"] = "model";
    out.object["input_guessed"] = loaded.guessed;
    if (loaded.guessed)
        out.text += "The input size was found by trying; --input HxWxC sets another.\n";
    return out;
}

Description describeData(const Options &options)
{
    fs::path folder = options.file;
    if (!fs::is_directory(folder))
        folder = fs::absolute(folder).parent_path();
    const std::unique_ptr<Dataset> train = openIdx(folder, "train");
    const std::unique_ptr<Dataset> test = openIdx(folder, "test");
    return {dataText(*train) + dataText(*test),
            {{"kind", "data"},
             {"folder", folder.string()},
             {"train", dataJson(*train)},
             {"test", dataJson(*test)}}};
}

Description describeSession(const Options &options)
{
    const auto store = sessionAt(options.file, SessionStore::Mode::ReadOnly);
    const std::vector<RunRecord> runs = store->runs();
    json list = json::array();
    for (const RunRecord &run : runs)
        list.push_back(runJson(run, options.file));
    return {fmt::format("session {}: {}\n", options.file, plural(std::int64_t(runs.size()), "run"))
                + runTable(runs),
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
    throw Error(ErrorCode::BadData,
                fmt::format("'{}' is no project, model, data set or session", options.file),
                "Name a folder with project.json or IDX files, a TorchScript model (.pt) or a session "
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
    addJson(*command, options->json);
    command->callback(
        [options, &shell] { shell.action = [options, &shell] { return info(*options, shell); }; });
}

} // namespace mutascope::cli
