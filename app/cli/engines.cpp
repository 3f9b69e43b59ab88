// SPDX-License-Identifier: GPL-3.0-or-later
// engines: faults of inference engines. What its subcommands share, and 'engines list'.
#include "app/cli/engines_commands.h"
#include "app/cli/output.h"
#include "app/cli/paths.h"
#include "core/base/error.h"
#include "core/engines/campaign/engine_campaign.h"
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace mutascope::cli {

namespace {

using nlohmann::json;

struct ListOptions {
    std::string plugins;
    bool json = false;
};

json infoJson(const engines::EngineInfo &info)
{
    return {{"id", info.id},
            {"summary", info.summary},
            {"available", info.available},
            {"version", info.version},
            {"problem", info.problem}};
}

int list(const ListOptions &options)
{
    const std::vector<engines::EngineInfo> infos = engines::engineInfos(options.plugins);
    if (options.json) {
        json all = json::array();
        for (const engines::EngineInfo &info : infos)
            all.push_back(infoJson(info));
        printJson({{"engines", all}});
        return exitDone;
    }
    Table table;
    table.add({"ENGINE", "VERSION", "SUMMARY"});
    for (const engines::EngineInfo &info : infos)
        table.add({info.id, info.available ? info.version : "-",
                   info.available ? info.summary : "not available: " + info.problem});
    printText(table.text());
    return exitDone;
}

std::vector<std::int64_t> campaignsOf(const SessionStore &store)
{
    std::vector<std::int64_t> campaigns;
    for (const RunRecord &run : store.runs())
        if (run.generator == engines::campaignGenerator)
            campaigns.push_back(run.id);
    return campaigns;
}

} // namespace

void addCampaignChoice(CLI::App &command, const std::shared_ptr<CampaignChoice> &choice)
{
    addText(command, "FILE", choice->file, "Session file")->required();
    addRunNumber(command, choice->run, "the only campaign");
}

std::int64_t chosenCampaign(const SessionStore &store, std::int64_t given)
{
    if (given != 0) {
        engines::campaignOf(store, given); // throws where it is none
        return given;
    }
    const std::vector<std::int64_t> campaigns = campaignsOf(store);
    if (campaigns.empty())
        throw Error(ErrorCode::NotFound,
                    fmt::format("'{}' holds no campaign against inference engines", store.file().string()),
                    "Make one with: mutascope-cli engines fuzz --out FILE");
    if (campaigns.size() > 1) {
        std::vector<std::string> ids;
        for (const std::int64_t id : campaigns)
            ids.push_back(std::to_string(id));
        throw Error(ErrorCode::Usage,
                    fmt::format("'{}' holds {} campaigns", store.file().string(), campaigns.size()),
                    "Choose one with --run: " + joined(ids));
    }
    return campaigns.front();
}

void addPlugins(CLI::App &command, std::string &plugins)
{
    addText(command, "--plugins", plugins, "File that describes further engines (docs/engine-plugins.md)")
        ->type_name("FILE.json");
}

void addEnginesList(CLI::App &engines, Shell &shell)
{
    const auto options = std::make_shared<ListOptions>();
    CLI::App *command
        = addCommand(engines, "list", "List the engines that can be tested; starts each of them once");
    addPlugins(*command, options->plugins);
    addJson(*command, options->json);
    command->callback([options, &shell] { shell.action = [options] { return list(*options); }; });
}

void addEngines(CLI::App &app, Shell &shell)
{
    CLI::App *engines = addCommand(app, "engines",
                                   "Find faults of inference engines with models that are generated for it");
    engines->require_subcommand(1);
    for (const auto add : {addEnginesList, addEnginesFuzz, addEnginesFindings, addEnginesTriage,
                           addEnginesExport, addEnginesReduce, addEnginesReproduce})
        add(*engines, shell);
    engines->footer("Example: mutascope-cli engines fuzz --engines torchscript,opencv --budget-models 2000 "
                    "--out e.mscope");
}

} // namespace mutascope::cli
