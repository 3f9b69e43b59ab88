// SPDX-License-Identifier: GPL-3.0-or-later
// A drawn tree, from left to right: collapsible, rarely visited children folded, coloured by a value. Only
// what can be seen is painted, and where nodes are smaller than a pixel, one stands for many.
#pragma once

#include "widgets/tree_colors.h"
#include "widgets/tree_drawing.h"

#include <QAbstractScrollArea>
#include <QImage>
#include <QList>

namespace mutascope::widgets {

class TreeLegend;

class TreeView : public QAbstractScrollArea {
    Q_OBJECT

public:
    static constexpr qint64 kNoId = -1;

    explicit TreeView(QWidget *parent = nullptr);

    // Keeps what is collapsed, the selection, the zoom, and the selected node in its place on the screen.
    // Null: nothing.
    void setItems(TreeItemsPtr items);
    void clear() { setItems(nullptr); }
    const TreeItemsPtr &items() const { return m_items; }
    void setWords(const TreeWords &words) { m_words = words; }
    void setEmptyText(const QString &text);

    qint64 selectedId() const { return m_selected; } // kNoId: none
    void setSelectedId(qint64 id); // shows it; unknown ids are ignored
    void reveal(qint64 id); // expands what hides it and scrolls to it
    QString description(qint64 id) const; // one sentence, for tool tips and screen readers

    bool isCollapsed(qint64 id) const { return m_folding.collapsed.contains(id); }
    void setCollapsed(qint64 id, bool collapsed);
    void expandBelow(qint64 id); // all of it, folded children too
    qint64 leastVisits() const { return m_folding.leastVisits; }
    void setLeastVisits(qint64 visits); // children with fewer are folded; 0: none

    TreeColoring coloring() const { return m_scale.coloring(); }
    void setColoring(TreeColoring coloring);
    const TreeScale &scale() const { return m_scale; }

    // Marks every node whose label contains the text, or whose number is "#12"; "" ends the search.
    void search(const QString &text);
    const QList<qint64> &matches() const { return m_matches; }
    void nextMatch(int step = 1); // selects it, -1: the one before

    int shownNodes() const { return m_shape.size(); } // folds included
    bool isShown(qint64 id) const { return nodeOf(id) >= 0; }
    QRectF nodeRect(qint64 id) const; // in the viewport; null: not shown
    QRectF foldRect(qint64 parent) const; // of the "+n" among its children
    double zoom() const { return m_zoom; }
    bool fits() const { return m_fits; }

    // The whole tree as it is shown, legend of the colours included.
    bool exportSvg(const QString &file) const;
    bool exportPng(const QString &file) const; // the longer edge at most 16,384 pixels

    QSize sizeHint() const override { return {640, 420}; }

public Q_SLOTS:
    void zoomIn();
    void zoomOut();
    void zoomToFit();

Q_SIGNALS:
    void selectionChanged(qint64 id);
    void matchesChanged(int matches);
    void scaleChanged();

protected:
    bool viewportEvent(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;
    void scrollContentsBy(int dx, int dy) override;
    void keyPressEvent(QKeyEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;

private:
    int indexOf(qint64 id) const { return m_items ? m_items->indexOf(id) : -1; }
    int nodeOf(qint64 id) const { return m_shape.nodeOf(indexOf(id)); }
    TreeMeasures measures(double zoom) const;
    TreeMeasures measures() const { return measures(m_zoom); }
    TreeMeasures exportMeasures() const;
    QRectF rectInContent(int node) const;
    QPointF offset() const; // of the viewport in the content
    int cursor() const; // node of the shape the keyboard is at; -1: none
    TreeDrawing drawing(const TreeMeasures &with, const QPalette &palette) const;
    void drawContent();
    void prepare(TreeLegend &legend) const;
    void paintExport(QPainter &painter, const TreeMeasures &with) const;
    QSizeF exportSize(const TreeMeasures &with) const;
    int nodeAt(const QPointF &viewportPosition) const; // of the shape; -1: none
    void rearrange(); // keeps the selected node, else the root, in its place
    void updateBars();
    void keepInPlace(int node, const QPointF &where);
    void contentChanged();
    void zoomAt(double zoom, const QPointF &viewportPosition);
    double fittingZoom() const;
    void ensureVisible(int node);
    void ensureMarkedVisible();
    void toggle(int node);
    void openPathTo(int item);
    int neighbour(int node, int key) const;
    void moveTo(int node);

    TreeItemsPtr m_items;
    TreeFolding m_folding;
    TreeShape m_shape;
    TreeScale m_scale;
    QImage m_content; // of the viewport; null: to be drawn
    QString m_emptyText;
    TreeWords m_words;
    QString m_searched;
    QList<qint64> m_matches;
    QSet<qint64> m_matching;
    qint64 m_selected = kNoId;
    int m_foldFocus = -1; // item whose fold the keyboard is at; -1: the selected node
    double m_zoom = 1;
    bool m_fits = true; // the zoom follows the size of the tree and of the window
    bool m_whole = false; // even where that leaves no room for text
    bool m_dragging = false;
    QPointF m_dragStart;
    QPoint m_dragScroll;
};

} // namespace mutascope::widgets
