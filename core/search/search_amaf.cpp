// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/search_tree.h"
#include <algorithm>

// RAVE: what an action is worth wherever below a node it was taken. Gelly & Silver: Monte-Carlo tree search
// and rapid action value estimation in computer Go. Artificial Intelligence 175(11), 2011, section 4.
namespace mutascope {

void SearchTree::trackAmaf(int period)
{
    m_amafPeriod = std::max(period, 1);
    m_amaf.resize(m_nodes.size());
}

const std::vector<AmafStats> &SearchTree::amaf(std::int32_t id) const
{
    static const std::vector<AmafStats> none;
    return m_amafPeriod > 0 ? m_amaf[std::size_t(id)] : none;
}

void SearchTree::setAmaf(std::int32_t id, std::vector<AmafStats> amaf)
{
    m_amaf[std::size_t(id)] = std::move(amaf);
}

// An iteration counts once for each action taken below a node at a level of the same meaning.
void SearchTree::addAmaf(std::int32_t node, double reward)
{
    const SearchPath actions = path(node);
    const std::size_t period = std::size_t(m_amafPeriod);
    std::vector<int> taken;
    for (std::int32_t id = at(node).made.parent; id >= 0; id = at(id).made.parent) {
        taken.clear();
        for (std::size_t level = std::size_t(depth(id)); level < actions.size(); level += period)
            if (actions[level] < at(id).made.actions) // levels may differ in how many there are
                taken.push_back(actions[level]);
        std::sort(taken.begin(), taken.end());
        taken.erase(std::unique(taken.begin(), taken.end()), taken.end());
        for (const int action : taken)
            countAmaf(id, action, reward);
    }
}

void SearchTree::countAmaf(std::int32_t node, std::int32_t action, double reward)
{
    std::vector<AmafStats> &all = m_amaf[std::size_t(node)];
    auto place = std::lower_bound(all.begin(), all.end(), action,
                                  [](const AmafStats &other, int wanted) { return other.action < wanted; });
    if (place == all.end() || place->action != action)
        place = all.insert(place, {action, 0, 0});
    ++place->visits;
    place->sum += reward;
}

} // namespace mutascope
