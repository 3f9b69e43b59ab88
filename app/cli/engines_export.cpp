// SPDX-License-Identifier: GPL-3.0-or-later
// engines export: a campaign's findings as Markdown, CSV or JSON.
#include "app/cli/campaign_report.h"
#include "app/cli/engines_commands.h"
#include "app/cli/output.h"
#include "app/cli/paths.h"
#include "core/base/csv_field.h"
#include "core/base/error.h"
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace mutascope::cli {

namespace {

using nlohmann::json;

struct Options {
    std::shared_ptr<CampaignChoice> choice = std::make_shared<CampaignChoice>();
    std::string format = "markdown";
    std::string out;
};

json exported(const SessionStore &store, std::int64_t run)
{
    json object = campaignJson(store.run(run), store);
    object["distinct_findings"] = json::array();
    for (const EngineFindingRecord &finding : store.engineFindings(run))
        object["distinct_findings"].push_back(
            findingJson(finding, store.engineModel(run, finding.exampleModel)));
    object["coverage_over_time"] = json::array();
    for (const EngineCoveragePoint &point : store.engineCoverage(run))
        object["coverage_over_time"].push_back({{"models", point.models},
                                                {"generated", point.generated},
                                                {"findings", point.findings},
                                                {"seconds", point.seconds},
                                                {"parts", point.parts},
                                                {"total", point.total}});
    return object;
}

// One line, whatever an engine says; bars would end a cell.
std::string cell(const json &value)
{
    std::string text;
    for (const char c : value.is_string() ? value.get<std::string>() : value.dump())
        text += c == '\n' || c == '\r' ? std::string(" ") : c == '|' ? std::string("\\|") : std::string(1, c);
    return text;
}

const std::vector<std::string> &columns()
{
    static const std::vector<std::string> names
        = {"finding",           "engine", "stage", "symptom", "operators", "count", "first_model",
           "example_operators", "triage", "note",  "message"};
    return names;
}

std::string markdownRow(const std::vector<std::string> &cells)
{
    return "| " + joined(cells, " | ") + " |\n";
}

std::string markdown(const json &object)
{
    std::string text = fmt::format(
        "# Findings of campaign {}\n\n{} models of {} generated, search {}, seed {}; {} distinct findings, "
        "operator-level coverage {}.\n\n## Engines\n\n",
        object.at("run").dump(), object.at("models").dump(), object.at("generated").dump(),
        object.at("search").get<std::string>(), object.at("seed").dump(), object.at("findings").dump(),
        percent(object.at("coverage").at("end").get<double>()));
    text += markdownRow({"Engine", "Version", "Settings"}) + markdownRow({"---", "---", "---"});
    for (const json &engine : object.at("engines"))
        text += markdownRow({cell(engine.at("id")), cell(engine.at("version")), cell(engine.at("settings"))});
    text += "\n## Findings\n\n" + markdownRow(columns());
    text += markdownRow(std::vector<std::string>(columns().size(), "---"));
    for (const json &finding : object.at("distinct_findings")) {
        std::vector<std::string> row;
        for (const std::string &name : columns())
            row.push_back(cell(finding.at(name)));
        text += markdownRow(row);
    }
    return text;
}

std::string csvCell(const json &value)
{
    return csvField(value.is_string() ? value.get<std::string>() : value.dump());
}

std::string csv(const json &object)
{
    std::string text = joined(columns(), ",") + "\n";
    for (const json &finding : object.at("distinct_findings")) {
        std::vector<std::string> row;
        for (const std::string &name : columns())
            row.push_back(csvCell(finding.at(name)));
        text += joined(row, ",") + "\n";
    }
    return text;
}

std::string rendered(const std::string &format, const json &object)
{
    if (format == "markdown")
        return markdown(object);
    return format == "csv" ? csv(object) : object.dump(2, ' ', false, json::error_handler_t::replace) + "\n";
}

int exportCampaign(const Options &options)
{
    const std::vector<std::string> formats = {"markdown", "csv", "json"};
    if (std::ranges::find(formats, options.format) == formats.end())
        throwUnknownName("format", options.format, formats);
    if (!options.out.empty())
        checkOutputFile(options.out);
    const auto store = sessionAt(options.choice->file, SessionStore::Mode::ReadOnly);
    const std::int64_t run = chosenCampaign(*store, options.choice->run);
    const std::string text = rendered(options.format, exported(*store, run));
    printOrWrite(text, options.out);
    return exitDone;
}

} // namespace

void addEnginesExport(CLI::App &engines, Shell &shell)
{
    const auto options = std::make_shared<Options>();
    CLI::App *command = addCommand(engines, "export", "Write a campaign's findings as Markdown, CSV or JSON");
    addCampaignChoice(*command, options->choice);
    addText(*command, "--format", options->format,
            "markdown (default), csv, or json: the coverage over time too")
        ->type_name("FORMAT");
    addText(*command, "--out", options->out, "File to write (default: the standard output)")
        ->type_name("FILE");
    command->footer("Example: mutascope-cli engines export e.mscope --format csv --out findings.csv");
    command->callback([options, &shell] { shell.action = [options] { return exportCampaign(*options); }; });
}

} // namespace mutascope::cli
