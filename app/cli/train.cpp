// SPDX-License-Identifier: GPL-3.0-or-later
// train: a built-in architecture on a data set, into a TorchScript file.
#include "app/cli/new_project.h"
#include "app/cli/options.h"
#include "app/cli/output.h"
#include "app/cli/paths.h"
#include "app/cli/session_commands.h"
#include "app/cli/shell.h"
#include "app/cli/train_options.h"
#include "core/base/error.h"
#include "core/data/data_source.h"
#include "core/model/training.h"
#include "core/run/exporter_files.h"
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace mutascope::cli {

namespace {

namespace fs = std::filesystem;

struct Options {
    DataSource data;
    std::string out;
    std::string project;
    std::string architecture = TrainOptions().architecture;
    TrainTexts parameters;
    std::uint64_t seed = TrainOptions().seed;
    std::string checkpoint;
    bool resume = false;
    int threads = 0;
    bool json = false;
    bool quiet = false;
};

fs::path outputFile(const Options &options)
{
    if (!options.out.empty())
        return options.out;
    if (options.project.empty())
        throw Error(ErrorCode::Usage, "train: no output was given",
                    "Add --out FILE.pt, or --project DIR to make a project of the model");
    return fs::path(options.project) / (options.architecture + ".pt");
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

// Written after each epoch, and it must not be the model.
void checkCheckpoint(const Options &options, const fs::path &out)
{
    if (options.checkpoint.empty() && options.resume)
        throw Error(ErrorCode::Usage, "train: --resume needs the checkpoint to resume from",
                    "Add --checkpoint FILE, as the training to go on with had it");
    if (options.checkpoint.empty())
        return;
    if (fs::weakly_canonical(options.checkpoint) == fs::weakly_canonical(out))
        throw Error(ErrorCode::Usage, "train: the checkpoint and the model would be one file",
                    "Give --checkpoint a name of its own");
    checkOutputFile(options.checkpoint, PathKind::Model);
}

TrainOptions trainOptionsOf(const Options &options)
{
    TrainOptions result = trainOptionsFrom(options.architecture, options.parameters);
    result.seed = options.seed;
    result.checkpoint = options.checkpoint;
    result.resume = options.resume;
    return result;
}

void show(StatusLine &status, const TrainProgress &progress)
{
    const std::string epoch
        = fmt::format("epoch {} of {}  loss {:.4f}", progress.epoch, progress.epochs, progress.loss);
    if (progress.validationAccuracy >= 0)
        return status.line(fmt::format("{}  validation accuracy {}  {}", epoch,
                                       percent(progress.validationAccuracy), durationText(progress.seconds)));
    const double share = progress.total > 0 ? double(progress.seen) / double(progress.total) : -1;
    status.update(fmt::format("{}  {}", epoch, progressBar(share)));
}

const char *endText(TrainEnd end)
{
    switch (end) {
    case TrainEnd::Epochs:
        return "epochs";
    case TrainEnd::Patience:
        return "patience";
    case TrainEnd::Time:
        return "time";
    case TrainEnd::Interrupted:
        break;
    }
    return "interrupted";
}

void makeTrainedProject(const Options &options, const Dataset &data, const fs::path &model)
{
    Project project;
    project.folder = fs::absolute(options.project).lexically_normal();
    if (!project.folder.has_filename()) // "dir/"
        project.folder = project.folder.parent_path();
    project.name = project.folder.filename().string();
    project.dataFormat = data.spec().format;
    project.dataPath = fs::absolute(options.data.path).lexically_normal();
    project.model.input = data.spec().shape;
    makeProject(project, model);
}

nlohmann::json jsonOf(const TrainOptions &options, const TrainResult &result, const fs::path &file)
{
    return {{"file", file.string()},
            {"model", options.architecture},
            {"seed", options.seed},
            {"parameters", paramsOf(options).toJson()},
            {"epochs", result.epochsRun},
            {"best_epoch", result.bestEpoch},
            {"validation_accuracy", result.validationAccuracy},
            {"test_accuracy", result.testAccuracy},
            {"interrupted", result.interrupted},
            {"ended_by", endText(result.end)}};
}

std::string textOf(const TrainOptions &options, const TrainResult &result, const fs::path &file)
{
    const std::string end = result.end == TrainEnd::Time ? " (the time was up)" : "";
    return fmt::format("{}: {}, best after {} of {}{}, test accuracy {}\n", file.string(),
                       options.architecture, result.bestEpoch, plural(result.epochsRun, "epoch"), end,
                       percent(result.testAccuracy));
}

TrainResult trainFile(const Options &options, const TrainOptions &training, const Dataset &trainData,
                      const Dataset &testData, const fs::path &file, const Shell &shell)
{
    if (options.threads > 0)
        setModelThreads(options.threads);
    StatusLine status(verbosityOf(options.quiet));
    return trainModel(training, trainData, testData, file, [&](const TrainProgress &progress) {
        show(status, progress);
        return !shell.control.stopRequested();
    });
}

int train(const Options &options, Shell &shell)
{
    const TrainOptions training = trainOptionsOf(options);
    const fs::path file = outputFile(options);
    const ProjectFolder folder(options.project);
    checkOutputFile(file, PathKind::Model);
    checkCheckpoint(options, file);
    const std::unique_ptr<Dataset> trainData = openDataset(options.data, "train");
    const std::unique_ptr<Dataset> testData = openDataset(options.data, "test");
    const TrainResult result = trainFile(options, training, *trainData, *testData, file, shell);
    if (!options.project.empty())
        makeTrainedProject(options, *testData, file);
    if (options.json)
        printJson(jsonOf(training, result, file));
    else
        printText(textOf(training, result, file));
    return result.interrupted ? exitInterrupted : exitDone;
}

void addData(CLI::App &command, const std::shared_ptr<Options> &options)
{
    const auto set = [options](const std::string &text) {
        if (text.empty())
            throw Error(ErrorCode::Usage, "--data is empty", "Give the data set's file or folder");
        options->data.path = text;
    };
    command.add_option_function<std::string>("--data", set, "The data set's file or folder")
        ->required()
        ->type_name("PATH");
    addText(command, "--format", options->data.format, "Format of the data (default: found out)")
        ->type_name("ID");
    command
        .add_option_function<std::string>(
            "--input",
            [options](const std::string &text) { options->data.shape = parseShape("--input", text); },
            "Shape to which formats of any image size bring theirs (default: as the data is)")
        ->type_name("HxWxC");
}

void addCheckpoint(CLI::App &command, const std::shared_ptr<Options> &options)
{
    addText(command, "--checkpoint", options->checkpoint, "File to write after each epoch, for --resume")
        ->type_name("FILE");
    command.add_flag("--resume", options->resume,
                     "Go on where the checkpoint ends; all else must be as it was");
}

} // namespace

void addTrain(CLI::App &app, Shell &shell)
{
    const auto options = std::make_shared<Options>();
    CLI::App *command
        = addCommand(app, "train", "Train a built-in model; Ctrl+C keeps the best epoch so far");
    addData(*command, options);
    addText(*command, "--model", options->architecture, "Architecture (default: lenet5); see 'list models'")
        ->type_name("ID");
    addText(*command, "--out", options->out, "TorchScript file to write")->type_name("FILE.pt");
    addText(*command, "--project", options->project, "Make a project of the model in this folder")
        ->type_name("DIR");
    addTrainingParameters(*command, options->parameters);
    addSeed(*command, options->seed, "Seed of the random numbers (default: 1)");
    addCheckpoint(*command, options);
    addThreads(*command, options->threads);
    addJson(*command, options->json);
    command->add_flag("--quiet", options->quiet, "No progress on the standard error");
    command->callback(
        [options, &shell] { shell.action = [options, &shell] { return train(*options, shell); }; });
}

} // namespace mutascope::cli
