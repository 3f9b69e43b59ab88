// SPDX-License-Identifier: GPL-3.0-or-later
// report: one run as an HTML page.
#include "core/run/report.h"
#include "app/cli/options.h"
#include "app/cli/output.h"
#include "app/cli/paths.h"
#include "app/cli/session_commands.h"
#include "app/cli/shell.h"
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace mutascope::cli {

namespace {

struct Options {
    std::string file;
    std::int64_t run = 0;
    std::string out;
    std::string samples;
    bool json = false;
};

int report(const Options &options)
{
    checkOutputFile(options.out);
    const auto store = sessionAt(options.file, SessionStore::Mode::ReadOnly);
    const std::int64_t run = runOrOnly(*store, options.run);
    ReportOptions page;
    if (!options.samples.empty())
        page.samples = int(std::min<std::int64_t>(parseCount("--samples", options.samples, 0), 100'000));
    writeReport(*store, run, options.out, page);
    if (options.json)
        printJson({{"run", run}, {"file", options.out}});
    else
        printText(fmt::format("{}: report of run {}\n", options.out, run));
    return exitDone;
}

} // namespace

void addReport(CLI::App &app, Shell &shell)
{
    const auto options = std::make_shared<Options>();
    CLI::App *command = addCommand(app, "report", "Write one run as a self-contained HTML page");
    addText(*command, "FILE", options->file, "Session file")->required();
    addRunNumber(*command, options->run, "the only one");
    addText(*command, "--out", options->out, "HTML file to write")->required()->type_name("FILE");
    addText(*command, "--samples", options->samples, "Failing tests to show (24)")->type_name("N");
    addJson(*command, options->json);
    command->callback([options, &shell] { shell.action = [options] { return report(*options); }; });
}

} // namespace mutascope::cli
