// SPDX-License-Identifier: GPL-3.0-or-later
// new: a project from a model and its data.
#include "app/cli/new_options.h"
#include "app/cli/new_project.h"
#include "app/cli/new_report.h"
#include "app/cli/output.h"
#include "app/cli/session_commands.h"
#include "app/cli/shell.h"
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace mutascope::cli {

namespace {

struct Options {
    std::string folder;
    std::string name;
    ImportTexts import;
    bool json = false;
    bool quiet = false;
};

ImportProposal proposed(const ImportRequest &request, const Options &options, const Shell &shell)
{
    StatusLine status(verbosityOf(options.quiet));
    return interruptible(shell.control, [&] {
        return proposeImport(request, shell.control, [&](const std::string &phase, double fraction) {
            status.update(fmt::format("{}  {}", phase, progressBar(fraction)));
        });
    });
}

int makeNew(const Options &options, const Shell &shell)
{
    checkNoProject(options.folder);
    const ImportRequest request = importRequestOf(options.import);
    const ImportProposal proposal = proposed(request, options, shell);
    Project project = projectOf(proposal, options.folder);
    if (!options.name.empty())
        project.name = options.name;
    makeProject(project, request.model);
    if (options.json)
        printJson(proposalJson(proposal, project.folder.string()));
    else
        printText(proposalText(proposal, options.folder));
    return exitDone;
}

} // namespace

void addNew(CLI::App &app, Shell &shell)
{
    const auto options = std::make_shared<Options>();
    CLI::App *command = addCommand(app, "new", "Make a project from a model and its data");
    addText(*command, "DIR", options->folder, "Folder to make")->required();
    addImportOptions(*command, options->import);
    addText(*command, "--name", options->name, "Name of the project (default: the folder's)");
    addJson(*command, options->json);
    command->add_flag("--quiet", options->quiet, "No progress on the standard error");
    command->callback(
        [options, &shell] { shell.action = [options, &shell] { return makeNew(*options, shell); }; });
}

} // namespace mutascope::cli
