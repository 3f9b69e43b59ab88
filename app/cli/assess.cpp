// SPDX-License-Identifier: GPL-3.0-or-later
// assess: several generators on one project, at equal budgets, compared.
#include "app/cli/assess_text.h"
#include "app/cli/options.h"
#include "app/cli/output.h"
#include "app/cli/session_commands.h"
#include "app/cli/shell.h"
#include "core/run/campaign/assessment_files.h"
#include "core/run/campaign/assessment_presets.h"
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace mutascope::cli {

namespace {

namespace fs = std::filesystem;

struct Options {
    AssessmentRequest request;
    std::string project;
    std::string generators = "all";
    std::string metrics = "all";
    std::string out;
    int jobs = 0;
    bool noValidator = false;
    bool json = false;
    bool quiet = false;
};

std::vector<std::string> listOf(const std::string &text)
{
    return text == "all" ? std::vector<std::string>() : splitList(text);
}

AssessmentRequest requestOf(const Options &options)
{
    AssessmentRequest request = options.request;
    request.project = options.project;
    request.generators = listOf(options.generators);
    request.metrics = listOf(options.metrics);
    request.validator = !options.noValidator;
    return request;
}

fs::path ownProgram()
{
    return fs::read_symlink("/proc/self/exe");
}

int report(const Assessment &assessment, const Options &options, const RunControl &control)
{
    if (options.json)
        printJson(assessmentJson(assessment, options.out));
    else
        printText(assessmentText(assessment, options.out));
    if (control.stopRequested() && !assessment.complete())
        return exitInterrupted;
    return assessment.failed() > 0 ? exitFailed : exitDone;
}

void checkAfter(const AfterSteps &after)
{
    if (!after.retrain && (after.epochs > 0 || after.cleanImages > 0))
        throw Error(ErrorCode::Usage,
                    "assess: --retrain-epochs and --retrain-images mean nothing without "
                    "--retrain",
                    "Add --retrain");
}

int assess(const Options &options, Shell &shell)
{
    checkAfter(options.request.after);
    const AssessmentPlan plan = planAssessment(requestOf(options));
    StatusLine status(verbosityOf(options.quiet));
    for (const LeftOutGenerator &one : plan.leftOut)
        status.line(fmt::format("{} is left out: {}", one.id, one.why));
    const AssessmentOptions how{ownProgram(), options.out, options.jobs, {}};
    const AssessmentObserver observer{
        [&](const AssessmentProgress &progress) { status.update(progressText(progress)); },
        [&](const Assessment &assessment) { writeTables(assessment, how.out); }};
    const Assessment assessment
        = interruptible(shell.control, [&] { return runAssessment(plan, how, shell.control, observer); });
    status.update("writing the report");
    writeReports(assessment, how.out);
    status.clear();
    return report(assessment, options, shell.control);
}

std::string presetHelp()
{
    std::string text = "Presets (what you give goes before them):\n";
    for (const AssessmentPreset &preset : assessmentPresets())
        text += fmt::format("  {:<22} {}\n", preset.id, preset.summary);
    return text
        + "A second call with the same options goes on with what is in DIR: finished runs are kept, "
          "interrupted ones resumed, failed ones tried once more.";
}

void addWhat(CLI::App &command, const std::shared_ptr<Options> &options)
{
    AssessmentRequest &request = options->request;
    addText(command, "--generators", options->generators,
            "Generators to compare, separated by commas (default: all)");
    addText(command, "--preset", request.preset, "Budgets and settings of a model's scale, see below");
    addText(command, "--criterion", request.criterion,
            "Coverage criterion that guides the searches; 'none' for none (default: the project's)");
    addText(command, "--layers", request.layers, "Layers whose neurons are traced (default: the project's)");
    command
        .add_option("--set", request.settings,
                    "A setting of one generator, or of all that have it; may be given more than once")
        ->type_name("[GENERATOR.]NAME=VALUE")
        ->allow_extra_args(false);
    addCount(
        command, "--repeats", 1,
        [options](std::int64_t n) { options->request.repeats = int(std::min<std::int64_t>(n, 1000)); },
        "Runs of each generator, each with another seed (5)");
    addSeed(command, request.seed, "Seed of the first repeat; the others follow (default: 1)");
    addBudget(command, request.budget);
}

void addMeasuring(CLI::App &command, const std::shared_ptr<Options> &options)
{
    AssessmentRequest &request = options->request;
    addText(command, "--metrics", options->metrics, "Metrics to measure, separated by commas (default: all)");
    addText(command, "--features", request.features,
            "TorchScript file of the network that deep features come from (default: the model itself)");
    addText(command, "--lpips", request.lpips,
            "TorchScript file of an LPIPS network; without, LPIPS is missing");
    command.add_flag("--no-validator", options->noValidator,
                     "Train no network that judges whether tests are valid; what needs it is missing");
}

void addAfter(CLI::App &command, const std::shared_ptr<Options> &options)
{
    AfterSteps &after = options->request.after;
    command.add_flag("--retrain", after.retrain,
                     "Afterwards retrain the model with each generator's failing tests, and measure every "
                     "generator's tests before and after");
    addCount(
        command, "--retrain-epochs", 1,
        [&after](std::int64_t n) { after.epochs = int(std::min<std::int64_t>(n, INT32_MAX)); },
        "Epochs of a retraining (default: 10)");
    addCount(
        command, "--retrain-images", 1, [&after](std::int64_t n) { after.cleanImages = std::size_t(n); },
        "Training images mixed into an epoch of it (default: all)");
    command
        .add_option_function<std::vector<std::string>>(
            "--transfer",
            [&after](const std::vector<std::string> &models) {
                after.transfer.assign(models.begin(), models.end());
            },
            "Afterwards put the failing tests to this project or model file; may be given several times")
        ->type_name("PATH")
        ->allow_extra_args(false);
}

} // namespace

void addAssess(CLI::App &app, Shell &shell)
{
    const auto options = std::make_shared<Options>();
    CLI::App *command = addCommand(app, "assess", "Compare test generators on a project at equal budgets");
    addText(*command, "PROJECT", options->project, "Folder of the project")->required();
    addText(*command, "--out", options->out, "Folder of the assessment: made, or gone on with")
        ->required()
        ->type_name("DIR");
    addWhat(*command, options);
    addMeasuring(*command, options);
    addAfter(*command, options);
    addCount(
        *command, "--jobs", 1,
        [options](std::int64_t n) { options->jobs = int(std::min<std::int64_t>(n, 1024)); },
        "Runs at once, a process each (default: one a processor)");
    addJson(*command, options->json);
    command->add_flag("--quiet", options->quiet, "No progress on the standard error");
    command->footer(presetHelp());
    command->callback(
        [options, &shell] { shell.action = [options, &shell] { return assess(*options, shell); }; });
}

} // namespace mutascope::cli
