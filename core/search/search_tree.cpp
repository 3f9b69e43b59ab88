// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/search_tree.h"
#include "core/base/error.h"
#include <algorithm>

namespace mutascope {

namespace {

[[noreturn]] void throwBadNode(const std::string &why)
{
    throw Error(ErrorCode::BadData, "a node of the search tree cannot be used: " + why,
                "The file is damaged, or the search problem has too many actions");
}

void checkActions(int actions)
{
    if (actions < 0 || actions > SearchTree::mostActions)
        throwBadNode("it has " + std::to_string(actions) + " actions; 0 to "
                     + std::to_string(SearchTree::mostActions) + " are possible");
}

} // namespace

SearchTree::SearchTree(int rootActions)
{
    checkActions(rootActions);
    m_nodes.emplace_back().made.actions = rootActions;
}

void SearchTree::checkNew(const SearchNode &node) const
{
    if (node.parent < 0 || node.parent >= size())
        throwBadNode("its parent does not exist");
    if (node.action < 0 || node.action >= at(node.parent).made.actions)
        throwBadNode("its parent has no such action");
    if (child(node.parent, node.action) >= 0)
        throwBadNode("its parent has a child of the same action");
    if (at(node.parent).depth >= mostDepth)
        throwBadNode("it is deeper than " + std::to_string(mostDepth) + " levels");
    if (node.finish < Finish::Open || node.finish > Finish::Depth)
        throwBadNode("it is finished in an unknown way");
    checkActions(node.actions);
}

std::int32_t SearchTree::add(const SearchNode &node)
{
    checkNew(node);
    const std::int32_t id = size();
    Node &made = m_nodes.emplace_back();
    made.made = node;
    Node &parent = at(node.parent);
    made.depth = parent.depth + 1;
    const Left before = left(parent);
    const auto place = std::upper_bound(parent.children.begin(), parent.children.end(), node.action,
                                        [](int action, const Child &other) { return action < other.action; });
    parent.children.insert(place, {node.action, id});
    parent.exhaustedChildren += left(made).exhausted;
    parent.closedChildren += left(made).closed;
    if (m_amafPeriod > 0)
        m_amaf.emplace_back();
    settle(node.parent, before);
    return id;
}

void SearchTree::removeLast()
{
    if (size() < 2)
        throw Error(ErrorCode::Internal, "the root of a search tree cannot be removed");
    const Node &last = m_nodes.back();
    const std::int32_t parentId = last.made.parent;
    const std::int32_t id = size() - 1;
    Node &parent = at(parentId);
    const Left before = left(parent);
    parent.exhaustedChildren -= left(last).exhausted;
    parent.closedChildren -= left(last).closed;
    std::erase_if(parent.children, [id](const Child &other) { return other.id == id; });
    m_nodes.pop_back();
    if (m_amafPeriod > 0)
        m_amaf.pop_back();
    settle(parentId, before);
}

std::int32_t SearchTree::mostChildren(const Node &node) const
{
    return m_mostChildren > 0 ? std::min(node.made.actions, m_mostChildren) : node.made.actions;
}

bool SearchTree::full(std::int32_t id) const
{
    return std::int32_t(at(id).children.size()) >= mostChildren(at(id));
}

SearchTree::Left SearchTree::left(const Node &node) const
{
    const std::int32_t actions = mostChildren(node);
    // A leaf on its way must not be gone through: whether anything is behind it is not known yet.
    const bool onItsWay = node.children.empty() && node.stats.pending > 0;
    const bool exhausted = node.made.finish != Finish::Open || node.exhaustedChildren == actions;
    return {exhausted, exhausted || onItsWay || node.closedChildren == actions};
}

// Tells the parents that what is left in a node has changed, as far up as it matters.
void SearchTree::settle(std::int32_t id, Left before)
{
    for (std::int32_t up = at(id).made.parent; up >= 0; up = at(up).made.parent) {
        const Left now = left(at(id));
        if (now == before)
            return;
        Node &parent = at(up);
        const Left parentBefore = left(parent);
        parent.exhaustedChildren += int(now.exhausted) - int(before.exhausted);
        parent.closedChildren += int(now.closed) - int(before.closed);
        id = up;
        before = parentBefore;
    }
}

void SearchTree::setStats(std::int32_t id, const NodeStats &stats)
{
    const Left before = left(at(id));
    at(id).stats = stats;
    settle(id, before);
}

void SearchTree::setFinish(std::int32_t id, Finish finish)
{
    const Left before = left(at(id));
    at(id).made.finish = finish;
    settle(id, before);
}

bool SearchTree::exhausted(std::int32_t id) const
{
    return left(at(id)).exhausted;
}

bool SearchTree::closed(std::int32_t id) const
{
    return left(at(id)).closed;
}

std::int32_t SearchTree::child(std::int32_t id, int action) const
{
    const std::vector<Child> &children = at(id).children;
    const auto place = std::lower_bound(children.begin(), children.end(), action,
                                        [](const Child &other, int wanted) { return other.action < wanted; });
    return place != children.end() && place->action == action ? place->id : -1;
}

std::vector<std::int32_t> SearchTree::children(std::int32_t id) const
{
    std::vector<std::int32_t> ids;
    ids.reserve(at(id).children.size());
    for (const Child &made : at(id).children)
        ids.push_back(made.id);
    return ids;
}

SearchPath SearchTree::path(std::int32_t id) const
{
    SearchPath actions(std::size_t(depth(id)));
    for (; node(id).parent >= 0; id = node(id).parent)
        actions[std::size_t(depth(id)) - 1] = node(id).action;
    return actions;
}

void SearchTree::addPending(std::int32_t node)
{
    for (; node >= 0; node = at(node).made.parent) {
        const Left before = left(at(node));
        ++at(node).stats.pending;
        settle(node, before);
    }
}

void SearchTree::removePending(std::int32_t node)
{
    for (; node >= 0; node = at(node).made.parent) {
        const Left before = left(at(node));
        --at(node).stats.pending;
        settle(node, before);
    }
}

void SearchTree::backpropagate(std::int32_t node, double reward, bool rewarded)
{
    if (!rewarded)
        return;
    for (std::int32_t id = node; id >= 0; id = at(id).made.parent) {
        NodeStats &stats = at(id).stats;
        ++stats.visits;
        stats.sum += reward;
        stats.best = std::max(stats.best, reward);
    }
    if (m_amafPeriod > 0)
        addAmaf(node, reward);
}

} // namespace mutascope
