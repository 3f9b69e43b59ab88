// SPDX-License-Identifier: GPL-3.0-or-later
// transfer: failing tests of one model put to others.
#include "core/run/transfer.h"
#include "app/cli/options.h"
#include "app/cli/output.h"
#include "app/cli/paths.h"
#include "app/cli/run_progress.h"
#include "app/cli/session_commands.h"
#include "app/cli/shell.h"
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace mutascope::cli {

namespace {

namespace fs = std::filesystem;

struct Options {
    std::vector<std::string> sessions;
    std::vector<std::string> models;
    int threads = 0;
    bool json = false;
    bool quiet = false;
};

// The last part of a path that says something: "a/lenet5.pt" -> "lenet5.pt", "a/project/" -> "project".
std::string shortName(const fs::path &path)
{
    const fs::path whole = fs::absolute(path).lexically_normal();
    const fs::path named
        = whole.filename() == "project.json" || !whole.has_filename() ? whole.parent_path() : whole;
    return named.filename().string();
}

nlohmann::json jsonOf(const Options &options, const std::vector<TransferRow> &rows)
{
    nlohmann::json list = nlohmann::json::array();
    for (const TransferRow &row : rows) {
        nlohmann::json cells = nlohmann::json::array();
        for (std::size_t i = 0; i < row.cells.size(); ++i)
            cells.push_back({{"model", options.models[i]},
                             {"tests", row.cells[i].tests},
                             {"failing", row.cells[i].failing},
                             {"share", row.cells[i].share()}});
        list.push_back({{"session", row.session},
                        {"run", row.run},
                        {"generator", row.generator},
                        {"tested", row.model},
                        {"tests", row.tests},
                        {"models", cells}});
    }
    return {{"rows", list}, {"models", options.models}};
}

std::string textOf(const Options &options, const std::vector<TransferRow> &rows)
{
    Table table;
    std::vector<std::string> head = {"failing tests of"};
    for (const std::string &model : options.models)
        head.push_back("against " + shortName(model));
    table.add(head);
    for (const TransferRow &row : rows) {
        std::vector<std::string> line
            = {fmt::format("{} ({}, {} run {})", row.model, row.generator, shortName(row.session), row.run)};
        for (const TransferCell &cell : row.cells)
            line.push_back(fmt::format("{} ({} of {})", percent(cell.share()), grouped(cell.failing),
                                       grouped(cell.tests)));
        table.add(line);
    }
    return table.text()
        + "share failing, of the tests whose seed the model of the column classifies correctly\n";
}

std::vector<TransferRow> measure(const Options &options, Shell &shell)
{
    StatusLine status(verbosityOf(options.quiet));
    std::vector<TransferRow> rows;
    for (const std::string &file : options.sessions) {
        const auto store = sessionAt(file, SessionStore::Mode::ReadOnly);
        const std::vector<fs::path> models(options.models.begin(), options.models.end());
        for (TransferRow &row : transferSession(*store, models, [&](std::size_t done, std::size_t total) {
                 status.update(fmt::format("{}  {}", file, progressBar(double(done) / double(total))));
                 return !shell.control.stopRequested();
             }))
            rows.push_back(std::move(row));
        if (shell.control.stopRequested())
            throw Interrupted();
    }
    return rows;
}

int transfer(const Options &options, Shell &shell)
{
    if (options.threads > 0)
        setModelThreads(options.threads);
    const std::vector<TransferRow> rows = measure(options, shell);
    if (options.json)
        printJson(jsonOf(options, rows));
    else
        printText(textOf(options, rows));
    return exitDone;
}

} // namespace

void addTransfer(CLI::App &app, Shell &shell)
{
    const auto options = std::make_shared<Options>();
    CLI::App *command = addCommand(app, "transfer", "Put the failing tests of sessions to other models");
    command->add_option("SESSION", options->sessions, "Session files")->required();
    command
        ->add_option("--model", options->models,
                     "Project, or model file that is fed like the model of the session; may be given several "
                     "times")
        ->required()
        ->type_name("PATH")
        ->allow_extra_args(false);
    addThreads(*command, options->threads);
    addJson(*command, options->json);
    command->add_flag("--quiet", options->quiet, "No progress on the standard error");
    command->callback(
        [options, &shell] { shell.action = [options, &shell] { return transfer(*options, shell); }; });
}

} // namespace mutascope::cli
