// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/tree_items.h"

#include <QCoreApplication>
#include <QStringList>
#include <algorithm>
#include <array>

namespace mutascope::widgets {

TreeItemsPtr TreeItems::make(std::vector<TreeItem> items)
{
    std::shared_ptr<TreeItems> tree(new TreeItems);
    tree->m_items = std::move(items);
    if (!tree->connectParents())
        return nullptr;
    tree->sortChildren();
    return tree;
}

const TreeItems &TreeItems::none()
{
    static const TreeItemsPtr nothing = make({});
    return *nothing;
}

bool TreeItems::connectParents()
{
    m_parents.resize(m_items.size(), -1);
    m_indices.reserve(size());
    for (int i = 0; i < size(); ++i) {
        const TreeItem &one = item(i);
        const int parent = indexOf(one.parent);
        if ((i == 0) != (one.parent < 0) || (i > 0 && parent < 0) || m_indices.contains(one.id))
            return false;
        m_parents[std::size_t(i)] = parent;
        m_indices.insert(one.id, i);
    }
    return true;
}

void TreeItems::sortChildren()
{
    m_childStart.assign(m_items.size() + 1, 0);
    for (const int parent : m_parents)
        if (parent >= 0)
            ++m_childStart[std::size_t(parent) + 1];
    for (std::size_t i = 1; i < m_childStart.size(); ++i)
        m_childStart[i] += m_childStart[i - 1];
    std::vector<int> next(m_childStart);
    m_children.resize(m_items.empty() ? 0 : m_items.size() - 1);
    for (int i = 1; i < size(); ++i)
        m_children[std::size_t(next[std::size_t(parent(i))]++)] = i;
    m_rows.resize(m_items.size());
    const auto before = [this](int a, int b) { return item(a).order < item(b).order; };
    for (std::size_t i = 0; i < m_items.size(); ++i) {
        const auto begin = m_children.begin() + m_childStart[i];
        const auto end = m_children.begin() + m_childStart[i + 1];
        std::stable_sort(begin, end, before);
        for (auto child = begin; child != end; ++child)
            m_rows[std::size_t(*child)] = int(child - begin);
    }
}

std::span<const int> TreeItems::children(int index) const
{
    const auto i = std::size_t(index);
    return std::span(m_children)
        .subspan(std::size_t(m_childStart[i]), std::size_t(m_childStart[i + 1] - m_childStart[i]));
}

std::vector<int> TreeItems::path(int index) const
{
    std::vector<int> nodes;
    for (int node = index; node >= 0; node = parent(node))
        nodes.push_back(node);
    std::reverse(nodes.begin(), nodes.end());
    return nodes;
}

QString treeMarksText(TreeMarks marks)
{
    static constexpr std::array<std::pair<TreeMark, const char *>, 6> names{{
        {TreeMark::Root, QT_TRANSLATE_NOOP("mutascope::widgets::TreeView", "root of the search")},
        {TreeMark::Current, QT_TRANSLATE_NOOP("mutascope::widgets::TreeView", "now")},
        {TreeMark::OnPath, QT_TRANSLATE_NOOP("mutascope::widgets::TreeView", "on the path")},
        {TreeMark::Finished, QT_TRANSLATE_NOOP("mutascope::widgets::TreeView", "finished")},
        {TreeMark::Chosen, QT_TRANSLATE_NOOP("mutascope::widgets::TreeView", "kept")},
        {TreeMark::Failing, QT_TRANSLATE_NOOP("mutascope::widgets::TreeView", "failing")},
    }};
    QStringList words;
    for (const auto &[mark, name] : names)
        if (marks.testFlag(mark))
            words.append(QCoreApplication::translate("mutascope::widgets::TreeView", name));
    return words.join(QStringLiteral(", "));
}

} // namespace mutascope::widgets
