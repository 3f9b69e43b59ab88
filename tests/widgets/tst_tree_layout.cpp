// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/widgets/tree_samples.h"
#include "widgets/tree_layout.h"
#include "widgets/tree_legend.h"
#include "widgets/tree_shape.h"

#include <QTest>
#include <algorithm>
#include <cmath>
#include <map>

using namespace mutascope::widgets;

namespace {

// Breadth first, from the number of children of each node in that order.
std::vector<TreeLayoutNode> treeOf(const std::vector<int> &children)
{
    std::vector<TreeLayoutNode> nodes(children.size());
    int next = 1;
    for (std::size_t i = 0; i < children.size(); ++i) {
        nodes[i].firstChild = next;
        nodes[i].children = children[i];
        for (int k = 0; k < children[i]; ++k)
            nodes[std::size_t(next++)].parent = int(i);
    }
    return nodes;
}

std::vector<TreeLayoutNode> randomTree(unsigned seed, int nodes, int most)
{
    std::mt19937 random(seed);
    std::vector<int> children(std::size_t(nodes), 0);
    int made = 1;
    for (int i = 0; i < made && made < nodes; ++i) {
        int count = int(random() % unsigned(most + 1));
        if (i == made - 1)
            count = std::max(count, 1); // the tree must not end early
        count = std::min(count, nodes - made);
        children[std::size_t(i)] = count;
        made += count;
    }
    return treeOf(children);
}

std::vector<int> depths(const std::vector<TreeLayoutNode> &nodes)
{
    std::vector<int> depth(nodes.size(), 0);
    for (std::size_t i = 1; i < nodes.size(); ++i)
        depth[i] = depth[std::size_t(nodes[i].parent)] + 1;
    return depth;
}

} // namespace

class TestTreeLayout : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void layoutOfSmallTreesIsAsByHand();
    void layoutNeverOverlaps();
    void layoutCentresParentsAndKeepsTheOrder();
    void layoutOfAMirroredTreeIsMirrored();
    void layoutDrawsEqualSubtreesAlike();
    void layoutOfAChainNeedsNoStack();
    void itemsAreChecked();
    void siblingsFollowTheirOrder();
    void rareChildrenAreFolded();
    void foldingLeavesSoManyNodes();
    void markedNodesAreNeverFolded();
    void colorsFollowTheScale();
};

void TestTreeLayout::layoutOfSmallTreesIsAsByHand()
{
    QCOMPARE(tidyLayout({}), std::vector<double>());
    QCOMPARE(tidyLayout(treeOf({0})), std::vector<double>{0});
    // A root with three leaves.
    QCOMPARE(tidyLayout(treeOf({3, 0, 0, 0})), (std::vector<double>{1, 0, 1, 2}));
    // Two children with two leaves each: leaves at 0, 1 and, a cousin's gap further, 2.5, 3.5.
    QCOMPARE(tidyLayout(treeOf({2, 2, 2, 0, 0, 0, 0})), (std::vector<double>{1.75, 0.5, 3, 0, 1, 2.5, 3.5}));
    QCOMPARE(tidyLayout(treeOf({2, 2, 2, 0, 0, 0, 0}), 0), (std::vector<double>{1.5, 0.5, 2.5, 0, 1, 2, 3}));
    // The deep outer subtrees push apart; the leaf between them comes to lie in the middle.
    QCOMPARE(tidyLayout(treeOf({3, 3, 0, 3, 0, 0, 0, 0, 0, 0}), 0),
             (std::vector<double>{2.5, 1, 2.5, 4, 0, 1, 2, 3, 4, 5}));
}

void TestTreeLayout::layoutNeverOverlaps()
{
    for (unsigned seed = 1; seed <= 60; ++seed) {
        const auto nodes = randomTree(seed, 300, 2 + int(seed % 7));
        const std::vector<double> places = tidyLayout(nodes);
        const std::vector<int> depth = depths(nodes);
        for (std::size_t i = 1; i < nodes.size(); ++i) {
            if (depth[i] != depth[i - 1])
                continue;
            const double least = nodes[i].parent == nodes[i - 1].parent ? 1 : 1.5;
            QVERIFY2(places[i] - places[i - 1] > least - 1e-9,
                     qPrintable(QStringLiteral("seed %1, node %2").arg(seed).arg(i)));
        }
        QCOMPARE(*std::min_element(places.begin(), places.end()), 0.0);
    }
}

void TestTreeLayout::layoutCentresParentsAndKeepsTheOrder()
{
    for (unsigned seed = 100; seed < 130; ++seed) {
        const auto nodes = randomTree(seed, 200, 5);
        const std::vector<double> places = tidyLayout(nodes);
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            if (nodes[i].children == 0)
                continue;
            const double first = places[std::size_t(nodes[i].firstChild)];
            const double last = places[std::size_t(nodes[i].firstChild + nodes[i].children - 1)];
            QVERIFY(std::abs(places[i] - (first + last) / 2) < 1e-9);
            for (int k = 1; k < nodes[i].children; ++k)
                QVERIFY(places[std::size_t(nodes[i].firstChild + k)]
                        > places[std::size_t(nodes[i].firstChild + k - 1)]);
        }
    }
}

void TestTreeLayout::layoutOfAMirroredTreeIsMirrored()
{
    // The same tree with all children in reverse; level by level the nodes come in reverse, too.
    for (unsigned seed = 200; seed < 230; ++seed) {
        const auto nodes = randomTree(seed, 120, 4);
        const std::vector<int> depth = depths(nodes);
        std::map<int, std::vector<std::size_t>> levels;
        for (std::size_t i = 0; i < nodes.size(); ++i)
            levels[depth[i]].push_back(i);
        std::vector<int> children;
        std::vector<std::size_t> origin;
        for (const auto &[level, ids] : levels)
            for (auto id = ids.rbegin(); id != ids.rend(); ++id) {
                children.push_back(nodes[*id].children);
                origin.push_back(*id);
            }
        const std::vector<double> places = tidyLayout(nodes);
        const std::vector<double> mirrored = tidyLayout(treeOf(children));
        const double width = *std::max_element(places.begin(), places.end());
        for (std::size_t i = 0; i < origin.size(); ++i)
            QVERIFY2(std::abs(mirrored[i] - (width - places[origin[i]])) < 1e-6,
                     qPrintable(QStringLiteral("seed %1: %2 and %3")
                                    .arg(seed)
                                    .arg(mirrored[i])
                                    .arg(width - places[origin[i]])));
    }
}

void TestTreeLayout::layoutDrawsEqualSubtreesAlike()
{
    // root -> A (p, q (r, s, t)), B leaf, C like A
    const std::vector<double> places = tidyLayout(treeOf({3, 2, 0, 2, 0, 3, 0, 3, 0, 0, 0, 0, 0, 0}));
    const double apart = places[3] - places[1];
    for (const auto &[a, c] : std::vector<std::pair<int, int>>{{4, 6}, {5, 7}, {8, 11}, {9, 12}, {10, 13}})
        QCOMPARE(places[std::size_t(c)] - places[std::size_t(a)], apart);
}

void TestTreeLayout::layoutOfAChainNeedsNoStack()
{
    std::vector<int> children(200'000, 1);
    children.back() = 0;
    const std::vector<double> places = tidyLayout(treeOf(children));
    QCOMPARE(*std::max_element(places.begin(), places.end()), 0.0);
}

void TestTreeLayout::itemsAreChecked()
{
    QVERIFY(small());
    QCOMPARE(TreeItems::make({})->size(), 0);
    const auto broken = [](int index, qint64 id, qint64 parent) {
        std::vector<TreeItem> items = smallTree();
        items[std::size_t(index)].id = id;
        items[std::size_t(index)].parent = parent;
        return TreeItems::make(std::move(items)) == nullptr;
    };
    QVERIFY(broken(5, 4, 1)); // twice
    QVERIFY(broken(5, 5, 6)); // its parent comes behind it
    QVERIFY(broken(5, 5, 5)); // its own parent
    QVERIFY(broken(5, 5, 99)); // unknown
    QVERIFY(broken(5, 5, -1)); // a second root
    QVERIFY(broken(0, 0, 3)); // no root
}

void TestTreeLayout::siblingsFollowTheirOrder()
{
    std::vector<TreeItem> items = smallTree();
    items[1].order = 9; // behind b and c
    const auto tree = TreeItems::make(std::move(items));
    const auto children = tree->children(0);
    QCOMPARE(std::vector<int>(children.begin(), children.end()), (std::vector<int>{2, 3, 1}));
    QCOMPARE(tree->row(1), 2);
    QCOMPARE(tree->path(4), (std::vector<int>{0, 1, 4}));
}

void TestTreeLayout::rareChildrenAreFolded()
{
    const auto items = small();
    TreeShape shape;
    TreeFolding folding;
    shape.arrange(*items, folding);
    QCOMPARE(shape.size(), 8);
    QCOMPARE(shape.levels(), 3);
    folding.leastVisits = 2; // folds y and z; b alone is left as it is
    shape.arrange(*items, folding);
    QCOMPARE(shape.size(), 7);
    QVERIFY(shape.nodeOf(items->indexOf(2)) >= 0);
    QCOMPARE(shape.nodeOf(items->indexOf(5)), -1);
    const int fold = shape.foldOf(items->indexOf(1));
    QVERIFY(fold >= 0);
    QCOMPARE(shape.node(fold).folded, 2);
    QCOMPARE(shape.node(fold).depth, 2);
    folding.leastVisits = 6; // all of c's children: c itself is drawn as closed
    shape.arrange(*items, folding);
    QVERIFY(shape.node(shape.nodeOf(items->indexOf(3))).hidesChildren);
    folding.unfolded.insert(1);
    shape.arrange(*items, folding);
    QVERIFY(shape.nodeOf(items->indexOf(5)) >= 0);
    folding.collapsed.insert(1);
    shape.arrange(*items, folding);
    QCOMPARE(shape.nodeOf(items->indexOf(4)), -1);
}

void TestTreeLayout::foldingLeavesSoManyNodes()
{
    QCOMPARE(foldingFor(*small(), 8), 0);
    QCOMPARE(foldingFor(*small(), 7), 2);
    std::vector<TreeItem> items{item(0, -1, {}, 1000)};
    for (int i = 1; i < 400; ++i)
        items.push_back(item(i, i < 20 ? 0 : i / 20, {}, 400 / i));
    const auto tree = TreeItems::make(std::move(items));
    TreeShape shape;
    for (const int most : {300, 100, 30}) {
        TreeFolding folding;
        folding.leastVisits = foldingFor(*tree, most);
        shape.arrange(*tree, folding);
        QVERIFY2(shape.size() <= most, qPrintable(QString::number(shape.size())));
    }
}

void TestTreeLayout::markedNodesAreNeverFolded()
{
    std::vector<TreeItem> items = smallTree();
    items[5].marks = TreeMark::Current;
    const auto tree = TreeItems::make(std::move(items));
    TreeShape shape;
    TreeFolding folding;
    folding.leastVisits = 8;
    shape.arrange(*tree, folding);
    QVERIFY(shape.nodeOf(5) >= 0);
    QVERIFY(shape.nodeOf(6) >= 0); // the only one left to fold would take the same room
}

void TestTreeLayout::colorsFollowTheScale()
{
    const auto items = small();
    const TreeScale visits(*items, TreeColoring::Visits);
    QCOMPARE(*visits.share(items->item(0)), 1.0);
    QVERIFY(std::abs(*visits.share(items->item(2)) - std::log(2.0) / std::log(21.0)) < 1e-12);
    const TreeScale mean(*items, TreeColoring::Mean);
    QVERIFY(std::abs(*mean.share(items->item(1)) - 0.6) < 1e-12);
    QVERIFY(!TreeScale(*items, TreeColoring::Potential).share(items->item(1)));
    QPalette dark(QColor(0x383c42), QColor(0x2a2d31));
    dark.setColor(QPalette::WindowText, Qt::white);
    dark.setColor(QPalette::Base, QColor(0x1e2124));
    QVERIFY2(qGray(scaleColor(0, dark).rgb()) > qGray(dark.color(QPalette::Base).rgb()) + 40,
             "the least visited nodes are seen on a dark ground, too");
    QCOMPARE(scaleColor(1, dark).rgb(), scaleColor(1).rgb());
    QCOMPARE(scaleColor(0, QPalette(Qt::white)).rgb(), scaleColor(0).rgb());
    QCOMPARE(scaleColor(0).rgb(), QColor(0x440154).rgb());
    QCOMPARE(scaleColor(1).rgb(), QColor(0xfde725).rgb());
    double before = -1;
    for (int i = 0; i <= 20; ++i) { // also without colour
        const double light = qGray(scaleColor(i / 20.0).rgb());
        QVERIFY(light > before);
        before = light;
    }
    TreeLegend legend;
    legend.setScale(visits);
    QVERIFY(legend.text().contains(QStringLiteral("visits")));
    QVERIFY(legend.text().contains(QStringLiteral("20")));
    const QSize line = legend.sizeHint();
    QCOMPARE(legend.heightForWidth(line.width()), line.height());
    QCOMPARE(legend.heightForWidth(line.width() - 1), 2 * line.height()); // the last entry has no room
    legend.resize(line.width() - 1, 2 * line.height());
    const QImage image = legend.grab().toImage();
    int marks = 0; // in the second line
    for (int x = 0; x < image.width(); ++x)
        for (int y = image.height() / 2; y < image.height(); ++y)
            marks += image.pixelColor(x, y) != image.pixelColor(image.width() - 1, image.height() - 1);
    QVERIFY(marks > 50);
}

QTEST_MAIN(TestTreeLayout)
#include "tst_tree_layout.moc"
