// SPDX-License-Identifier: GPL-3.0-or-later
// engines fuzz: generate models, run them on the engines, keep what goes wrong.
#include "app/cli/campaign_report.h"
#include "app/cli/engines_commands.h"
#include "app/cli/output.h"
#include "app/cli/param_text.h"
#include "app/cli/paths.h"
#include "app/cli/session_commands.h"
#include "core/base/error.h"
#include "core/engines/campaign/engine_campaign.h"
#include "core/engines/export/onnx_import.h"
#include "core/store/output_session.h"
#include <fmt/format.h>

namespace mutascope::cli {

namespace {

namespace fs = std::filesystem;
using engines::CampaignConfig;

struct Options {
    std::string engines;
    std::string search = "mcts";
    engines::CampaignBudget budget;
    std::uint64_t seed = 1;
    std::optional<std::int64_t> size;
    std::vector<std::string> settings;
    std::string plugins;
    std::string startModel;
    std::string out;
    bool resume = false;
    std::int64_t run = 0;
    bool json = false;
    bool quiet = false;
};

void checkOptions(const Options &options)
{
    if (options.resume)
        return;
    if (options.engines.empty())
        throw Error(ErrorCode::Usage, "engines fuzz: no engine was given",
                    "Add --engines ID,ID...; see: mutascope-cli engines list");
    if (!options.budget.any())
        throw Error(ErrorCode::Usage, "engines fuzz: no budget was given",
                    "Add --budget-models N or --budget-time SECONDS, or both");
    if (options.run != 0)
        throw Error(ErrorCode::Usage, "engines fuzz: --run needs --resume",
                    "A new campaign gets its number by itself");
}

// Before the engines are started: the quicker to fail.
CampaignConfig configOf(const Options &options)
{
    CampaignConfig config;
    config.engines = splitList(options.engines);
    config.strategy = engines::strategyNamed(options.search);
    config.settings = settingsOf(options.settings);
    if (options.size && !config.settings.emplace("size", std::to_string(*options.size)).second)
        throw Error(ErrorCode::Usage, "engines fuzz: the size is given by --size and by --set",
                    "Leave one of them out");
    config.seed = options.seed;
    config.budget = options.budget;
    if (!options.plugins.empty())
        config.extraEngines = fs::absolute(options.plugins).string();
    const int opset = int(engines::campaignSettings(config).integer("opset")); // throws on illegal settings
    if (!options.startModel.empty())
        config.start = {fs::path(options.startModel).filename().string(),
                        engines::planOf(engines::importOnnx(options.startModel, opset), opset)};
    return config;
}

// The last campaign that has not reached its budget; with a new budget, the last.
std::int64_t campaignToResume(const SessionStore &store, const Options &options)
{
    if (options.run != 0)
        return options.run;
    const std::vector<RunRecord> runs = store.runs();
    for (auto run = runs.rbegin(); run != runs.rend(); ++run)
        if (run->generator == engines::campaignGenerator
            && (options.budget.any() || run->state != RunState::Finished))
            return run->id;
    throw Error(ErrorCode::NotFound,
                fmt::format("'{}' holds no campaign that could go on", store.file().string()),
                "To go on with one that has finished give a larger budget, for example --budget-models N");
}

int resumed(const Options &options, Shell &shell)
{
    const auto store = sessionAt(options.out, SessionStore::Mode::ReadWrite);
    const std::int64_t run = campaignToResume(*store, options);
    const auto judge = engines::makeJudge(judgeConfig(engines::campaignOf(*store, run)));
    CampaignStatus status(verbosityOf(options.quiet));
    const RunRecord record = interruptible(shell.control, [&] {
        return engines::resumeCampaign(*store, run, options.budget, *judge, shell.control, status.observer());
    });
    status.finish();
    return reportCampaign(record, *store, shell.control, options.json);
}

int fuzz(const Options &options, Shell &shell)
{
    checkOptions(options);
    if (options.resume)
        return resumed(options, shell);
    const CampaignConfig config = configOf(options);
    checkSessionOutput(options.out);
    const auto judge = engines::makeJudge(judgeConfig(config));
    OutputSession session(options.out);
    CampaignStatus status(verbosityOf(options.quiet));
    const RunRecord record = interruptible(shell.control, [&] {
        return engines::runCampaign(config, *judge, session.store(), shell.control, status.observer());
    });
    status.finish();
    return reportCampaign(record, session.store(), shell.control, options.json);
}

std::string settingsHelpOf(const std::string &search)
{
    const engines::Strategy strategy = engines::strategyNamed(search);
    return fmt::format("Settings of --search {} (--set NAME=VALUE):\n", engines::nameOf(strategy))
        + paramText(engines::campaignParams(strategy), "  ")
        + "\nExamples:\n"
          "  mutascope-cli engines fuzz --engines torchscript,opencv --budget-models 2000 --out e.mscope\n"
          "  mutascope-cli engines fuzz --engines opencv --search random --budget-time 600 --seed 7 \\\n"
          "      --set special=0.3 --set guarded=0.8 --out e.mscope --json\n"
          "  mutascope-cli engines fuzz --resume --budget-models 10000 --out e.mscope\n";
}

void addCampaignOptions(CLI::App &command, const std::shared_ptr<Options> &options)
{
    addText(command, "--engines", options->engines, "Engines to test, separated by commas")
        ->type_name("ID,ID...");
    addText(command, "--search", options->search, "mcts (default), random or greedy");
    addCount(
        command, "--size", 1, [options](std::int64_t n) { options->size = n; },
        "Blocks of a model; as --set size=N (default: 10)");
    addText(command, "--start-model", options->startModel,
            "Mutate this model instead of random ones. Its structure and attributes are taken; its weights "
            "are not: the numbers are made anew from seeds. An operator the table does not have is an error "
            "that names its node")
        ->type_name("FILE.onnx");
    command.add_option("--set", options->settings, "A setting of the search; may be given more than once")
        ->type_name("NAME=VALUE")
        ->allow_extra_args(false);
    addPlugins(command, options->plugins);
    addSeed(command, options->seed,
            "Seed of the random numbers; the same seed gives the same models and findings (default: 1)");
}

void addCampaignBudget(CLI::App &command, const std::shared_ptr<Options> &options)
{
    const char *group = "Budget (the first limit reached ends the campaign)";
    addCount(
        command, "--budget-models", 1, [options](std::int64_t n) { options->budget.models = n; },
        "Models that are run on the engines")
        ->group(group);
    addPositive(
        command, "--budget-time", [options](double s) { options->budget.seconds = s; }, "Seconds")
        ->group(group)
        ->type_name("SECONDS");
}

} // namespace

void addEnginesFuzz(CLI::App &engines, Shell &shell)
{
    const auto options = std::make_shared<Options>();
    CLI::App *command
        = addCommand(engines, "fuzz", "Search for models that engines refuse, crash at or compute wrongly");
    addCampaignOptions(*command, options);
    addCampaignBudget(*command, options);
    addText(*command, "--out", options->out, "Session file: made, or the campaign is added to it")
        ->required()
        ->type_name("FILE.mscope");
    command->add_flag("--resume", options->resume,
                      "Go on with the campaign in the session that was stopped, failed or killed; engines "
                      "and settings are its own");
    addRunNumber(*command, options->run, "with --resume the last that can go on");
    addJson(*command, options->json);
    command->add_flag("--quiet", options->quiet, "No progress on the standard error");
    command->footer(std::function<std::string()>([options] { return settingsHelpOf(options->search); }));
    command->callback(
        [options, &shell] { shell.action = [options, &shell] { return fuzz(*options, shell); }; });
}

} // namespace mutascope::cli
