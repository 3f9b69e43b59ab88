// SPDX-License-Identifier: GPL-3.0-or-later
// A directed acyclic graph, drawn in layers from top to bottom: zoom, pan, one node selected, one marked.
#pragma once

#include "widgets/graph_layout.h"

#include <QAbstractScrollArea>
#include <QStringList>

namespace mutascope::widgets {

struct GraphNodeItem {
    QString title; // "Conv"
    QStringList lines; // below it: shapes, element types
    QString toolTip;
    bool input = false; // drawn with round ends
    bool faint = false;
    std::vector<int> sources; // nodes before it in the list
};

struct GraphItems {
    std::vector<GraphNodeItem> nodes;
    int marked = -1;
    QString markText; // what the mark means: "first that differs"
};

class GraphView : public QAbstractScrollArea {
    Q_OBJECT

public:
    explicit GraphView(QWidget *parent = nullptr);

    void setGraph(GraphItems items); // fits it into the view
    void clear(const QString &emptyText);
    const GraphItems &graph() const { return m_items; }
    const GraphPlaces &places() const { return m_places; }
    int selected() const { return m_selected; } // -1: none
    void setSelected(int node); // scrolls to it
    double zoom() const { return m_zoom; }
    QString description(int node) const; // one sentence

    // By suffix: svg, png (in twice the size, the longer edge at most 16,384 pixels). Dark on white whatever
    // the window looks like. False and why when it fails.
    bool exportTo(const QString &path, QString *error = nullptr) const;

    QSize sizeHint() const override { return {420, 320}; }

public Q_SLOTS:
    void zoomIn();
    void zoomOut();
    // All of it where the text stays readable; else its width, at least; scrolls to the marked node.
    void zoomToFit();
    void askExportPath(); // opens a file dialog without blocking

Q_SIGNALS:
    void selectionChanged(int node);
    void exported(const QString &path);
    void exportFailed(const QString &path, const QString &why);

protected:
    bool viewportEvent(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;

private:
    void place();
    void paint(QPainter &painter, const QPalette &palette, bool selection) const;
    void paintEdge(QPainter &painter, const QPalette &palette, std::size_t edge) const;
    void paintNode(QPainter &painter, const QPalette &palette, int node, bool selected) const;
    QTransform transform() const; // from the graph to the viewport
    void setZoom(double zoom, QPointF anchor);
    void updateBars();
    void centreOn(int node);
    int nodeAt(QPoint position) const;
    int neighbour(int key) const;
    QSizeF sizeOf(const GraphNodeItem &node) const;

    GraphItems m_items;
    GraphPlaces m_places;
    QString m_emptyText;
    int m_selected = -1;
    double m_zoom = 1;
    bool m_fits = true; // follows the size of the view
    QPoint m_pressed;
    bool m_panning = false;
};

} // namespace mutascope::widgets
