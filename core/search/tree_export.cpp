// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/tree_export.h"
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace mutascope {

namespace {

// What of a tree is shown, and what is folded below each node that is.
struct Shown {
    struct Folded {
        std::int64_t children = 0;
        std::int64_t nodes = 0;
    };
    std::vector<bool> nodes;
    std::vector<Folded> folded; // [node]
};

// Nodes from the root to the search's root and to the current event's node.
std::vector<bool> pathNodes(const TreePlayer &player)
{
    const SearchTree &tree = player.state();
    std::vector<bool> onPath(std::size_t(tree.size()));
    onPath[0] = true;
    const TreePlayer::Event *now = player.current();
    for (std::int32_t end : {player.root(), now ? now->node : 0})
        for (; end > 0; end = tree.node(end).parent)
            onPath[std::size_t(end)] = true;
    return onPath;
}

Shown shownOf(const TreePlayer &player, std::int64_t leastVisits)
{
    const SearchTree &tree = player.state();
    const std::size_t size = std::size_t(tree.size());
    std::vector<std::int64_t> below(size, 1); // nodes of the subtree
    for (std::int32_t id = tree.size() - 1; id > 0; --id)
        below[std::size_t(tree.node(id).parent)] += below[std::size_t(id)];
    Shown shown{pathNodes(player), std::vector<Shown::Folded>(size)};
    for (std::int32_t id = 1; id < tree.size(); ++id) {
        const std::size_t parent = std::size_t(tree.node(id).parent);
        const bool wanted = shown.nodes[std::size_t(id)] || tree.stats(id).visits >= leastVisits;
        shown.nodes[std::size_t(id)] = shown.nodes[parent] && wanted;
        if (shown.nodes[parent] && !wanted) {
            ++shown.folded[parent].children;
            shown.folded[parent].nodes += below[std::size_t(id)];
        }
    }
    return shown;
}

std::string actionName(const TreePlayer &player, std::int32_t id)
{
    const auto &levels = player.history().description.levels;
    const int action = player.state().node(id).action;
    if (levels.empty() || id == 0)
        return id == 0 ? "root" : "action " + std::to_string(action);
    const auto &names = levels[std::size_t(player.state().depth(id) - 1) % levels.size()];
    return std::size_t(action) < names.size() ? names[std::size_t(action)]
                                              : "action " + std::to_string(action);
}

const char *finishName(const SearchTree &tree, std::int32_t id)
{
    switch (tree.node(id).finish) {
    case Finish::Constraint:
        return "constraint";
    case Finish::Depth:
        return "depth";
    case Finish::Open:
    case Finish::Exhausted:
        break;
    }
    return tree.exhausted(id) ? "exhausted" : "open";
}

std::string quoted(const std::string &text)
{
    std::string out;
    for (const char c : text) {
        if (c == '"' || c == '\\')
            out += '\\';
        out += c == '\n' || c == '\r' ? ' ' : c;
    }
    return out;
}

std::string dotNode(const TreePlayer &player, std::int32_t id)
{
    const SearchTree &tree = player.state();
    const NodeStats &stats = tree.stats(id);
    const std::string finish = finishName(tree, id);
    return fmt::format("  n{} [label=\"{}\\n{} visits, mean {:.6g}\\nbest {:.6g}, {}\"{}{}];\n", id,
                       quoted(actionName(player, id)), stats.visits, stats.mean(), stats.best, finish,
                       finish == "open" ? "" : ", style=dashed", id == player.root() ? ", penwidth=3" : "");
}

} // namespace

std::string treeDot(const TreePlayer &player, std::int64_t leastVisits)
{
    const SearchTree &tree = player.state();
    const Shown shown = shownOf(player, leastVisits);
    std::string out = "digraph search {\n  node [shape=box, fontname=\"sans-serif\"];\n";
    for (std::int32_t id = 0; id < tree.size(); ++id) {
        if (!shown.nodes[std::size_t(id)])
            continue;
        out += dotNode(player, id);
        if (id > 0)
            out += fmt::format("  n{} -> n{};\n", tree.node(id).parent, id);
        const Shown::Folded &folded = shown.folded[std::size_t(id)];
        if (folded.children > 0)
            out += fmt::format("  f{0} [label=\"+{1} children, {2} nodes\", shape=plaintext];\n"
                               "  n{0} -> f{0} [style=dotted];\n",
                               id, folded.children, folded.nodes);
    }
    return out + "}\n";
}

std::string treeJson(const TreePlayer &player, std::int64_t leastVisits)
{
    const SearchTree &tree = player.state();
    const Shown shown = shownOf(player, leastVisits);
    nlohmann::ordered_json nodes = nlohmann::ordered_json::array();
    for (std::int32_t id = 0; id < tree.size(); ++id) {
        if (!shown.nodes[std::size_t(id)])
            continue;
        const NodeStats &stats = tree.stats(id);
        const Shown::Folded &folded = shown.folded[std::size_t(id)];
        nodes.push_back({{"id", id},
                         {"parent", tree.node(id).parent},
                         {"action", tree.node(id).action},
                         {"name", actionName(player, id)},
                         {"visits", stats.visits},
                         {"mean", stats.mean()},
                         {"best", stats.best},
                         {"finish", finishName(tree, id)},
                         {"folded", folded.children},
                         {"folded_nodes", folded.nodes}});
    }
    const SearchDescription &how = player.history().description;
    const nlohmann::ordered_json out{{"tree", player.tree()},          {"position", player.position()},
                                     {"root", player.root()},          {"policy", how.policy},
                                     {"exploration", how.exploration}, {"nodes", std::move(nodes)}};
    // Names come from a file: what is no UTF-8 is replaced.
    return out.dump(1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

} // namespace mutascope
