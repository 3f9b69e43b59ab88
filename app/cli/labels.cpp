// SPDX-License-Identifier: GPL-3.0-or-later
// labels: protocols, hand-outs, merging, files, agreement. People label in the desktop program.
#include "app/cli/labels_commands.h"
#include "app/cli/output.h"
#include "app/cli/paths.h"
#include "core/base/error.h"
#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace mutascope::cli {

namespace {

std::string nameOf(const LabelProtocol &protocol)
{
    return fmt::format("'{}' ({}, version {})", protocol.name, protocol.uuid, protocol.version);
}

std::vector<LabelProtocol> matching(const std::vector<LabelProtocol> &all, const ProtocolChoice &choice)
{
    std::vector<LabelProtocol> found;
    for (const LabelProtocol &protocol : all) {
        const bool named = choice.protocol.empty() || protocol.name == choice.protocol
            || protocol.uuid.starts_with(choice.protocol);
        if (named && (choice.version == 0 || choice.version == protocol.version))
            found.push_back(protocol);
    }
    return found;
}

// Versions of one protocol are no choice: the newest is meant.
bool areVersions(const std::vector<LabelProtocol> &found)
{
    return std::ranges::all_of(
        found, [&](const LabelProtocol &protocol) { return protocol.uuid == found.front().uuid; });
}

[[noreturn]] void throwNoChoice(const std::vector<LabelProtocol> &all, const ProtocolChoice &choice,
                                bool several)
{
    std::vector<std::string> names;
    for (const LabelProtocol &protocol : all)
        names.push_back(nameOf(protocol));
    const std::string hint = names.empty() ? "Make one with: mutascope-cli labels new FILE"
                                           : "Give one with --protocol: " + joined(names, "; ");
    if (several)
        throw Error(ErrorCode::Usage, "the session has several labelling protocols that may be meant", hint);
    throw Error(ErrorCode::NotFound,
                choice.protocol.empty() ? std::string("the session has no such labelling protocol")
                                        : "the session has no labelling protocol '" + choice.protocol + "'",
                hint);
}

int list(const std::string &file, bool json)
{
    const LabelStore store = labelsAt(file, LabelStore::Mode::ReadOnly);
    nlohmann::json report = nlohmann::json::array();
    Table table;
    table.add({"PROTOCOL", "VERSION", "QUESTION", "ITEMS", "LABELLED", "LABELLERS", "NAME"});
    for (const LabelProtocol &protocol : store.protocols()) {
        const auto labels = store.labels(protocol.uuid, protocol.version);
        const auto labelled
            = std::ranges::count_if(labels, [](const auto &item) { return !item.labels.empty(); });
        const auto labellers = store.labellersOf(protocol.uuid, protocol.version).size();
        report.push_back({{"protocol", protocol.uuid},
                          {"version", protocol.version},
                          {"name", protocol.name},
                          {"question", questionName(protocol.question)},
                          {"items", labels.size()},
                          {"labelled", labelled},
                          {"labellers", labellers},
                          {"hand_out", store.isHandOut(protocol.uuid, protocol.version)}});
        table.add({protocol.uuid, std::to_string(protocol.version), questionName(protocol.question),
                   grouped(std::int64_t(labels.size())), grouped(labelled), grouped(std::int64_t(labellers)),
                   protocol.name});
    }
    if (json)
        printJson(report);
    else
        printText(report.empty() ? file + ": no labelling protocol\n" : table.text());
    return exitDone;
}

} // namespace

void addProtocolChoice(CLI::App &command, const std::shared_ptr<ProtocolChoice> &choice)
{
    addText(command, "--protocol", choice->protocol,
            "Name or UUID of the labelling protocol (default: the only one)")
        ->type_name("NAME");
    addCount(
        command, "--protocol-version", 1,
        [choice](std::int64_t n) { choice->version = int(std::min<std::int64_t>(n, INT32_MAX)); },
        "Its version (default: the newest)");
}

LabelProtocol chosenProtocol(const LabelStore &store, const ProtocolChoice &choice)
{
    const std::vector<LabelProtocol> all = store.protocols();
    const std::vector<LabelProtocol> found = matching(all, choice);
    if (found.empty() || !areVersions(found))
        throwNoChoice(all, choice, !found.empty());
    return *std::ranges::max_element(found, {}, &LabelProtocol::version);
}

LabelStore labelsAt(const std::string &file, LabelStore::Mode mode)
{
    sessionAt(file, SessionStore::Mode::ReadOnly); // says what the file is where it is no session
    return LabelStore(file, mode);
}

void addLabelsList(CLI::App &labels, Shell &shell)
{
    const auto file = std::make_shared<std::string>();
    const auto json = std::make_shared<bool>(false);
    CLI::App *command = addCommand(labels, "list", "List the labelling protocols of a session");
    addText(*command, "FILE", *file, "Session file")->required();
    addJson(*command, *json);
    command->callback([file, json, &shell] { shell.action = [file, json] { return list(*file, *json); }; });
}

void addLabels(CLI::App &app, Shell &shell)
{
    CLI::App *labels = addCommand(app, "labels", "Labels that people give: protocols, files, agreement");
    labels->require_subcommand(1);
    for (const auto add : {addLabelsNew, addLabelsList, addLabelsHandOut, addLabelsMerge, addLabelsExport,
                           addLabelsImport, addLabelsAgreement, addLabelsValidity})
        add(*labels, shell);
}

} // namespace mutascope::cli
