// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/campaign_report.h"
#include "app/cli/output.h"
#include "app/cli/run_report.h"
#include "app/cli/shell.h"
#include "core/base/error.h"
#include "core/engines/coverage/operator_coverage.h"
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace mutascope::cli {

namespace {

using nlohmann::json;

json parsed(const std::string &text)
{
    json object = json::parse(text, nullptr, false);
    if (object.is_discarded())
        throw Error(ErrorCode::BadData, "the campaign's totals cannot be read",
                    "The session is damaged; use a copy or the backup beside it");
    return object;
}

json partsJson(const SessionStore &store, std::int64_t run)
{
    json parts = json::object();
    if (const auto points = store.engineCoverage(run); !points.empty())
        for (std::size_t part = 0; part < engines::coverageParts; ++part)
            parts[engines::nameOf(engines::CoveragePart(part))] = points.back().parts[part];
    return parts;
}

double rate(const json &object)
{
    const double seconds = object.at("seconds").at("total").get<double>();
    return seconds > 0 ? object.at("models").get<double>() / seconds : 0;
}

std::string knownText(const json &issues)
{
    std::string text;
    for (const json &issue : issues)
        text += fmt::format("  {} {} at {}: {} of {} models\n", issue.at("operator").get<std::string>(),
                            issue.value("form", "") == "" ? "(all forms)" : issue.value("form", ""),
                            issue.at("engine").get<std::string>(), issue.at("failures").get<std::int64_t>(),
                            issue.at("models").get<std::int64_t>());
    return text.empty() ? text : "Known issues (seldom chosen from then on):\n" + text;
}

// How many models had outputs to compare, and of which engine.
std::string takenText(const json &object)
{
    std::string text = plural(object.at("compared").get<std::int64_t>(), "model");
    for (const auto &[engine, models] : object.at("taken").items())
        text += fmt::format("; {} ran {}", engine, grouped(models.get<std::int64_t>()));
    return text;
}

std::string campaignText(const json &object)
{
    Table table;
    const auto count = [&](const char *name) { return object.at(name).get<std::int64_t>(); };
    table.add({"campaign",
               fmt::format("{} in {}, {}", count("run"), object.at("session").get<std::string>(),
                           object.at("state").get<std::string>())});
    table.add({"models",
               fmt::format("{} of {} generated ({:.1f} models/s)", grouped(count("models")),
                           grouped(count("generated")), rate(object))});
    table.add({"findings", grouped(count("findings"))});
    table.add({"agreed",
               fmt::format("{}; {} not comparable", plural(count("agreed"), "model"),
                           grouped(count("not_comparable")))});
    table.add({"compared", takenText(object)});
    if (count("our_faults") > 0)
        table.add(
            {"our faults", plural(count("our_faults"), "model") + " that are not valid: please report"});
    table.add({"coverage", percent(object.at("coverage").at("end").get<double>())});
    std::string text = table.text() + knownText(object.at("known_issues"));
    if (const std::string message = object.at("message").get<std::string>(); !message.empty())
        text += message + "\n";
    return text;
}

} // namespace

engines::CampaignObserver CampaignStatus::observer()
{
    return [this](const engines::CampaignProgress &progress) {
        std::vector<std::string> parts;
        for (const std::string &part :
             {progressBar(progress.fraction), timeLeft(progress.seconds, progress.fraction)})
            if (!part.empty())
                parts.push_back(part);
        const double perSecond = progress.seconds > 0 ? double(progress.models) / progress.seconds : 0;
        parts.push_back(fmt::format("{:.1f} models/s", perSecond));
        parts.push_back("coverage " + percent(progress.coverage));
        parts.push_back("findings " + grouped(progress.findings));
        m_status.update(joined(parts, "  "));
    };
}

json campaignJson(const RunRecord &run, const SessionStore &store)
{
    const EngineCampaignRecord campaign = store.engineCampaign(run.id);
    const json config = parsed(run.config);
    json object = parsed(campaign.totals);
    object["run"] = run.id;
    object["session"] = store.file().string();
    object["state"] = stateName(run.state);
    object["message"] = run.message;
    object["search"] = config.at("search");
    object["seed"] = run.seed;
    object["engines"] = parsed(campaign.engines);
    object["coverage"]
        = {{"start", run.coverageStart}, {"end", run.coverageEnd}, {"parts", partsJson(store, run.id)}};
    object["seconds"] = {{"total", run.counters.seconds}};
    object["yields"] = parsed(campaign.yields);
    const SearchCounts search = store.searchCounts(run.id);
    if (search.trees > 0) {
        object["trees"]
            = {{"trees", search.trees}, {"iterations", search.iterations}, {"nodes", search.nodes}};
        object["tree_sha256"] = searchSha256(store.search(run.id));
    }
    object["models_per_second"] = rate(object);
    return object;
}

json findingJson(const EngineFindingRecord &finding, const EngineModelRecord &example)
{
    return {{"finding", finding.number},
            {"engine", finding.engine},
            {"stage", finding.stage},
            {"symptom", finding.symptom},
            {"operators", finding.operators},
            {"message", finding.message},
            {"signal", finding.signal},
            {"difference", finding.difference},
            {"signature", finding.signature},
            {"count", finding.count},
            {"first_model", finding.firstModel},
            {"example_model", finding.exampleModel},
            {"example_operators", example.operators},
            {"triage", nameOf(finding.triage)},
            {"note", finding.note}};
}

int reportCampaign(const RunRecord &run, const SessionStore &store, const RunControl &control, bool asJson)
{
    const json object = campaignJson(run, store);
    if (asJson)
        printJson(object);
    else
        printText(campaignText(object));
    return run.state != RunState::Finished && control.stopRequested() ? exitInterrupted : exitDone;
}

} // namespace mutascope::cli
