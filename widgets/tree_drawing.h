// SPDX-License-Identifier: GPL-3.0-or-later
// Draws a part of a tree, on the screen or into a file.
#pragma once

#include "widgets/tree_colors.h"
#include "widgets/tree_shape.h"

#include <QFont>
#include <QPalette>
#include <QRectF>

class QPainter;

namespace mutascope::widgets {

// How many pixels a level and a place of the layout are.
struct TreeMeasures {
    double column = 0;
    double row = 0;
    double box = 0; // width of a node
    static constexpr double margin = 16;

    bool hasText() const;
    QRectF rectOf(const TreeShapeNode &node) const;
    QSizeF size(const TreeShape &shape) const;
};

// What is drawn, and how; holds for one drawing.
struct TreeDrawing {
    const TreeItems &items;
    const TreeShape &shape;
    const TreeScale &scale;
    const QSet<qint64> &matching; // ids that a search has found
    TreeMeasures measures;
    QPalette palette;
    QFont font;

    // The part of the content that lies in `visible`; the painter's origin is the content's.
    void draw(QPainter &painter, const QRectF &visible) const;
    void drawRing(QPainter &painter, int node, bool focused) const; // around what is selected
    QColor colorOf(const TreeShapeNode &node) const;
    QString textOf(const TreeShapeNode &node) const;
    QString figureOf(const TreeShapeNode &node) const;

private:
    void drawSubtrees(QPainter &painter, const QRectF &visible) const;
    void drawChildren(QPainter &painter, const QRectF &visible, int node, std::vector<int> &open) const;
    void drawMarked(QPainter &painter, const QRectF &visible) const;
    void drawEdge(QPainter &painter, int child, bool onPath) const;
    void drawNode(QPainter &painter, int node) const;
    void drawText(QPainter &painter, const QRectF &box, const TreeShapeNode &node) const;
    void drawMany(QPainter &painter, const TreeShapeNode &node) const;
    void drawMarks(QPainter &painter, int node) const;
};

} // namespace mutascope::widgets
