// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/tree_shape.h"

#include "widgets/tree_layout.h"

#include <algorithm>

namespace mutascope::widgets {

namespace {

constexpr TreeMarks alwaysShown = TreeMarks(TreeMark::Root) | TreeMark::Current | TreeMark::OnPath;

bool isRare(const TreeItem &item, qint64 leastVisits, const TreeFolding &folding)
{
    return item.visits < leastVisits && !(item.marks & alwaysShown) && !folding.shown.contains(item.id);
}

} // namespace

void TreeShape::arrange(const TreeItems &items, const TreeFolding &folding)
{
    clear();
    m_nodeOf.assign(std::size_t(items.size()), -1);
    m_foldOf.assign(std::size_t(items.size()), -1);
    m_levelStart.push_back(0);
    if (items.size() == 0)
        return;
    m_nodes.reserve(std::size_t(items.size()));
    m_nodes.push_back({});
    m_nodes.front().item = 0;
    m_nodeOf[0] = 0;
    for (int i = 0; i < size(); ++i) {
        if (i > 0 && node(i).depth > node(i - 1).depth)
            m_levelStart.push_back(i);
        addChildren(items, folding, i);
    }
    m_levelStart.push_back(size());
    place();
}

void TreeShape::addChildren(const TreeItems &items, const TreeFolding &folding, int index)
{
    const int item = node(index).item;
    m_nodes[std::size_t(index)].firstChild = size();
    const auto children = items.children(item);
    if (node(index).isFold() || children.empty())
        return;
    const qint64 id = items.item(item).id;
    if (folding.collapsed.contains(id)) {
        m_nodes[std::size_t(index)].hidesChildren = true;
        return;
    }
    const qint64 least = folding.unfolded.contains(id) ? 0 : folding.leastVisits;
    int folded = 0;
    for (const int child : children)
        folded += isRare(items.item(child), least, folding);
    if (folded == int(children.size()) && index > 0) {
        m_nodes[std::size_t(index)].hidesChildren = true;
        return;
    }
    if (folded == 1) // a fold would take the same room
        folded = 0;
    TreeShapeNode one;
    one.parent = index;
    one.depth = node(index).depth + 1;
    for (const int child : children) {
        if (folded > 0 && isRare(items.item(child), least, folding))
            continue;
        one.item = child;
        m_nodeOf[std::size_t(child)] = size();
        m_nodes.push_back(one);
    }
    if (folded > 0) {
        one.item = item;
        one.folded = folded;
        m_foldOf[std::size_t(item)] = size();
        m_nodes.push_back(one);
    }
    m_nodes[std::size_t(index)].children = size() - node(index).firstChild;
}

void TreeShape::place()
{
    std::vector<TreeLayoutNode> tree;
    tree.reserve(m_nodes.size());
    for (const TreeShapeNode &one : m_nodes)
        tree.push_back({one.parent, one.firstChild, one.children});
    const std::vector<double> places = tidyLayout(tree);
    for (std::size_t i = 0; i < m_nodes.size(); ++i) {
        m_nodes[i].place = m_nodes[i].first = m_nodes[i].last = places[i];
        m_nodes[i].deepest = m_nodes[i].depth;
    }
    for (int i = size() - 1; i > 0; --i) {
        const TreeShapeNode &one = node(i);
        TreeShapeNode &parent = m_nodes[std::size_t(one.parent)];
        parent.first = std::min(parent.first, one.first);
        parent.last = std::max(parent.last, one.last);
        parent.deepest = std::max(parent.deepest, one.deepest);
    }
}

int TreeShape::nodeOf(int item) const
{
    return item < 0 || std::size_t(item) >= m_nodeOf.size() ? -1 : m_nodeOf[std::size_t(item)];
}

int TreeShape::foldOf(int item) const
{
    return item < 0 || std::size_t(item) >= m_foldOf.size() ? -1 : m_foldOf[std::size_t(item)];
}

int TreeShape::nearest(int depth, double place) const
{
    if (depth < 0 || depth >= levels())
        return -1;
    const auto begin = m_nodes.begin() + levelStart(depth);
    const auto end = m_nodes.begin() + levelStart(depth + 1);
    const auto behind = std::lower_bound(
        begin, end, place, [](const TreeShapeNode &one, double value) { return one.place < value; });
    if (behind == end)
        return int(end - m_nodes.begin()) - 1;
    if (behind != begin && place - std::prev(behind)->place < behind->place - place)
        return int(behind - m_nodes.begin()) - 1;
    return int(behind - m_nodes.begin());
}

qint64 foldingFor(const TreeItems &items, int nodes)
{
    TreeFolding folding;
    TreeShape shape;
    for (;;) {
        shape.arrange(items, folding);
        qint64 next = -1; // visits of the rarest that is still shown by itself
        for (int i = 0; i < shape.size(); ++i) {
            const TreeItem &item = items.item(shape.node(i).item);
            if (!shape.node(i).isFold() && item.visits >= folding.leastVisits
                && (next < 0 || item.visits < next))
                next = item.visits;
        }
        if (shape.size() <= nodes || next < 0)
            return folding.leastVisits;
        folding.leastVisits = std::max(folding.leastVisits * 3 / 2, next + 1);
    }
}

} // namespace mutascope::widgets
