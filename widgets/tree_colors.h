// SPDX-License-Identifier: GPL-3.0-or-later
// What the colour of a tree's node says.
#pragma once

#include "widgets/tree_items.h"

#include <QColor>
#include <QPalette>

namespace mutascope::widgets {

enum class TreeColoring { Visits, Mean, Potential };

// From dark to light by even steps of lightness, so that it also reads without colour (viridis).
QColor scaleColor(double share);
// The same on the palette's ground: on a dark one without the scale's dark end, which could not be told from
// it.
QColor scaleColor(double share, const QPalette &palette);
// Black or white, whichever is easier to read on it.
QColor textOn(const QColor &ground);

// Where a node's value lies between the least and the largest of the tree: visits by their logarithm.
class TreeScale {
public:
    TreeScale() = default;
    TreeScale(const TreeItems &items, TreeColoring coloring);
    TreeColoring coloring() const { return m_coloring; }
    double largest() const { return m_largest; } // 0: there is nothing to compare
    std::optional<double> share(const TreeItem &item) const; // none: it has no value
    std::optional<double> valueAt(double share) const;

private:
    TreeColoring m_coloring = TreeColoring::Visits;
    double m_largest = 0;
};

std::optional<double> treeValue(const TreeItem &item, TreeColoring coloring);

} // namespace mutascope::widgets
