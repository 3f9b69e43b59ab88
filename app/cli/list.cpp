// SPDX-License-Identifier: GPL-3.0-or-later
// list: what is built in.
#include "app/cli/options.h"
#include "app/cli/output.h"
#include "app/cli/param_text.h"
#include "app/cli/shell.h"
#include "core/base/error.h"
#include "core/coverage/criterion.h"
#include "core/metrics/metric.h"
#include "core/model/training.h"
#include "core/mutate/mutator.h"
#include "core/run/run.h"
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace mutascope::cli {

namespace {

using nlohmann::json;

struct Listing {
    std::string text;
    json object;
};

json needsJson(const GeneratorNeeds &needs)
{
    return {{"gradients", needs.gradients}, {"taps", needs.taps}, {"training", needs.training}};
}

Listing listGenerators()
{
    Listing out{"", {{"generators", json::array()}, {"run_parameters", paramsJson(runParams())}}};
    for (const GeneratorInfo &info : generators()) {
        out.text += fmt::format("{}  {}\n    {}\n", info.id, info.summary, info.paper);
        out.text += paramText(info.params, "    ") + "\n";
        out.object["generators"].push_back({{"id", info.id},
                                            {"name", info.name},
                                            {"summary", info.summary},
                                            {"paper", info.paper},
                                            {"needs", needsJson(info.needs)},
                                            {"parameters", paramsJson(info.params)}});
    }
    out.text += "every run\n" + paramText(runParams(), "    ");
    return out;
}

Listing listCriteria()
{
    Listing out{"", {{"criteria", json::array()}}};
    for (const CriterionInfo &info : criteria()) {
        out.text += fmt::format("{}  {}\n    {}\n", info.id, info.summary, info.paper);
        out.text += paramText(info.params, "    ") + "\n";
        out.object["criteria"].push_back({{"id", info.id},
                                          {"summary", info.summary},
                                          {"paper", info.paper},
                                          {"needs_fit", info.needsFit},
                                          {"ratio", info.ratio},
                                          {"parameters", paramsJson(info.params)}});
    }
    return out;
}

std::string needsText(const MetricNeeds &needs)
{
    std::vector<std::string> words;
    const auto add = [&](bool needed, const char *word) {
        if (needed)
            words.emplace_back(word);
    };
    add(needs.images, "images");
    add(needs.features, "deep features");
    add(needs.reference, "real images");
    add(needs.validator, "validator");
    return words.empty() ? "" : "needs " + joined(words);
}

json metricJson(const MetricInfo &info)
{
    return {{"id", info.id},
            {"name", info.name},
            {"family", familyName(info.family)},
            {"summary", info.summary},
            {"paper", info.paper},
            {"unit", info.unit},
            {"higher_is_better", info.higherIsBetter},
            {"needs",
             {{"images", info.needs.images},
              {"features", info.needs.features},
              {"reference", info.needs.reference},
              {"validator", info.needs.validator}}},
            {"parameters", paramsJson(info.params)}};
}

Listing listMetrics()
{
    Listing out{"", {{"metrics", json::array()}}};
    std::string family;
    for (const MetricInfo &info : metrics()) {
        if (family != familyName(info.family))
            out.text += fmt::format("{}\n\n", family = familyName(info.family));
        std::vector<std::string> facts = {info.higherIsBetter ? "more is better" : "less is better"};
        if (!info.unit.empty())
            facts.push_back("in " + info.unit);
        if (const std::string needs = needsText(info.needs); !needs.empty())
            facts.push_back(needs);
        out.text += fmt::format("{}  {}\n    {}\n", info.id, info.summary, joined(facts, "; "));
        if (!info.paper.empty())
            out.text += fmt::format("    {}\n", info.paper);
        out.text += paramText(info.params, "    ") + "\n";
        out.object["metrics"].push_back(metricJson(info));
    }
    return out;
}

Listing listMutators()
{
    Listing out{"", {{"mutators", json::array()}}};
    Table table;
    table.add({"mutator", "kind", "grid", "unit", "what it does"});
    for (const MutatorInfo &info : mutators()) {
        const char *kind = info.kind == MutatorKind::Affine ? "affine" : "pixel";
        table.add({info.id, kind, info.grid, info.gridUnit, info.summary});
        out.object["mutators"].push_back({{"id", info.id},
                                          {"summary", info.summary},
                                          {"source", info.source},
                                          {"kind", kind},
                                          {"grid", info.grid},
                                          {"grid_unit", info.gridUnit}});
    }
    out.text = table.text();
    return out;
}

Listing listModels()
{
    Listing out{"", {{"models", json::array()}}};
    Table table;
    for (const ArchitectureInfo &info : architectures()) {
        table.add({info.id, info.summary, info.paper});
        out.object["models"].push_back({{"id", info.id},
                                        {"summary", info.summary},
                                        {"paper", info.paper},
                                        {"parameters", paramsJson(info.params)}});
    }
    out.text = table.text();
    return out;
}

Listing listingOf(const std::string &what)
{
    const std::vector<std::string> known = {"generators", "criteria", "metrics", "mutators", "models"};
    if (what == known[0])
        return listGenerators();
    if (what == known[1])
        return listCriteria();
    if (what == known[2])
        return listMetrics();
    if (what == known[3])
        return listMutators();
    if (what == known[4])
        return listModels();
    throwUnknownName("list", what, known);
}

struct Options {
    std::string what;
    bool json = false;
};

} // namespace

void addList(CLI::App &app, Shell &shell)
{
    const auto options = std::make_shared<Options>();
    CLI::App *command = addCommand(app, "list", "What is built in, with parameters");
    addText(*command, "WHAT", options->what, "generators, criteria, metrics, mutators or models")->required();
    addJson(*command, options->json);
    command->callback([options, &shell] {
        shell.action = [options] {
            const Listing listing = listingOf(options->what);
            if (options->json)
                printJson(listing.object);
            else
                printText(listing.text);
            return exitDone;
        };
    });
}

} // namespace mutascope::cli
