// SPDX-License-Identifier: GPL-3.0-or-later
// engines findings, engines triage: what a campaign found, and what people think of it.
#include "app/cli/campaign_report.h"
#include "app/cli/engines_commands.h"
#include "app/cli/output.h"
#include "app/cli/paths.h"
#include "core/base/error.h"
#include <fmt/format.h>
#include <map>
#include <nlohmann/json.hpp>

namespace mutascope::cli {

namespace {

using nlohmann::json;

struct Options {
    std::shared_ptr<CampaignChoice> choice = std::make_shared<CampaignChoice>();
    std::string state; // "": all
    bool json = false;
};

struct TriageOptions {
    std::shared_ptr<CampaignChoice> choice = std::make_shared<CampaignChoice>();
    int finding = 0;
    std::string state;
    std::string note;
};

EngineTriage stateNamed(const std::string &name)
{
    if (const auto state = engineTriageNamed(name))
        return *state;
    std::vector<std::string> names;
    for (int i = 0; i < engineTriages; ++i)
        names.emplace_back(nameOf(EngineTriage(i)));
    throwUnknownName("state", name, names);
}

std::string firstLine(const std::string &text)
{
    constexpr std::size_t longest = 100;
    const std::string line = text.substr(0, text.find('\n'));
    return line.size() > longest ? line.substr(0, longest) + "..." : line;
}

std::string findingsText(const std::vector<EngineFindingRecord> &findings, const SessionStore &store,
                         std::int64_t run)
{
    const std::map<int, int> operators = store.engineExampleOperators(run);
    Table table;
    table.add({"NO", "ENGINE", "STAGE", "SYMPTOM", "OPERATORS", "MODELS", "SMALLEST", "STATE", "MESSAGE"});
    for (const EngineFindingRecord &finding : findings)
        table.add({std::to_string(finding.number), finding.engine, finding.stage, finding.symptom,
                   finding.operators.empty() ? "-" : finding.operators, grouped(finding.count),
                   plural(operators.at(finding.number), "operator"), nameOf(finding.triage),
                   firstLine(finding.message)});
    return findings.empty() ? "No findings\n" : table.text();
}

int findings(const Options &options)
{
    const auto store = sessionAt(options.choice->file, SessionStore::Mode::ReadOnly);
    const std::int64_t run = chosenCampaign(*store, options.choice->run);
    std::vector<EngineFindingRecord> all = store->engineFindings(run);
    if (!options.state.empty())
        std::erase_if(all, [state = stateNamed(options.state)](const EngineFindingRecord &finding) {
            return finding.triage != state;
        });
    if (!options.json) {
        printText(findingsText(all, *store, run));
        return exitDone;
    }
    json list = json::array();
    for (const EngineFindingRecord &finding : all)
        list.push_back(findingJson(finding, store->engineModel(run, finding.exampleModel)));
    printJson({{"run", run}, {"findings", list}});
    return exitDone;
}

int triage(const TriageOptions &options)
{
    const EngineTriage state = stateNamed(options.state);
    const auto store = sessionAt(options.choice->file, SessionStore::Mode::ReadWrite);
    const std::int64_t run = chosenCampaign(*store, options.choice->run);
    store->triageEngineFinding(run, options.finding, state, options.note);
    return exitDone;
}

} // namespace

void addEnginesFindings(CLI::App &engines, Shell &shell)
{
    const auto options = std::make_shared<Options>();
    CLI::App *command = addCommand(engines, "findings", "List what a campaign found");
    addCampaignChoice(*command, options->choice);
    addText(*command, "--state", options->state,
            "Only those of this state: new, confirmed, known-limit, ours or ignored");
    addJson(*command, options->json);
    command->footer("Example: mutascope-cli engines findings e.mscope --state new");
    command->callback([options, &shell] { shell.action = [options] { return findings(*options); }; });
}

void addEnginesTriage(CLI::App &engines, Shell &shell)
{
    const auto options = std::make_shared<TriageOptions>();
    CLI::App *command = addCommand(engines, "triage", "Say what a finding is");
    addCampaignChoice(*command, options->choice);
    addCount(
        *command, "--finding", 1,
        [options](std::int64_t n) { options->finding = int(std::min<std::int64_t>(n, INT32_MAX)); },
        "Number of the finding")
        ->required();
    addText(*command, "--state", options->state,
            "confirmed (the engine's fault), known-limit (it says that it cannot), ours (Mutascope's "
            "fault), ignored, or new again")
        ->required();
    addText(*command, "--note", options->note, "Why");
    command->footer("Example: mutascope-cli engines triage e.mscope --finding 3 --state known-limit "
                    "--note 'no Tile layer'");
    command->callback([options, &shell] { shell.action = [options] { return triage(*options); }; });
}

} // namespace mutascope::cli
