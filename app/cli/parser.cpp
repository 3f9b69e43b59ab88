// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/parser.h"
#include "app/cli/options.h"
#include "app/cli/output.h"
#include "core/base/error.h"
#include <algorithm>
#include <fmt/format.h>

namespace mutascope::cli {

namespace {

void addCommands(CLI::App &app, Shell &shell)
{
    for (const auto add :
         {addList,   addInfo,   addNew,     addTrain,    addRun,      addResume, addReplay,  addVerify,
          addExport, addReport, addRetrain, addTransfer, addMinimize, addReduce, addCluster, addDeduplicate,
          addAssess, addLabels, addTree,    addCoverage, addTrace,    addEngines})
        add(app, shell);
}

void describe(CLI::App &app)
{
    app.name("mutascope-cli");
    app.description("Finds inputs an image classifier gets wrong, and measures how far it was tested.");
    app.set_help_flag("-h,--help", "Show this help and exit");
    app.set_version_flag("--version", "mutascope-cli " MUTASCOPE_VERSION, "Show the version and exit");
    app.footer("'mutascope-cli COMMAND --help' tells more about a command.\n"
               "Exit codes: 0 done, 1 failed, 2 wrong usage, 130 interrupted after a clean checkpoint.");
}

std::vector<std::string> commandNames(const CLI::App &app)
{
    std::vector<std::string> names;
    for (const CLI::App *command : app.get_subcommands(nullptr))
        names.push_back(command->get_name());
    return names;
}

std::vector<std::string> optionNames(const CLI::App &command)
{
    std::vector<std::string> names;
    for (const CLI::Option *option : command.get_options())
        for (const std::string &name : option->get_lnames())
            names.push_back("--" + name);
    return names;
}

std::string withoutValue(const std::string &argument)
{
    return argument.substr(0, argument.find('='));
}

[[noreturn]] void throwUnexpected(const CLI::App &command, const std::string &argument)
{
    const std::string ask = fmt::format("See: mutascope-cli {} --help", command.get_name());
    if (argument.size() < 2 || argument[0] != '-')
        throw Error(ErrorCode::Usage,
                    fmt::format("{}: unexpected argument '{}'", command.get_name(), argument), ask);
    const std::string name = withoutValue(argument);
    const std::string nearest = nearestName(name, optionNames(command));
    throw Error(ErrorCode::Usage, fmt::format("{}: unknown option '{}'", command.get_name(), name),
                nearest.empty() ? ask : "Did you mean '" + nearest + "'?");
}

// Before any command: an option of the program itself, or a command that does not exist.
[[noreturn]] void throwNoCommand(const CLI::App &app, const std::string &argument)
{
    if (argument[0] != '-')
        throwUnknownName("command", argument, commandNames(app));
    throw Error(ErrorCode::Usage, fmt::format("unknown option '{}' before the command", argument),
                "Write the command first: mutascope-cli COMMAND " + argument);
}

// What nobody could use goes first: a misspelt option also looks like a missing one.
void checkLeftOver(const CLI::App &app)
{
    const auto chosen = app.get_subcommands();
    if (const auto rest = app.remaining(); !rest.empty() && !rest.front().empty()) {
        if (chosen.empty())
            throwNoCommand(app, rest.front());
        throwUnexpected(*chosen.front(), rest.front());
    }
    for (const CLI::App *command : chosen)
        if (const auto rest = command->remaining(); !rest.empty())
            throwUnexpected(*command, rest.front());
}

std::string lowerFirst(std::string text)
{
    const bool name = text.size() > 1 && std::isupper(static_cast<unsigned char>(text[1])) != 0; // "PROJECT"
    if (!text.empty() && !name)
        text[0] = char(std::tolower(static_cast<unsigned char>(text[0])));
    return text;
}

[[noreturn]] void throwParseError(const CLI::App &app, const CLI::ParseError &error)
{
    checkLeftOver(app);
    const auto chosen = app.get_subcommands();
    const std::string command = chosen.empty() ? "" : chosen.front()->get_name();
    throw Error(ErrorCode::Usage,
                (command.empty() ? "" : command + ": ") + lowerFirst(std::string(error.what())),
                fmt::format("See: mutascope-cli {}--help", command.empty() ? "" : command + " "));
}

} // namespace

bool parseCommandLine(int argc, char **argv, Shell &shell)
{
    CLI::App app;
    describe(app);
    addCommands(app, shell);
    try {
        app.parse(argc, argv);
    } catch (const CLI::CallForHelp &) {
        printText(app.help());
        return false;
    } catch (const CLI::CallForVersion &version) {
        printText(std::string(version.what()) + "\n");
        return false;
    } catch (const CLI::ParseError &error) {
        throwParseError(app, error);
    }
    if (!shell.action)
        throw Error(ErrorCode::Usage, "no command was given",
                    "One of: " + joined(commandNames(app)) + ". See: mutascope-cli --help");
    return true;
}

} // namespace mutascope::cli
