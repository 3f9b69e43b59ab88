// SPDX-License-Identifier: GPL-3.0-or-later
// retrain: go on training a session's model with the failing tests that were found.
#include "core/run/retrain.h"
#include "app/cli/options.h"
#include "app/cli/output.h"
#include "app/cli/paths.h"
#include "app/cli/run_progress.h"
#include "app/cli/run_report.h"
#include "app/cli/session_commands.h"
#include "app/cli/shell.h"
#include "core/base/error.h"
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace mutascope::cli {

namespace {

namespace fs = std::filesystem;

struct Options {
    std::string session;
    std::vector<std::int64_t> runs;
    std::string out;
    RetrainOptions retrain;
    bool json = false;
    bool quiet = false;
};

// "found.mscope" -> "found-retrained", beside it.
fs::path folderFor(const fs::path &session)
{
    return session.parent_path() / (session.stem().string() + "-retrained");
}

void show(StatusLine &status, const RetrainProgress &progress)
{
    if (progress.phase != "training")
        return status.update(progress.phase);
    const RetrainingProgress &training = progress.training;
    const std::string epoch
        = fmt::format("epoch {} of {}  loss {:.4f}", training.epoch, training.epochs, training.loss);
    if (training.validationAccuracy >= 0)
        return status.line(
            fmt::format("{}  validation accuracy {}", epoch, percent(training.validationAccuracy)));
    status.update(fmt::format("{}  {}", epoch, progressBar(double(training.seen) / double(training.total))));
}

nlohmann::json jsonOf(const RetrainMeasure &measure)
{
    return {{"clean_accuracy", measure.cleanAccuracy},
            {"held_out_failing", measure.heldOutFailing},
            {"trained_failing", measure.trainedFailing}};
}

nlohmann::json jsonOf(const Options &options, const RetrainReport &report)
{
    return {{"session", options.session},
            {"runs", options.retrain.runs},
            {"seed", options.retrain.training.seed},
            {"valid_only", options.retrain.validOnly},
            {"project", options.retrain.out.string()},
            {"model", report.model.string()},
            {"before", jsonOf(report.before)},
            {"after", jsonOf(report.after)},
            {"held_out", {{"tests", report.heldOutTests}, {"seeds", report.heldOutSeeds}}},
            {"trained", {{"tests", report.trainedTests}, {"seeds", report.trainedSeeds}}},
            {"clean_images", report.cleanImages},
            {"validation_images", report.validationImages},
            {"training_images", report.trainingImages},
            {"epochs", report.training.epochsRun},
            {"kept_epoch", report.training.keptEpoch},
            {"validation_accuracy",
             {{"before", report.training.validationBefore}, {"after", report.training.validationAfter}}},
            {"interrupted", report.training.interrupted}};
}

std::string textOf(const Options &options, const RetrainReport &report)
{
    const auto tests = [](std::size_t count, std::size_t seeds) {
        return fmt::format("{} of {}", plural(std::int64_t(count), "test"),
                           plural(std::int64_t(seeds), "seed"));
    };
    Table table;
    table.add({"", "before", "after", "measured on"});
    table.add({"clean accuracy", percent(report.before.cleanAccuracy), percent(report.after.cleanAccuracy),
               plural(std::int64_t(report.cleanImages), "test image") + " not trained on"});
    table.add({"failing, held out", percent(report.before.heldOutFailing),
               percent(report.after.heldOutFailing), tests(report.heldOutTests, report.heldOutSeeds)});
    table.add({"failing, trained on", percent(report.before.trainedFailing),
               percent(report.after.trainedFailing), tests(report.trainedTests, report.trainedSeeds)});
    return table.text()
        + fmt::format("{}: epoch {} of {} kept\n", options.retrain.out.string(), report.training.keptEpoch,
                      report.training.epochsRun);
}

std::vector<std::int64_t> chosenRuns(const SessionStore &store, const std::vector<std::int64_t> &given)
{
    if (given.empty())
        return {runOrOnly(store, 0)};
    std::vector<std::int64_t> runs;
    for (const std::int64_t run : given)
        runs.push_back(store.run(run).id); // throws where there is none
    return runs;
}

int retrainSession(Options options, Shell &shell)
{
    const auto store = sessionAt(options.session, SessionStore::Mode::ReadOnly);
    options.retrain.runs = chosenRuns(*store, options.runs);
    options.retrain.out = options.out.empty() ? folderFor(options.session) : fs::path(options.out);
    StatusLine status(verbosityOf(options.quiet));
    const RetrainReport report = retrain(*store, options.retrain, shell.control,
                                         [&](const RetrainProgress &progress) { show(status, progress); });
    status.clear();
    if (report.model.empty())
        throw Interrupted(); // before the first epoch's end: there is no model
    if (options.json)
        printJson(jsonOf(options, report));
    else
        printText(textOf(options, report));
    return report.training.interrupted ? exitInterrupted : exitDone;
}

void addRuns(CLI::App &command, const std::shared_ptr<Options> &options)
{
    const auto set = [options](const std::string &text) {
        for (const std::string &run : splitList(text))
            options->runs.push_back(parseCount("--run", run, 1));
    };
    command
        .add_option_function<std::string>("--run", set,
                                          "Numbers of the runs, as 'info FILE' lists them, separated by "
                                          "commas (default: the only one)")
        ->type_name("N,N");
}

// A number from 0 to 1; which ends are allowed is checked where it is used.
void addShare(CLI::App &command, const std::string &name, double &value, const std::string &description)
{
    const auto set = [name, &value](const std::string &text) {
        value = parseNumber(name, text);
        if (value < 0 || value > 1)
            throw Error(ErrorCode::Usage, fmt::format("{} must lie between 0 and 1, got {}", name, text));
    };
    command.add_option_function<std::string>(name, set, fmt::format("{} (default: {})", description, value))
        ->type_name("X");
}

void addTraining(CLI::App &command, const std::shared_ptr<Options> &options)
{
    RetrainingOptions &training = options->retrain.training;
    const auto count = [&](const std::string &name, std::int64_t least, auto &value, const char *text) {
        addCount(
            command, name, least,
            [&value](std::int64_t n) {
                value = std::decay_t<decltype(value)>(std::min<std::int64_t>(n, INT32_MAX));
            },
            fmt::format("{} (default: {})", text, value));
    };
    count("--epochs", 1, training.epochs, "Epochs at most");
    count("--batch-size", 1, training.batchSize, "Images a step");
    count("--clean-images", 0, training.cleanImages,
          "Training images mixed into an epoch, drawn anew for each, 0: all");
    count("--patience", 0, training.patience,
          "Epochs in a row that lose more than the tolerance before stopping, 0: never");
    addPositive(
        command, "--lr,--learning-rate", [&training](double rate) { training.learningRate = rate; },
        fmt::format("Learning rate of Adam, falling to 0 (default: {})", training.learningRate));
    addShare(command, "--test-share", training.testShare, "Share of failing tests in an epoch");
    addShare(command, "--tolerance", training.tolerance,
             "Validation accuracy an epoch may lose and still be kept");
    addShare(command, "--held-out", options->retrain.heldOut,
             "Share of the seeds whose tests are only measured");
    addShare(command, "--validation", options->retrain.validation,
             "Share of the test images that decides when to stop");
}

} // namespace

void addRetrain(CLI::App &app, Shell &shell)
{
    const auto options = std::make_shared<Options>();
    CLI::App *command = addCommand(
        app, "retrain",
        "Train a session's model with its failing tests, and compare; Ctrl+C keeps what was learned");
    addText(*command, "SESSION", options->session, "Session file")->required();
    addRuns(*command, options);
    addText(*command, "--out", options->out,
            "Folder of the new project (default: SESSION-retrained, beside the session)")
        ->type_name("DIR");
    addTraining(*command, options);
    addSeed(*command, options->retrain.training.seed, "Seed of the random numbers (default: 1)");
    addThreads(*command, options->retrain.threads);
    addJson(*command, options->json);
    command->add_flag("--valid-only", options->retrain.validOnly,
                      "Only tests that people labelled valid and of the seed's class");
    command->add_flag("--quiet", options->quiet, "No progress on the standard error");
    command->callback(
        [options, &shell] { shell.action = [options, &shell] { return retrainSession(*options, shell); }; });
}

} // namespace mutascope::cli
