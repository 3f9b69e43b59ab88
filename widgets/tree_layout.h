// SPDX-License-Identifier: GPL-3.0-or-later
// A tidy drawing of a tree: no overlaps, parents centred over their children, order kept, and as narrow as
// that allows. Linear in the number of nodes, and without recursion: a chain may be as long as memory allows.
#pragma once

#include <vector>

namespace mutascope::widgets {

// Nodes level by level (breadth first): a node's children follow one another.
struct TreeLayoutNode {
    int parent = -1; // -1: the root, which is node 0
    int firstChild = 0;
    int children = 0;
};

// Where each node lies across its level; neighbours are at least 1 apart, those of different parents
// 1 + cousinGap. The smallest is 0.
std::vector<double> tidyLayout(const std::vector<TreeLayoutNode> &nodes, double cousinGap = 0.5);

} // namespace mutascope::widgets
