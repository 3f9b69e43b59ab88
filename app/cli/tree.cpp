// SPDX-License-Identifier: GPL-3.0-or-later
// tree: a search tree of a run, for other programs.
#include "app/cli/options.h"
#include "app/cli/output.h"
#include "app/cli/paths.h"
#include "app/cli/shell.h"
#include "core/base/error.h"
#include "core/search/tree_export.h"
#include <fmt/format.h>
#include <optional>

namespace mutascope::cli {

namespace {

struct Options {
    std::string file;
    std::int64_t run = 0;
    std::optional<std::int64_t> tree; // the last one
    std::int64_t leastVisits = 0;
    std::string format = "json";
    std::string out;
};

SearchHistory historyOf(const SessionStore &store, std::int64_t run)
{
    SearchHistory history = store.search(run);
    if (history.trees.empty())
        throw Error(ErrorCode::NotFound,
                    fmt::format("run {} of {} ({}) searched no tree", run, store.file().string(),
                                store.run(run).generator),
                    "Choose a run of a generator that searches trees, for example deepsmart");
    return history;
}

std::int64_t treeIndex(const Options &options, const SearchHistory &history)
{
    const std::int64_t last = std::int64_t(history.trees.size()) - 1;
    const std::int64_t tree = options.tree.value_or(last);
    if (tree > last)
        throw Error(ErrorCode::NotFound, fmt::format("--tree: there is no tree {}", tree),
                    last == 0 ? "The run has one, number 0" : fmt::format("The run has 0 to {}", last));
    return tree;
}

// Behind the last that happened in the tree.
void seekEndOf(TreePlayer &player, std::int64_t tree)
{
    std::int64_t position = player.events();
    while (position > 0 && player.event(position - 1).tree != tree)
        --position;
    player.seek(position);
}

int writeTree(const Options &options)
{
    const bool dot = options.format == "dot";
    if (!dot && options.format != "json")
        throwUnknownName("format", options.format, std::vector<std::string>{"json", "dot"});
    if (!options.out.empty())
        checkOutputFile(options.out);
    const auto store = sessionAt(options.file, SessionStore::Mode::ReadOnly);
    const auto history
        = std::make_shared<const SearchHistory>(historyOf(*store, runOrOnly(*store, options.run)));
    const std::int64_t tree = treeIndex(options, *history);
    TreePlayer player(history);
    seekEndOf(player, tree);
    std::string text = dot ? treeDot(player, options.leastVisits) : treeJson(player, options.leastVisits);
    if (text.empty() || text.back() != '\n')
        text += '\n';
    printOrWrite(text, options.out);
    return exitDone;
}

} // namespace

void addTree(CLI::App &app, Shell &shell)
{
    const auto options = std::make_shared<Options>();
    CLI::App *command = addCommand(app, "tree", "Write a search tree of a run as JSON or for Graphviz");
    addText(*command, "FILE", options->file, "Session file")->required();
    addRunNumber(*command, options->run, "the only one");
    addCount(
        *command, "--tree", 0, [options](std::int64_t n) { options->tree = n; },
        "Number of the tree, from 0 (default: the last)");
    addCount(
        *command, "--min-visits", 0, [options](std::int64_t n) { options->leastVisits = n; },
        "Fold children with fewer visits into one entry (default: 0)");
    addText(*command, "--format", options->format, "json (default) or dot")->type_name("FORMAT");
    addText(*command, "--out", options->out, "File to write (default: the standard output)")
        ->type_name("FILE");
    command->callback([options, &shell] { shell.action = [options] { return writeTree(*options); }; });
}

} // namespace mutascope::cli
