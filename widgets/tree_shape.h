// SPDX-License-Identifier: GPL-3.0-or-later
// Which nodes of a tree are shown, and where: some are collapsed, rarely visited ones are folded together.
#pragma once

#include "widgets/tree_items.h"

#include <QSet>

namespace mutascope::widgets {

// What the reader has chosen, by ids, so that it outlives new items.
struct TreeFolding {
    qint64 leastVisits = 0; // children with fewer are folded into one "+n"; 0: none
    QSet<qint64> collapsed; // their children are hidden
    QSet<qint64> unfolded; // all their children are shown
    QSet<qint64> shown; // these are never folded
};

struct TreeShapeNode {
    int item = -1; // of the items; a fold's: the parent's
    int parent = -1; // of the shape
    int firstChild = 0;
    int children = 0;
    int depth = 0;
    int folded = 0; // > 0: stands for so many children
    double place = 0; // across the levels
    double first = 0; // of the subtree
    double last = 0;
    int deepest = 0;
    bool hidesChildren = false; // collapsed or all of them folded, and has some

    bool isFold() const { return folded > 0; }
};

class TreeShape {
public:
    void clear() { *this = {}; }
    void arrange(const TreeItems &items, const TreeFolding &folding);

    bool isEmpty() const { return m_nodes.empty(); }
    int size() const { return int(m_nodes.size()); }
    const TreeShapeNode &node(int index) const { return m_nodes[std::size_t(index)]; }
    int levels() const { return int(m_levelStart.size()) - 1; }
    int levelStart(int depth) const { return m_levelStart[std::size_t(depth)]; } // nodes come level by level
    double breadth() const { return m_nodes.empty() ? 0 : m_nodes.front().last + 1; }
    int nodeOf(int item) const; // -1: not shown
    int foldOf(int item) const; // the fold among its children; -1: none
    // The node whose place is nearest; of that level.
    int nearest(int depth, double place) const;

private:
    void addChildren(const TreeItems &items, const TreeFolding &folding, int index);
    void place();

    std::vector<TreeShapeNode> m_nodes;
    std::vector<int> m_levelStart; // one more than there are levels
    std::vector<int> m_nodeOf; // of each item
    std::vector<int> m_foldOf;
};

// The least number of visits that leaves at most so many nodes, folds included.
qint64 foldingFor(const TreeItems &items, int nodes);

} // namespace mutascope::widgets
