// SPDX-License-Identifier: GPL-3.0-or-later
// The nodes of a tree, as the drawn tree and the table share them. Never changed once made, so that another
// thread may make them.
#pragma once

#include <QFlags>
#include <QHash>
#include <QString>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace mutascope::widgets {

enum class TreeMark {
    Root = 1, // where the search starts from now
    Current = 2, // what the present phase is about
    OnPath = 4, // from the root to there
    Finished = 8, // nothing more to be found behind it
    Chosen = 16, // its result was kept
    Failing = 32 // a failing test
};
Q_DECLARE_FLAGS(TreeMarks, TreeMark)
Q_DECLARE_OPERATORS_FOR_FLAGS(TreeMarks)

struct TreeItem {
    qint64 id = 0;
    qint64 parent = -1; // -1: the root
    qint64 order = 0; // among its siblings
    QString label;
    qint64 visits = 0;
    std::optional<double> mean; // none: never measured
    std::optional<double> best;
    std::optional<double> potential; // of being picked next
    TreeMarks marks;
};

// What the numbers of a tree are called.
struct TreeWords {
    QString visits;
    QString mean;
    QString best;
};

class TreeItems {
public:
    // Null where the first is not the root, another has no parent before it, or an id comes twice.
    static std::shared_ptr<const TreeItems> make(std::vector<TreeItem> items);

    static const TreeItems &none();

    int size() const { return int(m_items.size()); }
    const TreeItem &item(int index) const { return m_items[std::size_t(index)]; }
    int parent(int index) const { return m_parents[std::size_t(index)]; } // -1: the root
    int row(int index) const { return m_rows[std::size_t(index)]; } // among its siblings
    std::span<const int> children(int index) const; // in their order
    int indexOf(qint64 id) const { return m_indices.value(id, -1); }
    std::vector<int> path(int index) const; // from the root

private:
    TreeItems() = default;
    bool connectParents();
    void sortChildren();

    std::vector<TreeItem> m_items;
    std::vector<int> m_parents;
    std::vector<int> m_rows;
    std::vector<int> m_childStart; // one more than items: where a node's children begin in m_children
    std::vector<int> m_children;
    QHash<qint64, int> m_indices;
};

using TreeItemsPtr = std::shared_ptr<const TreeItems>;

// What a mark says, in a few words; more than one: separated by commas.
QString treeMarksText(TreeMarks marks);

} // namespace mutascope::widgets
