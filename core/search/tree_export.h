// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/search/tree_player.h"
#include <cstdint>
#include <string>

namespace mutascope {

// The tree at the player's position, as text for other programs. Children with fewer visits than leastVisits
// are folded into one entry that says how many they are; the path to the search's root and to the current
// event's node is never folded.
std::string treeDot(const TreePlayer &player, std::int64_t leastVisits = 0); // Graphviz
// {"tree", "position", "root", "policy", "exploration", "nodes": [{"id", "parent", "action", "name",
// "visits", "mean", "best", "finish", "folded", "folded_nodes"}, ...]}, parents before their children;
// "folded" and "folded_nodes" count what is not listed below a node: children and all that is behind them.
std::string treeJson(const TreePlayer &player, std::int64_t leastVisits = 0);

} // namespace mutascope
