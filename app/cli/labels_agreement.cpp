// SPDX-License-Identifier: GPL-3.0-or-later
// labels agreement: how far labellers agree.
#include "app/cli/labels_commands.h"
#include "app/cli/output.h"
#include "core/labels/agreement_report.h"
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace mutascope::cli {

namespace {

struct Options {
    std::string file;
    std::shared_ptr<ProtocolChoice> choice = std::make_shared<ProtocolChoice>();
    AgreementOptions how;
    bool json = false;
};

std::string text(const Coefficient &coefficient)
{
    if (!coefficient.value)
        return "-";
    if (!coefficient.interval)
        return fmt::format("{:.4f}", *coefficient.value);
    return fmt::format("{:.4f} ({:.2f} to {:.2f})", *coefficient.value, coefficient.interval->low,
                       coefficient.interval->high);
}

void addRow(Table &table, const std::string &name, const AgreementValues &values)
{
    table.add({name, std::to_string(values.items), text(values.raw), text(values.cohen), text(values.fleiss),
               text(values.krippendorff), text(values.ac1)});
}

std::string questionText(const QuestionReport &question)
{
    Table table;
    table.add({questionName(question.question), "N", "RAW", "COHEN", "FLEISS", "KRIPPENDORFF", "AC1"});
    addRow(table, "all", question.all);
    for (const AgreementGroup &group : question.byClass)
        addRow(table, "class " + group.name, group.values);
    for (const AgreementGroup &group : question.byGenerator)
        addRow(table, group.name, group.values);
    const std::string &warning = question.all.warning;
    return table.text() + (warning.empty() ? "" : "Note: " + warning + "\n") + "\n";
}

std::string share(std::size_t part, std::size_t whole)
{
    return whole == 0 ? "-" : fmt::format("{} of {}", part, whole);
}

std::string labellersText(const AgreementReport &report)
{
    Table table;
    table.add({"LABELLER", "LABELS", "UNSURE", "CHECKS RIGHT", "REPEATS SAME", "SECONDS"});
    for (const LabellerReport &labeller : report.labellers)
        table.add({labeller.labeller.name, std::to_string(labeller.labels), std::to_string(labeller.unsure),
                   share(labeller.checksRight, labeller.checks),
                   share(labeller.repeatsSame, labeller.repeats),
                   fmt::format("{:.1f}", labeller.medianSeconds)});
    return table.text();
}

int agreement(const Options &options)
{
    const LabelStore store = labelsAt(options.file, LabelStore::Mode::ReadOnly);
    const LabelProtocol protocol = chosenProtocol(store, *options.choice);
    const AgreementReport report = agreementReport(store, protocol.uuid, protocol.version, options.how);
    const std::size_t open = disagreements(store, protocol.uuid, protocol.version).size();
    if (options.json) {
        nlohmann::json object = toJson(report);
        object["disagreements"] = open;
        printJson(object);
        return exitDone;
    }
    std::string out = fmt::format("'{}', version {}: {} of {} tests labelled, {} to adjudicate\n\n",
                                  protocol.name, protocol.version, report.labelled, report.items, open);
    for (const QuestionReport &question : report.questions)
        out += questionText(question);
    printText(out + labellersText(report));
    return exitDone;
}

} // namespace

void addLabelsAgreement(CLI::App &labels, Shell &shell)
{
    const auto options = std::make_shared<Options>();
    CLI::App *command
        = addCommand(labels, "agreement",
                     "Say how far labellers agree, with bootstrap intervals of 95 %, and how attentive "
                     "they were");
    addText(*command, "FILE", options->file, "Session file")->required();
    command->add_flag("--count-unsure", options->how.countUnsure,
                      "Count 'unsure' as an answer (default: as no answer)");
    addCount(
        *command, "--resamples", 10,
        [options](std::int64_t n) { options->how.bootstrap.resamples = std::size_t(n); },
        "Resamples of the bootstrap (default: 1000)");
    addProtocolChoice(*command, options->choice);
    addJson(*command, options->json);
    command->callback([options, &shell] { shell.action = [options] { return agreement(*options); }; });
}

} // namespace mutascope::cli
