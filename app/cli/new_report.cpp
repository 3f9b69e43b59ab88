// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/new_report.h"
#include "app/cli/model_text.h"
#include "app/cli/output.h"
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace mutascope::cli {

namespace {

using nlohmann::json;

std::string findingText(const ImportFinding &finding)
{
    const char *level = finding.level == ImportFinding::Level::Warning ? "warning" : "note";
    const std::string hint = finding.tryThis.empty() ? "" : "\n  " + finding.tryThis;
    return fmt::format("{}: {}{}\n", level, finding.text, hint);
}

std::string classesText(const std::vector<std::string> &names)
{
    constexpr std::size_t shown = 10;
    const std::vector<std::string> first(names.begin(),
                                         names.begin() + std::ptrdiff_t(std::min(names.size(), shown)));
    return fmt::format("{}: {}{}", names.size(), joined(first), names.size() > shown ? ", ..." : "");
}

json findingJson(const ImportFinding &finding)
{
    return {{"level", finding.level == ImportFinding::Level::Warning ? "warning" : "note"},
            {"text", finding.text},
            {"try", finding.tryThis}};
}

} // namespace

std::string proposalText(const ImportProposal &proposal, const std::string &folder)
{
    const ModelSpec &model = proposal.model;
    Table table;
    table.add({"project", folder});
    table.add({"model", model.file.string()});
    table.add({"input", model.input.text()});
    table.add({"pixels", pixelsText(model)});
    table.add({"outputs", fmt::format("{} {}", model.classes, outputKind(model))});
    table.add({"data", fmt::format("{} ({})", proposal.data.path.string(), proposal.data.format)});
    table.add({"classes", classesText(proposal.classNames)});
    std::string text = table.text();
    text += fmt::format("clean accuracy: {} of {}\n", percent(proposal.accuracy),
                        plural(std::int64_t(proposal.images), "test image"));
    for (const ImportFinding &finding : proposal.findings)
        text += findingText(finding);
    return text;
}

json proposalJson(const ImportProposal &proposal, const std::string &folder)
{
    json findings = json::array(), tried = json::array();
    for (const ImportFinding &finding : proposal.findings)
        findings.push_back(findingJson(finding));
    for (const ImportCandidate &candidate : proposal.tried)
        tried.push_back({{"pixels", candidate.description},
                         {"accuracy", candidate.accuracy},
                         {"images", candidate.images}});
    json object = specJson(proposal.model);
    object["black_box"] = proposal.model.blackBox;
    return {{"folder", folder},
            {"clean_accuracy", proposal.accuracy},
            {"images", proposal.images},
            {"model", object},
            {"data", {{"format", proposal.data.format}, {"path", proposal.data.path.string()}}},
            {"classes", proposal.classNames},
            {"findings", findings},
            {"tried", tried}};
}

} // namespace mutascope::cli
