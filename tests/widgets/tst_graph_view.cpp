// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/graph_layout.h"
#include "widgets/graph_view.h"

#include <QScrollBar>
#include <QTest>
#include <random>

using namespace mutascope::widgets;

namespace {

GraphShape shapeOf(int nodes, std::vector<std::pair<int, int>> edges)
{
    GraphShape shape;
    for (int node = 0; node < nodes; ++node)
        shape.sizes.emplace_back(60 + 7 * (node % 5), 30 + 3 * (node % 3));
    shape.edges = std::move(edges);
    return shape;
}

GraphShape randomShape(int nodes, unsigned seed)
{
    std::mt19937 numbers(seed);
    std::vector<std::pair<int, int>> edges;
    for (int node = 1; node < nodes; ++node)
        for (int i = 0; i < 2; ++i)
            edges.emplace_back(int(numbers() % unsigned(node)), node);
    return shapeOf(nodes, std::move(edges));
}

// How often straight edges between neighbouring layers cross.
int crossings(const GraphPlaces &places, const GraphShape &shape)
{
    int count = 0;
    for (const auto &a : shape.edges)
        for (const auto &b : shape.edges) {
            const auto layer = [&](int node) { return places.layers[std::size_t(node)]; };
            const auto x = [&](int node) { return places.nodes[std::size_t(node)].center().x(); };
            if (layer(a.first) == layer(b.first) && layer(a.second) == layer(b.second)
                && x(a.first) < x(b.first) && x(a.second) > x(b.second))
                ++count;
        }
    return count;
}

GraphItems chainOf(int nodes, int marked)
{
    GraphItems items;
    for (int node = 0; node < nodes; ++node) {
        items.nodes.push_back(
            {QStringLiteral("Conv"), {QStringLiteral("float 1×3×8×8")}, {}, false, false, {}});
        if (node > 0)
            items.nodes.back().sources = {node - 1};
    }
    items.marked = marked;
    items.markText = QStringLiteral("first that differs");
    return items;
}

} // namespace

class TestGraphView : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyEdgeLeadsDown();
    void nodesDoNotOverlap();
    void edgesEndAtTheirNodes();
    void aCrossingThatCanBeAvoidedIs();
    void aChainIsStraight();
    void theSameGraphIsPlacedTheSame();
    void illegalEdgesAreLeftOut();
    void smallGraphsFitWhole();
    void deepGraphsStayReadable();
    void arrowsGoFromNodeToNode();
};

void TestGraphView::everyEdgeLeadsDown()
{
    for (unsigned seed = 0; seed < 20; ++seed) {
        const GraphShape shape = randomShape(25, seed);
        const GraphPlaces places = placeGraph(shape);
        QCOMPARE(places.nodes.size(), shape.sizes.size());
        for (const auto &[from, to] : shape.edges) {
            QVERIFY(places.layers[std::size_t(from)] < places.layers[std::size_t(to)]);
            QVERIFY(places.nodes[std::size_t(from)].bottom() < places.nodes[std::size_t(to)].top());
        }
    }
}

void TestGraphView::nodesDoNotOverlap()
{
    for (unsigned seed = 0; seed < 20; ++seed) {
        const GraphShape shape = randomShape(25, seed);
        const GraphPlaces places = placeGraph(shape);
        for (std::size_t a = 0; a < places.nodes.size(); ++a) {
            QCOMPARE(places.nodes[a].size(), shape.sizes[a]);
            QVERIFY(places.bounds.adjusted(-1e-6, -1e-6, 1e-6, 1e-6).contains(places.nodes[a]));
            for (std::size_t b = a + 1; b < places.nodes.size(); ++b)
                QVERIFY(!places.nodes[a].intersects(places.nodes[b]));
        }
    }
}

void TestGraphView::edgesEndAtTheirNodes()
{
    const GraphShape shape = randomShape(25, 3);
    const GraphPlaces places = placeGraph(shape);
    QCOMPARE(places.edges.size(), shape.edges.size());
    for (std::size_t edge = 0; edge < shape.edges.size(); ++edge) {
        const QRectF from = places.nodes[std::size_t(shape.edges[edge].first)];
        const QRectF to = places.nodes[std::size_t(shape.edges[edge].second)];
        const QList<QPointF> &points = places.edges[edge];
        QVERIFY(points.size() >= 2);
        QVERIFY(std::abs(points.first().y() - from.bottom()) < 1e-6);
        QVERIFY(points.first().x() >= from.left() && points.first().x() <= from.right());
        QVERIFY(std::abs(points.last().y() - to.top()) < 1e-6);
        QVERIFY(points.last().x() >= to.left() && points.last().x() <= to.right());
    }
}

// 0 and 1 above 2 and 3, each to the one on the other side.
void TestGraphView::aCrossingThatCanBeAvoidedIs()
{
    const GraphShape shape = shapeOf(4, {{0, 3}, {1, 2}});
    QCOMPARE(crossings(placeGraph(shape), shape), 0);
    const GraphShape tree = shapeOf(7, {{0, 1}, {0, 2}, {1, 4}, {1, 6}, {2, 3}, {2, 5}});
    QCOMPARE(crossings(placeGraph(tree), tree), 0);
}

void TestGraphView::aChainIsStraight()
{
    const GraphPlaces places = placeGraph(shapeOf(6, {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 5}}));
    for (const QRectF &node : places.nodes)
        QVERIFY(std::abs(node.center().x() - places.nodes[0].center().x()) < 1e-6);
}

void TestGraphView::theSameGraphIsPlacedTheSame()
{
    const GraphShape shape = randomShape(40, 9);
    const GraphPlaces first = placeGraph(shape), second = placeGraph(shape);
    QVERIFY(first.nodes == second.nodes);
    QVERIFY(first.edges == second.edges);
}

void TestGraphView::illegalEdgesAreLeftOut()
{
    const GraphPlaces places = placeGraph(shapeOf(3, {{0, 1}, {1, 0}, {2, 2}, {0, 7}, {-1, 2}}));
    QCOMPARE(places.nodes.size(), std::size_t(3));
    QVERIFY(!places.edges[0].isEmpty());
    for (std::size_t edge = 1; edge < 5; ++edge)
        QVERIFY(places.edges[edge].isEmpty());
    QVERIFY(placeGraph({}).nodes.empty());
}

void TestGraphView::smallGraphsFitWhole()
{
    GraphView view;
    view.resize(500, 500);
    view.setGraph(chainOf(3, 1));
    view.show();
    QVERIFY(QTest::qWaitForWindowExposed(&view));
    QCOMPARE(view.verticalScrollBar()->maximum(), 0);
    QCOMPARE(view.selected(), 1);
}

void TestGraphView::deepGraphsStayReadable()
{
    GraphView view;
    view.resize(400, 300);
    view.setGraph(chainOf(40, 20));
    view.show();
    QVERIFY(QTest::qWaitForWindowExposed(&view));
    const auto checkMiddle = [&] {
        QVERIFY2(view.zoom() >= 0.85, "the text is too small to read");
        QVERIFY(view.verticalScrollBar()->maximum() > 0);
        const QRectF marked = view.places().nodes[20];
        const double middle = (marked.center().y() - view.places().bounds.top()) * view.zoom()
            - view.verticalScrollBar()->value();
        QVERIFY(std::abs(middle - view.viewport()->height() / 2.0) < 30);
    };
    checkMiddle();
    view.resize(400, 420); // it follows the window
    QTest::qWait(20);
    checkMiddle();
    for (int i = 0; i < 30; ++i)
        QTest::keyClick(&view, Qt::Key_Minus);
    QVERIFY(view.zoom() < 0.5); // all can still be seen
    QTest::keyClick(&view, Qt::Key_0);
    checkMiddle();
}

void TestGraphView::arrowsGoFromNodeToNode()
{
    GraphView view;
    view.resize(400, 300);
    view.setGraph(chainOf(5, 2));
    view.show();
    QTest::keyClick(&view, Qt::Key_Down);
    QCOMPARE(view.selected(), 3);
    QTest::keyClick(&view, Qt::Key_Up);
    QTest::keyClick(&view, Qt::Key_Up);
    QCOMPARE(view.selected(), 1);
    QVERIFY(view.description(2).contains(QStringLiteral("first that differs")));
}

QTEST_MAIN(TestGraphView)
#include "tst_graph_view.moc"
