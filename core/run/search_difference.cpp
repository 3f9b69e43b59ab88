// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/search_difference.h"
#include <algorithm>
#include <fmt/format.h>
#include <tuple>

namespace mutascope {

namespace {

// A number of a node, iteration or move under the name it is reported by. All of them fit a double.
struct Field {
    const char *name;
    double value;
};
using Fields = std::vector<Field>;

Fields fieldsOf(const SearchTreeInfo::Item &item)
{
    return {{"seed", double(item.seed)}, {"test", double(item.test)}};
}

Fields fieldsOf(const SearchNode &node)
{
    return {{"parent", double(node.parent)},
            {"action", double(node.action)},
            {"number of actions", double(node.actions)},
            {"finish", double(node.finish)}};
}

Fields fieldsOf(const SearchIteration &iteration)
{
    return {{"tree", double(iteration.tree)},
            {"leaf batch", double(iteration.batch)},
            {"root", double(iteration.root)},
            {"selected node", double(iteration.selected)},
            {"first node made", double(iteration.firstMade)},
            {"number of nodes made", double(iteration.made)},
            {"last node", double(iteration.last)},
            {"reward", iteration.reward},
            {"rewarded", double(iteration.rewarded)}};
}

Fields fieldsOf(const SearchMove &move)
{
    return {{"kind", double(move.kind)},
            {"tree", double(move.tree)},
            {"iterations before", double(move.behind)},
            {"node", double(move.node)},
            {"gain", move.gain}};
}

Fields fieldsOf(const SearchPriors &priors)
{
    Fields fields{{"tree", double(priors.tree)},
                  {"node", double(priors.node)},
                  {"number of priors", double(priors.values.size())}};
    for (const double value : priors.values)
        fields.push_back({"prior", value});
    return fields;
}

std::string textOf(const SearchMove &move)
{
    return move.reason;
}
template <typename Element> std::string textOf(const Element &)
{
    return {};
}

std::string differenceOf(const SearchTreeInfo &stored, const SearchTreeInfo &again);
std::string differenceOf(const std::vector<SearchNode> &stored, const std::vector<SearchNode> &again);

template <typename Element> std::string differenceOf(const Element &stored, const Element &again)
{
    const Fields before = fieldsOf(stored), now = fieldsOf(again);
    for (std::size_t i = 0; i < before.size(); ++i)
        if (before[i].value != now[i].value)
            return fmt::format("{} {}, was {}", now[i].name, now[i].value, before[i].value);
    if (textOf(stored) != textOf(again))
        return fmt::format("reason '{}', was '{}'", textOf(again), textOf(stored));
    return {};
}

template <typename Element>
std::string differenceOfLists(const std::string &what, const std::vector<Element> &stored,
                              const std::vector<Element> &again)
{
    for (std::size_t i = 0; i < std::min(stored.size(), again.size()); ++i)
        if (const std::string text = differenceOf(stored[i], again[i]); !text.empty())
            return fmt::format("{} {}: {}", what, i, text);
    return stored.size() == again.size()
        ? ""
        : fmt::format("{} {}: {}", what, std::min(stored.size(), again.size()),
                      stored.size() > again.size() ? "was not made again" : "is not in the session");
}

std::string differenceOf(const SearchTreeInfo &stored, const SearchTreeInfo &again)
{
    return differenceOfLists("image", stored.batch, again.batch);
}

std::string differenceOf(const std::vector<SearchNode> &stored, const std::vector<SearchNode> &again)
{
    return differenceOfLists("node", stored, again);
}

std::string differenceOf(const SearchDescription &stored, const SearchDescription &again)
{
    const auto all = [](const SearchDescription &how) {
        return std::tie(how.policy, how.exploration, how.virtualLoss, how.levels, how.grid, how.priorWeight,
                        how.firstPlay, how.widening, how.rave);
    };
    return all(stored) == all(again) ? "" : "the search is described differently";
}

} // namespace

std::string firstDifference(const SearchHistory &stored, const SearchHistory &again)
{
    // Iterations first: where a search goes another way, that is where it begins.
    for (const std::string &text : {differenceOf(stored.description, again.description),
                                    differenceOfLists("iteration", stored.iterations, again.iterations),
                                    differenceOfLists("tree", stored.nodes, again.nodes),
                                    differenceOfLists("tree", stored.trees, again.trees),
                                    differenceOfLists("move", stored.moves, again.moves),
                                    differenceOfLists("priors", stored.priors, again.priors)})
        if (!text.empty())
            return text;
    return {};
}

} // namespace mutascope
