// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/tree_drawing.h"

#include "widgets/colors.h"
#include "widgets/tree_legend.h"

#include <QFontMetricsF>
#include <QLocale>
#include <QPainter>
#include <QPainterPath>
#include <algorithm>
#include <cmath>

namespace mutascope::widgets {

namespace {

constexpr double kLeastTextRow = 14; // a lower row has no room for a line of text
constexpr double kLeastTextBox = 44;
constexpr double kLeastCurveRow = 3; // lower ones are joined by straight lines
constexpr TreeMarks kOnTop = TreeMarks(TreeMark::Root) | TreeMark::Current | TreeMark::OnPath;

} // namespace

bool TreeMeasures::hasText() const
{
    return row >= kLeastTextRow && box >= kLeastTextBox;
}

QRectF TreeMeasures::rectOf(const TreeShapeNode &node) const
{
    const double height = std::max(1.0, row * 0.76);
    const double width = node.isFold() ? box * 0.45 : box;
    return {margin + node.depth * column, margin + (node.place + 0.5) * row - height / 2, width, height};
}

QSizeF TreeMeasures::size(const TreeShape &shape) const
{
    return {2 * margin + shape.levels() * column - (column - box), 2 * margin + shape.breadth() * row};
}

QColor TreeDrawing::colorOf(const TreeShapeNode &node) const
{
    const QColor ground = palette.color(QPalette::Base);
    if (node.isFold())
        return ground;
    const auto share = scale.share(items.item(node.item));
    return share ? scaleColor(*share, palette) : mixed(ground, palette.color(QPalette::Text), 0.2);
}

QString TreeDrawing::textOf(const TreeShapeNode &node) const
{
    return node.isFold() ? QStringLiteral("+%1").arg(QLocale().toString(node.folded))
                         : items.item(node.item).label;
}

QString TreeDrawing::figureOf(const TreeShapeNode &node) const
{
    if (node.isFold())
        return {};
    const auto value = treeValue(items.item(node.item), scale.coloring());
    if (!value)
        return QStringLiteral("–");
    return scale.coloring() == TreeColoring::Visits ? QLocale().toString(qint64(*value))
                                                    : QLocale().toString(*value, 'g', 3);
}

void TreeDrawing::draw(QPainter &painter, const QRectF &visible) const
{
    if (shape.isEmpty())
        return;
    painter.setFont(font);
    painter.setRenderHint(QPainter::Antialiasing, measures.row >= kLeastCurveRow);
    drawSubtrees(painter, visible);
    painter.setRenderHint(QPainter::Antialiasing);
    drawMarked(painter, visible);
}

void TreeDrawing::drawSubtrees(QPainter &painter, const QRectF &visible) const
{
    drawNode(painter, 0);
    std::vector<int> open{0};
    while (!open.empty()) {
        const int node = open.back();
        open.pop_back();
        drawChildren(painter, visible, node, open);
    }
}

// Of children on the same line of pixels only the first is drawn. Edges are drawn also to those a little
// outside: farther ones look alike.
void TreeDrawing::drawChildren(QPainter &painter, const QRectF &visible, int node,
                               std::vector<int> &open) const
{
    const TreeShapeNode &parent = shape.node(node);
    if (TreeMeasures::margin + (parent.depth + 1) * measures.column - measures.column > visible.right())
        return;
    double last = -1;
    for (int child = parent.firstChild; child < parent.firstChild + parent.children; ++child) {
        const TreeShapeNode &one = shape.node(child);
        const double top = TreeMeasures::margin + one.first * measures.row;
        const double bottom = TreeMeasures::margin + (one.last + 1) * measures.row;
        const double center = TreeMeasures::margin + (one.place + 0.5) * measures.row;
        if (center > visible.top() - visible.height() && center < visible.bottom() + visible.height()
            && center - last >= 1) {
            drawEdge(painter, child, false);
            last = center;
            if (center > visible.top() - measures.row && center < visible.bottom() + measures.row)
                drawNode(painter, child);
        }
        if (one.children == 0 || bottom < visible.top() || top > visible.bottom())
            continue;
        if (bottom - top < 1.5 + measures.row)
            drawMany(painter, one);
        if (bottom - top >= 1.5)
            open.push_back(child);
    }
}

// A subtree without any height of its own: its most visited node stands for each level.
void TreeDrawing::drawMany(QPainter &painter, const TreeShapeNode &node) const
{
    if (measures.row >= 1.5)
        return;
    const QRectF box = measures.rectOf(node);
    for (const TreeShapeNode *at = &node; at->children > 0;) {
        int heaviest = at->firstChild;
        for (int child = at->firstChild; child < at->firstChild + at->children; ++child)
            if (!shape.node(child).isFold()
                && items.item(shape.node(child).item).visits > items.item(shape.node(heaviest).item).visits)
                heaviest = child;
        at = &shape.node(heaviest);
        painter.fillRect(box.translated((at->depth - node.depth) * measures.column, 0), colorOf(*at));
    }
}

void TreeDrawing::drawEdge(QPainter &painter, int child, bool onPath) const
{
    const TreeShapeNode &one = shape.node(child);
    const QRectF to = measures.rectOf(one);
    const QRectF from = measures.rectOf(shape.node(one.parent));
    const QPointF begin(from.right(), from.center().y());
    const QPointF end(to.left(), to.center().y());
    const double all = double(std::max<qint64>(1, items.item(shape.node(0).item).visits));
    const double share = one.isFold() ? 0 : double(items.item(one.item).visits) / all;
    const double width = measures.row < kLeastCurveRow ? 0 : onPath ? 3 : 1 + 3 * std::min(1.0, share);
    const QColor color = onPath
        ? seriesColor(1, palette)
        : mixed(palette.color(QPalette::Base), palette.color(QPalette::Text), measures.row < 1 ? 0.15 : 0.3);
    painter.setPen(QPen(color, width, one.isFold() ? Qt::DotLine : Qt::SolidLine));
    if (measures.row < kLeastCurveRow)
        return painter.drawLine(begin, end);
    QPainterPath path(begin);
    const double middle = (begin.x() + end.x()) / 2;
    path.cubicTo({middle, begin.y()}, {middle, end.y()}, end);
    painter.setBrush(Qt::NoBrush);
    painter.drawPath(path);
}

void TreeDrawing::drawNode(QPainter &painter, int index) const
{
    const TreeShapeNode &node = shape.node(index);
    const QRectF box = measures.rectOf(node);
    const QColor ground = colorOf(node);
    if (measures.row < 4) {
        painter.fillRect(box, node.isFold() ? palette.color(QPalette::Mid) : ground);
        return;
    }
    const bool found = !node.isFold() && matching.contains(items.item(node.item).id);
    const double radius = std::min(4.0, box.height() / 3);
    const QColor line = found ? seriesColor(3, palette)
                              : mixed(palette.color(QPalette::Base), palette.color(QPalette::Text), 0.45);
    painter.setPen(QPen(line, found ? 3 : 1, node.isFold() ? Qt::DashLine : Qt::SolidLine));
    painter.setBrush(ground);
    painter.drawRoundedRect(box, radius, radius);
    if (measures.hasText())
        drawText(painter, box, node);
    drawMarks(painter, index);
}

void TreeDrawing::drawText(QPainter &painter, const QRectF &box, const TreeShapeNode &node) const
{
    const QFontMetricsF metrics(font);
    const QRectF inside = box.adjusted(6, 0, -6, 0);
    const QString figure = figureOf(node);
    painter.setPen(node.isFold() ? palette.color(QPalette::Text) : textOn(colorOf(node)));
    double room = inside.width();
    if (const double wide = metrics.horizontalAdvance(figure); !figure.isEmpty() && wide < room * 0.6) {
        painter.drawText(inside, Qt::AlignRight | Qt::AlignVCenter, figure);
        room -= wide + 6;
    }
    const QString label = metrics.elidedText(textOf(node), Qt::ElideRight, room);
    painter.drawText(inside, (node.isFold() ? Qt::AlignHCenter : Qt::AlignLeft) | Qt::AlignVCenter, label);
}

void TreeDrawing::drawMarks(QPainter &painter, int index) const
{
    const TreeShapeNode &node = shape.node(index);
    if (node.isFold())
        return;
    const QRectF box = measures.rectOf(node);
    const TreeMarks marks = items.item(node.item).marks;
    for (const TreeMark mark :
         {TreeMark::Finished, TreeMark::Root, TreeMark::Current, TreeMark::Chosen, TreeMark::Failing})
        if (marks.testFlag(mark))
            paintTreeMark(painter, box, mark, palette);
    if (!node.hidesChildren || measures.row < 6)
        return;
    const double edge = std::min(5.0, box.height() / 3); // a triangle: there is more behind it
    const QPointF tip(box.right() + 9 + edge, box.center().y());
    painter.setPen(Qt::NoPen);
    painter.setBrush(palette.color(QPalette::Text));
    painter.drawPolygon(QPolygonF({tip, tip + QPointF(-edge, -edge), tip + QPointF(-edge, edge)}));
}

// However small the tree is drawn, the path that the search took can be seen.
void TreeDrawing::drawMarked(QPainter &painter, const QRectF &visible) const
{
    std::vector<int> nodes;
    for (int index = 0; index < shape.size();) { // marked nodes lie on one path: a level at a time
        int next = -1;
        const TreeShapeNode &node = shape.node(index);
        if (!node.isFold() && (items.item(node.item).marks & kOnTop))
            nodes.push_back(index);
        for (int child = node.firstChild; child < node.firstChild + node.children && next < 0; ++child)
            if (!shape.node(child).isFold() && (items.item(shape.node(child).item).marks & kOnTop))
                next = child;
        if (next < 0)
            break;
        index = next;
    }
    for (const int index : nodes)
        if (index > 0
            && (items.item(shape.node(index).item).marks & (TreeMarks(TreeMark::OnPath) | TreeMark::Current)))
            drawEdge(painter, index, true);
    for (const int index : nodes)
        if (const QRectF box = measures.rectOf(shape.node(index)); box.intersects(visible)) {
            drawNode(painter, index);
            if (measures.row < 4)
                drawMarks(painter, index);
        }
}

void TreeDrawing::drawRing(QPainter &painter, int node, bool focused) const
{
    const TreeShapeNode &one = shape.node(node);
    const bool inner = !one.isFold() && items.item(one.item).marks.testFlag(TreeMark::Current);
    const double gap = inner ? 7 : 3; // around the ring of the mark
    const QRectF box = measures.rectOf(one);
    const double room = std::max(2.0, measures.row - box.height() - 1); // beyond it is the neighbour's text
    const QRectF ring = box.adjusted(-gap, -std::min(gap, room), gap, std::min(gap, room));
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(palette.color(QPalette::Base), inner ? 3 : 5));
    painter.drawRoundedRect(ring, 5, 5);
    painter.setPen(QPen(palette.color(focused ? QPalette::Highlight : QPalette::Text), 3));
    painter.drawRoundedRect(ring, 5, 5);
}

} // namespace mutascope::widgets
