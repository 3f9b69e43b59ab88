// SPDX-License-Identifier: GPL-3.0-or-later
// labels new: a labelling protocol in a session.
#include "app/cli/labels_commands.h"
#include "app/cli/output.h"
#include "core/base/error.h"
#include <algorithm>
#include <fmt/format.h>
#include <fstream>
#include <nlohmann/json.hpp>

namespace mutascope::cli {

namespace {

constexpr std::int64_t mostItems = 1'000'000;

// What was given replaces what the suggestion or the file says.
struct Options {
    std::string file;
    std::string from; // JSON of a protocol
    std::vector<std::function<void(LabelProtocol &)>> changes;
    std::map<std::string, std::string> texts; // by option, where they have to be understood first
    bool json = false;
};

std::string contentOf(const std::string &file)
{
    std::ifstream in(file, std::ios::binary);
    std::string text((std::istreambuf_iterator<char>(in)), {});
    if (!in && text.empty())
        throw Error(ErrorCode::NotFound, "cannot read '" + file + "'", "Check the name of the file");
    return text;
}

template <typename Enum>
Enum named(const std::string &kind, const std::string &text, std::initializer_list<Enum> values,
           const char *(*nameOf)(Enum))
{
    std::vector<std::string> names;
    for (const Enum value : values) {
        if (text == nameOf(value))
            return value;
        names.emplace_back(nameOf(value));
    }
    throwUnknownName(kind, text, names);
}

// What is shown is not hidden.
BlindSettings shown(const std::string &text)
{
    BlindSettings hidden;
    if (text == "nothing")
        return hidden;
    const std::map<std::string, bool BlindSettings::*> names{{"expected", &BlindSettings::expectedClass},
                                                             {"predicted", &BlindSettings::predictedClass},
                                                             {"generator", &BlindSettings::generator},
                                                             {"labels", &BlindSettings::otherLabels},
                                                             {"seed", &BlindSettings::seed}};
    std::vector<std::string> all;
    for (const auto &[name, member] : names)
        all.push_back(name);
    for (const std::string &name : splitList(text)) {
        if (!names.contains(name))
            throwUnknownName("thing to show", name, all);
        hidden.*names.at(name) = false;
    }
    return hidden;
}

// In the order in which later ones depend on earlier ones.
void applyTexts(const std::map<std::string, std::string> &texts, LabelProtocol &protocol)
{
    const auto given = [&](const char *option) { return texts.contains(option) ? texts.at(option) : ""; };
    if (const std::string text = given("--question"); !text.empty()) {
        protocol.question = named("question", text, {LabelQuestion::Class, LabelQuestion::Verdict},
                                  static_cast<const char *(*)(LabelQuestion)>(questionName));
        protocol.hidden.expectedClass = protocol.question == LabelQuestion::Class;
    }
    if (const std::string text = given("--tests"); !text.empty())
        protocol.selection = named("choice of tests", text,
                                   {TestSelection::Failing, TestSelection::Sample,
                                    TestSelection::Disagreements, TestSelection::Filter},
                                   selectionName);
    if (const std::string text = given("--show"); !text.empty())
        protocol.hidden = shown(text);
    if (const std::string text = given("--runs"); !text.empty()) {
        protocol.runs.clear();
        for (const std::string &run : splitList(text))
            protocol.runs.push_back(parseCount("--runs", run, 1));
    }
}

LabelProtocol requested(const Options &options, const LabelStore &store)
{
    LabelProtocol protocol = options.from.empty() ? store.suggestedProtocol()
                                                  : protocolFromText(contentOf(options.from), options.from);
    applyTexts(options.texts, protocol);
    for (const auto &change : options.changes)
        change(protocol);
    return protocol;
}

int create(const Options &options)
{
    LabelStore store = labelsAt(options.file, LabelStore::Mode::ReadWrite);
    const LabelProtocol protocol = store.createProtocol(requested(options, store));
    const auto items = store.items(protocol.uuid, protocol.version);
    const auto tests = std::ranges::count(items, LabelItemKind::Test, &LabelItem::kind);
    if (options.json)
        printJson({{"protocol", protocol.uuid},
                   {"version", protocol.version},
                   {"items", items.size()},
                   {"tests", tests},
                   {"definition", toJson(protocol)}});
    else
        printText(fmt::format("{} version {}: '{}', {} of {}\n", protocol.uuid, protocol.version,
                              protocol.name, plural(tests, "test"),
                              plural(std::int64_t(items.size()), "item")));
    return exitDone;
}

using OptionsPtr = std::shared_ptr<Options>;

void addNumber(CLI::App &command, const OptionsPtr &options, const char *name, int LabelProtocol::*member,
               const char *description)
{
    addCount(
        command, name, 0,
        [options, member](std::int64_t n) {
            options->changes.emplace_back(
                [member, n](LabelProtocol &protocol) { protocol.*member = int(std::min(n, mostItems + 1)); });
        },
        description);
}

void addWord(CLI::App &command, const OptionsPtr &options, const char *name, const char *type,
             const char *description)
{
    command
        .add_option_function<std::string>(
            name, [options, name](const std::string &text) { options->texts[name] = text; }, description)
        ->type_name(type);
}

void addString(CLI::App &command, const OptionsPtr &options, const char *name,
               std::string LabelProtocol::*member, const char *type, const char *description)
{
    command
        .add_option_function<std::string>(
            name,
            [options, member](const std::string &text) {
                options->changes.emplace_back(
                    [member, text](LabelProtocol &protocol) { protocol.*member = text; });
            },
            description)
        ->type_name(type);
}

void addWhatIsAsked(CLI::App &command, const OptionsPtr &options)
{
    addString(command, options, "--name", &LabelProtocol::name, "NAME", "Name of the protocol");
    addWord(command, options, "--question", "QUESTION",
            "class (which class is seen) or verdict (valid, and of the same class)");
    addWord(command, options, "--tests", "CHOICE",
            "sample (default: stratified by generator and class), failing, disagreements or filter");
    addNumber(command, options, "--sample", &LabelProtocol::sampleSize, "Size of the sample (200)");
    addWord(command, options, "--runs", "N,N", "Only tests of these runs (default: all)");
    addString(command, options, "--disagreements-of", &LabelProtocol::disagreementsOf, "UUID",
              "The protocol whose labellers disagree, for --tests disagreements");
    addWord(command, options, "--show", "LIST",
            "What labellers may see: expected, predicted, generator, labels, seed; or nothing");
    addString(command, options, "--instructions", &LabelProtocol::instructions, "TEXT",
              "What labellers read first");
    addString(command, options, "--next-version-of", &LabelProtocol::uuid, "UUID",
              "Make the next version of this protocol");
}

void addHowItIsAsked(CLI::App &command, const OptionsPtr &options)
{
    addNumber(command, options, "--labels-per-test", &LabelProtocol::labelsPerTest,
              "Labellers a test gets; 0: all (default)");
    addNumber(command, options, "--labellers", &LabelProtocol::labellers,
              "How many labellers there will be; needed with --labels-per-test");
    addNumber(command, options, "--clean-checks", &LabelProtocol::cleanChecks,
              "Unchanged seeds mixed in as attention checks");
    addNumber(command, options, "--invalid-checks", &LabelProtocol::invalidChecks,
              "Images of nothing mixed in as attention checks");
    addNumber(command, options, "--repeats", &LabelProtocol::repeats,
              "Tests asked a second time, for self-agreement");
    addNumber(command, options, "--training-clean", &LabelProtocol::trainingClean,
              "Unchanged seeds in the training round");
    addNumber(command, options, "--training-invalid", &LabelProtocol::trainingInvalid,
              "Images of nothing in the training round");
    command
        .add_option_function<std::string>(
            "--seed",
            [options](const std::string &text) {
                const auto seed = std::uint64_t(parseCount("--seed", text, 0));
                options->changes.emplace_back([seed](LabelProtocol &protocol) { protocol.seed = seed; });
            },
            "Seed of sample, checks and orders (1)")
        ->type_name("N");
}

} // namespace

void addLabelsNew(CLI::App &labels, Shell &shell)
{
    const auto options = std::make_shared<Options>();
    CLI::App *command = addCommand(
        labels, "new", "Make a labelling protocol; without options a blind one for a sample of 200");
    addText(*command, "FILE", options->file, "Session file")->required();
    addText(*command, "--from", options->from, "Protocol as JSON, as 'labels new --json' shows it")
        ->type_name("FILE");
    addWhatIsAsked(*command, options);
    addHowItIsAsked(*command, options);
    addJson(*command, options->json);
    command->callback([options, &shell] { shell.action = [options] { return create(*options); }; });
}

} // namespace mutascope::cli
