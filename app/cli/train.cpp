// SPDX-License-Identifier: GPL-3.0-or-later
// train: a built-in architecture on a data set, into a TorchScript file.
#include "app/cli/new_project.h"
#include "app/cli/options.h"
#include "app/cli/output.h"
#include "app/cli/paths.h"
#include "app/cli/session_commands.h"
#include "app/cli/shell.h"
#include "core/base/error.h"
#include "core/model/training.h"
#include "core/run/exporter_files.h"
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace mutascope::cli {

namespace {

namespace fs = std::filesystem;

struct Options {
    std::string data;
    std::string out;
    std::string project;
    TrainOptions train;
    int threads = 0;
    bool json = false;
    bool quiet = false;
};

void checkArchitecture(const std::string &id)
{
    std::vector<std::string> ids;
    for (const ArchitectureInfo &info : architectures())
        ids.push_back(info.id);
    if (std::find(ids.begin(), ids.end(), id) == ids.end())
        throwUnknownName("model", id, ids);
}

fs::path outputFile(const Options &options)
{
    if (!options.out.empty())
        return options.out;
    if (options.project.empty())
        throw Error(ErrorCode::Usage, "train: no output was given",
                    "Add --out FILE.pt, or --project DIR to make a project of the model");
    return fs::path(options.project) / (options.train.architecture + ".pt");
}

// The folder of a project to come, made before the training, since the model goes into it. An empty one that
// a failed training leaves is taken away again.
class ProjectFolder {
public:
    explicit ProjectFolder(const fs::path &folder) : m_folder(folder)
    {
        if (folder.empty())
            return;
        checkNoProject(folder);
        m_made = kindOf(folder) == PathKind::Missing;
        makeFolder(folder);
    }
    ~ProjectFolder()
    {
        std::error_code ignored;
        if (m_made)
            fs::remove(m_folder, ignored); // only where it is empty
    }
    ProjectFolder(const ProjectFolder &) = delete;
    ProjectFolder &operator=(const ProjectFolder &) = delete;

private:
    fs::path m_folder;
    bool m_made = false;
};

void show(StatusLine &status, const TrainProgress &progress)
{
    const std::string epoch
        = fmt::format("epoch {} of {}  loss {:.4f}", progress.epoch, progress.epochs, progress.loss);
    if (progress.validationAccuracy >= 0)
        return status.line(
            fmt::format("{}  validation accuracy {}", epoch, percent(progress.validationAccuracy)));
    const double share = progress.total > 0 ? double(progress.seen) / double(progress.total) : -1;
    status.update(fmt::format("{}  {}", epoch, progressBar(share)));
}

void makeTrainedProject(const Options &options, const Dataset &data, const fs::path &model)
{
    Project project;
    project.folder = fs::absolute(options.project).lexically_normal();
    if (!project.folder.has_filename()) // "dir/"
        project.folder = project.folder.parent_path();
    project.name = project.folder.filename().string();
    project.dataPath = fs::absolute(options.data).lexically_normal();
    project.model.input = data.spec().shape;
    makeProject(project, model);
}

nlohmann::json jsonOf(const Options &options, const TrainResult &result, const fs::path &file)
{
    return {{"file", file.string()},
            {"model", options.train.architecture},
            {"seed", options.train.seed},
            {"epochs", result.epochsRun},
            {"best_epoch", result.bestEpoch},
            {"validation_accuracy", result.validationAccuracy},
            {"test_accuracy", result.testAccuracy},
            {"interrupted", result.interrupted}};
}

std::string textOf(const Options &options, const TrainResult &result, const fs::path &file)
{
    return fmt::format("{}: {}, best after {} of {}, test accuracy {}\n", file.string(),
                       options.train.architecture, result.bestEpoch, plural(result.epochsRun, "epoch"),
                       percent(result.testAccuracy));
}

int train(const Options &options, Shell &shell)
{
    checkArchitecture(options.train.architecture);
    const fs::path file = outputFile(options);
    const ProjectFolder folder(options.project);
    checkOutputFile(file, PathKind::Model);
    const std::unique_ptr<Dataset> trainData = openIdx(options.data, "train");
    const std::unique_ptr<Dataset> testData = openIdx(options.data, "test");
    if (options.threads > 0)
        setModelThreads(options.threads);
    StatusLine status(verbosityOf(options.quiet));
    const TrainResult result
        = trainModel(options.train, *trainData, *testData, file, [&](const TrainProgress &progress) {
              show(status, progress);
              return !shell.control.stopRequested();
          });
    status.clear();
    if (!options.project.empty())
        makeTrainedProject(options, *testData, file);
    if (options.json)
        printJson(jsonOf(options, result, file));
    else
        printText(textOf(options, result, file));
    return result.interrupted ? exitInterrupted : exitDone;
}

void addTrainingOptions(CLI::App &command, const std::shared_ptr<Options> &options)
{
    const auto number
        = [&](const char *name, std::int64_t minimum, int TrainOptions::*member, const char *description) {
              addCount(
                  command, name, minimum,
                  [options, member](std::int64_t n) {
                      options->train.*member = int(std::min<std::int64_t>(n, INT32_MAX));
                  },
                  fmt::format("{} (default: {})", description, options->train.*member));
          };
    number("--epochs", 1, &TrainOptions::epochs, "Passes over the training images");
    number("--batch-size", 1, &TrainOptions::batchSize, "Images a step");
    number("--patience", 0, &TrainOptions::patience,
           "Epochs without better validation accuracy before stopping, 0: never");
    addPositive(
        command, "--lr", [options](double x) { options->train.learningRate = x; },
        fmt::format("Learning rate of Adam (default: {})", options->train.learningRate));
    addSeed(command, options->train.seed, "Seed of the random numbers (default: 1)");
}

} // namespace

void addTrain(CLI::App &app, Shell &shell)
{
    const auto options = std::make_shared<Options>();
    CLI::App *command
        = addCommand(app, "train", "Train a built-in model; Ctrl+C keeps the best epoch so far");
    addText(*command, "--data", options->data, "Folder with the IDX files of the data set")
        ->required()
        ->type_name("PATH");
    addText(*command, "--model", options->train.architecture,
            "Architecture (default: lenet5); see 'list models'")
        ->type_name("ID");
    addText(*command, "--out", options->out, "TorchScript file to write")->type_name("FILE.pt");
    addText(*command, "--project", options->project, "Make a project of the model in this folder")
        ->type_name("DIR");
    addTrainingOptions(*command, options);
    addThreads(*command, options->threads);
    addJson(*command, options->json);
    command->add_flag("--quiet", options->quiet, "No progress on the standard error");
    command->callback(
        [options, &shell] { shell.action = [options, &shell] { return train(*options, shell); }; });
}

} // namespace mutascope::cli
