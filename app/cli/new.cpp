// SPDX-License-Identifier: GPL-3.0-or-later
// new: a project from a model and its data.
#include "app/cli/new_project.h"
#include "app/cli/options.h"
#include "app/cli/output.h"
#include "app/cli/paths.h"
#include "app/cli/shell.h"
#include "core/base/error.h"
#include "core/run/exporter_files.h"
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <sstream>

namespace mutascope::cli {

namespace {

namespace fs = std::filesystem;

struct Options {
    std::string folder;
    std::string model;
    std::string data;
    std::string input;
    std::string mean;
    std::string std;
    std::string classes;
    std::string name;
    double scale = 255;
    bool json = false;
};

// One name a line; empty lines at the end do not count.
std::vector<std::string> readClassNames(const fs::path &file)
{
    const std::vector<std::uint8_t> bytes = readWholeFile(file);
    std::istringstream text(std::string(bytes.begin(), bytes.end()));
    std::vector<std::string> names;
    for (std::string line; std::getline(text, line);) {
        line.erase(line.find_last_not_of(" \t\r") + 1);
        names.push_back(line);
    }
    while (!names.empty() && names.back().empty())
        names.pop_back();
    for (const std::string &name : names)
        if (name.empty())
            throw Error(ErrorCode::BadData, fmt::format("'{}' has an empty line", file.string()),
                        "Write the name of one class a line, in the order of the labels");
    if (names.empty())
        throw Error(ErrorCode::BadData, fmt::format("'{}' names no class", file.string()));
    return names;
}

void checkModelFile(const fs::path &file)
{
    const PathKind kind = kindOf(file);
    if (kind == PathKind::Missing)
        throw Error(ErrorCode::NotFound, fmt::format("the model file '{}' does not exist", file.string()));
    if (kind != PathKind::Model && kind != PathKind::Other)
        throw Error(ErrorCode::Usage,
                    fmt::format("--model: '{}' is {}, not a model file", file.string(), describe(kind)));
}

Project projectOf(const Options &options)
{
    Project project;
    project.folder = fs::absolute(options.folder).lexically_normal();
    if (!project.folder.has_filename()) // "dir/"
        project.folder = project.folder.parent_path();
    project.name = options.name.empty() ? project.folder.filename().string() : options.name;
    project.dataPath = fs::absolute(options.data).lexically_normal();
    if (!options.classes.empty())
        project.classNames = readClassNames(options.classes);
    project.model.scale = float(options.scale);
    if (!options.mean.empty())
        project.model.mean = parseFloats("--mean", options.mean);
    if (!options.std.empty())
        project.model.std = parseFloats("--std", options.std);
    const std::unique_ptr<Dataset> test = project.openData("test");
    project.model.input = options.input.empty() ? test->spec().shape : parseShape("--input", options.input);
    projectFromJson(toJson([&] {
                        Project checked = project;
                        checked.model.file = options.model;
                        return checked;
                    }()),
                    project.folder); // the rules of the format, before anything is written
    return project;
}

double measuredAccuracy(const fs::path &folder, RunControl &control)
{
    const Project project = openProject(folder);
    const std::unique_ptr<Model> model = project.openModel();
    return cleanAccuracy(*model, *project.openData("test"),
                         [&](std::size_t, std::size_t) { return !control.stopRequested(); });
}

int makeNew(const Options &options, Shell &shell)
{
    checkNoProject(options.folder);
    checkModelFile(options.model);
    const Project project = projectOf(options);
    makeProject(project, options.model);
    const double accuracy = measuredAccuracy(project.folder, shell.control);
    if (options.json)
        printJson({{"folder", project.folder.string()}, {"clean_accuracy", accuracy}});
    else
        printText(fmt::format("{}: {} of the test images are classified correctly\n", options.folder,
                              percent(accuracy)));
    if (accuracy < 0.5)
        printMessage(
            "note: if that is less than expected, --mean, --std, --scale or the order of the classes "
            "differ from the model's training");
    return exitDone;
}

} // namespace

void addNew(CLI::App &app, Shell &shell)
{
    const auto options = std::make_shared<Options>();
    CLI::App *command = addCommand(app, "new", "Make a project from a model and its data");
    addText(*command, "DIR", options->folder, "Folder to make")->required();
    addText(*command, "--model", options->model, "TorchScript model; it is copied into the project")
        ->required()
        ->type_name("FILE");
    addText(*command, "--data", options->data, "Folder with the IDX files of the data set")
        ->required()
        ->type_name("PATH");
    addText(*command, "--input", options->input, "Size of the model's images (default: the data's)")
        ->type_name("HxWxC");
    addPositive(
        *command, "--scale", [options](double x) { options->scale = x; },
        "What pixels are divided by before mean and std (default: 255)");
    addText(*command, "--mean", options->mean, "Subtracted, one number a channel (default: 0)")
        ->type_name("A,B,C");
    addText(*command, "--std", options->std, "Divided by, one number a channel (default: 1)")
        ->type_name("A,B,C");
    addText(*command, "--classes", options->classes, "Names of the classes, one a line")->type_name("FILE");
    addText(*command, "--name", options->name, "Name of the project (default: the folder's)");
    addJson(*command, options->json);
    command->callback(
        [options, &shell] { shell.action = [options, &shell] { return makeNew(*options, shell); }; });
}

} // namespace mutascope::cli
