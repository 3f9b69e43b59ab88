// SPDX-License-Identifier: GPL-3.0-or-later
// verify: predict every stored failing test again.
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
    bool json = false;
};

std::vector<std::int64_t> chosenRuns(const SessionStore &store, std::int64_t given)
{
    if (given != 0)
        return {store.run(given).id};
    std::vector<std::int64_t> ids;
    for (const RunRecord &run : store.runs())
        ids.push_back(run.id);
    if (ids.empty())
        runOrOnly(store, 0); // throws: there is none
    return ids;
}

struct Verified {
    std::int64_t run = 0;
    VerifyResult result;
};

std::int64_t missesOf(const VerifyResult &result)
{
    return std::int64_t(result.notReproduced.size());
}

nlohmann::json jsonOf(const std::vector<Verified> &all, std::int64_t given)
{
    std::int64_t tests = 0, failing = 0, misses = 0;
    nlohmann::json runs = nlohmann::json::array();
    for (const auto &[run, result] : all) {
        tests += result.tests;
        failing += result.stillFailing;
        misses += missesOf(result);
        runs.push_back({{"run", run},
                        {"tests", result.tests},
                        {"still_failing", result.stillFailing},
                        {"not_reproduced", result.notReproduced}});
    }
    nlohmann::json object
        = {{"runs", runs}, {"tests", tests}, {"still_failing", failing}, {"not_reproduced", misses}};
    if (given != 0)
        object["run"] = given;
    return object;
}

std::string textOf(const Verified &verified)
{
    const VerifyResult &result = verified.result;
    std::string text = fmt::format("run {}: {} of {} still fail\n", verified.run,
                                   grouped(result.stillFailing), plural(result.tests, "failing test"));
    constexpr std::size_t shown = 20;
    for (std::size_t i = 0; i < std::min(shown, result.notReproduced.size()); ++i)
        text += fmt::format("  test {} does not fail any more\n", result.notReproduced[i]);
    if (result.notReproduced.size() > shown)
        text += fmt::format("  and {} more; --json lists them all\n", result.notReproduced.size() - shown);
    return text;
}

int verify(const Options &options, Shell &shell)
{
    const auto store = sessionAt(options.file, SessionStore::Mode::ReadOnly);
    std::vector<Verified> all;
    std::int64_t misses = 0;
    for (const std::int64_t run : chosenRuns(*store, options.run)) {
        all.push_back({run, verifyRun(*store, run, shell.control)});
        misses += missesOf(all.back().result);
        if (shell.control.stopRequested())
            throw Interrupted();
    }
    if (options.json)
        printJson(jsonOf(all, options.run));
    for (const Verified &verified : all)
        if (!options.json)
            printText(textOf(verified));
    return misses == 0 ? exitDone : exitFailed;
}

} // namespace

void addVerify(CLI::App &app, Shell &shell)
{
    const auto options = std::make_shared<Options>();
    CLI::App *command = addCommand(app, "verify",
                                   "Predict every stored failing test again; exit 1 where one does not fail");
    addText(*command, "FILE", options->file, "Session file")->required();
    addRunNumber(*command, options->run, "every run");
    addJson(*command, options->json);
    command->callback(
        [options, &shell] { shell.action = [options, &shell] { return verify(*options, shell); }; });
}

} // namespace mutascope::cli
