// SPDX-License-Identifier: GPL-3.0-or-later
// Trees that several tests start from.
#pragma once

#include "widgets/tree_items.h"

#include <random>

namespace mutascope::widgets {

inline TreeItem item(qint64 id, qint64 parent, const QString &label, qint64 visits)
{
    TreeItem one;
    one.id = id;
    one.parent = parent;
    one.order = id;
    one.label = label;
    one.visits = visits;
    one.mean = 0.01 * double(visits);
    return one;
}

// root 0 -> a 1 (x 4, y 5, z 6), b 2, c 3 (w 7)
inline std::vector<TreeItem> smallTree()
{
    return {item(0, -1, QStringLiteral("root"), 20), item(1, 0, QStringLiteral("a"), 12),
            item(2, 0, QStringLiteral("b"), 1),      item(3, 0, QStringLiteral("c"), 6),
            item(4, 1, QStringLiteral("x"), 9),      item(5, 1, QStringLiteral("y"), 1),
            item(6, 1, QStringLiteral("z"), 1),      item(7, 3, QStringLiteral("w"), 5)};
}

inline TreeItemsPtr small()
{
    return TreeItems::make(smallTree());
}

inline TreeItemsPtr large(int nodes)
{
    std::mt19937 random(3);
    std::vector<TreeItem> items{item(0, -1, QStringLiteral("root"), nodes)};
    for (int i = 1; i < nodes; ++i)
        items.push_back(item(i, qint64(random() % unsigned(i)), QStringLiteral("node %1").arg(i), 1));
    return TreeItems::make(std::move(items));
}

} // namespace mutascope::widgets
