// SPDX-License-Identifier: GPL-3.0-or-later
// Places the nodes of a directed acyclic graph in layers, from top to bottom: longest path layering, dummy
// nodes on long edges, crossings reduced by barycentres (Sugiyama, Tagawa and Toda, 1981), and within a layer
// the places nearest to the neighbours that keep the order (isotonic regression).
#pragma once

#include <QList>
#include <QPointF>
#include <QRectF>
#include <QSizeF>
#include <vector>

namespace mutascope::widgets {

struct GraphShape {
    std::vector<QSizeF> sizes; // one a node
    std::vector<std::pair<int, int>> edges; // from, to; may repeat
};

struct GraphPlaces {
    std::vector<QRectF> nodes;
    std::vector<QList<QPointF>> edges; // from the lower edge of a node to the upper edge of another
    std::vector<int> layers; // of the nodes, from 0
    QRectF bounds;
};

// Deterministic. Edges of unknown nodes, and those that would close a cycle (from a node to itself or to one
// before it in the list), get no points.
GraphPlaces placeGraph(const GraphShape &shape, double layerGap = 34, double nodeGap = 22);

} // namespace mutascope::widgets
