// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/widgets/tree_samples.h"
#include "widgets/tree_view.h"

#include <QFile>
#include <QHelpEvent>
#include <QScrollBar>
#include <QSignalSpy>
#include <QSvgRenderer>
#include <QTemporaryDir>
#include <QTest>
#include <QToolTip>
#include <QWheelEvent>

using namespace mutascope::widgets;

namespace {

void show(TreeView &view, const QSize &size = {800, 500})
{
    view.resize(size);
    view.show();
    QVERIFY(QTest::qWaitForWindowExposed(&view));
}

QPoint centerOf(const TreeView &view, qint64 id)
{
    return view.nodeRect(id).center().toPoint();
}

} // namespace

class TestTreeView : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void arrowsWalkThroughTheTree();
    void enterCollapsesAndExpands();
    void foldsOpen();
    void asteriskExpandsAllBelow();
    void clicksSelectAndFoldsOpenByClick();
    void selectionRevealsHiddenNodes();
    void searchFindsNamesAndNumbers();
    void newItemsKeepSelectionAndPlace();
    void zoomKeepsThePointUnderTheMouse();
    void draggingMoves();
    void onlyTheVisibleIsPaintedOf50000();
    void toolTipsDescribe();
    void exportsAreReadable();
};

void TestTreeView::arrowsWalkThroughTheTree()
{
    TreeView view;
    view.setItems(small());
    show(view);
    QSignalSpy changed(&view, &TreeView::selectionChanged);
    const auto press = [&](Qt::Key key) {
        QTest::keyClick(&view, key);
        return view.selectedId();
    };
    QCOMPARE(press(Qt::Key_Down), 0); // the first key finds the root
    QCOMPARE(press(Qt::Key_Right), 2); // the child nearest in height
    QCOMPARE(press(Qt::Key_Up), 1);
    QCOMPARE(press(Qt::Key_Up), 1);
    QCOMPARE(press(Qt::Key_Right), 5);
    QCOMPARE(press(Qt::Key_Down), 6);
    QCOMPARE(press(Qt::Key_Down), 7); // a cousin
    QCOMPARE(press(Qt::Key_Left), 3);
    QCOMPARE(press(Qt::Key_Home), 0);
    QCOMPARE(changed.size(), 8);
    QVERIFY2(view.accessibleDescription().startsWith(QStringLiteral("root")),
             qPrintable(view.accessibleDescription()));
}

void TestTreeView::enterCollapsesAndExpands()
{
    TreeView view;
    view.setItems(small());
    show(view);
    view.setSelectedId(1);
    QTest::keyClick(&view, Qt::Key_Return);
    QVERIFY(view.isCollapsed(1));
    QCOMPARE(view.shownNodes(), 5);
    QVERIFY(!view.isShown(4));
    QTest::keyClick(&view, Qt::Key_Right); // opens first
    QVERIFY(!view.isCollapsed(1));
    QVERIFY(view.isShown(4));
    QCOMPARE(view.selectedId(), 1);
    view.setSelectedId(2);
    QTest::keyClick(&view, Qt::Key_Return); // a leaf
    QCOMPARE(view.shownNodes(), 8);
}

void TestTreeView::foldsOpen()
{
    TreeView view;
    view.setItems(small());
    view.setLeastVisits(2);
    show(view);
    QCOMPARE(view.shownNodes(), 7);
    QVERIFY(!view.foldRect(1).isNull());
    view.setSelectedId(4);
    QTest::keyClick(&view, Qt::Key_Down); // the fold: selection stays, the keyboard is there
    QCOMPARE(view.selectedId(), 4);
    QVERIFY(view.accessibleDescription().contains(QStringLiteral("folded")));
    QTest::keyClick(&view, Qt::Key_Return);
    QVERIFY(view.isShown(5));
    QVERIFY(view.foldRect(1).isNull());
    view.setLeastVisits(3); // another limit folds anew
    QVERIFY(!view.isShown(5));
}

void TestTreeView::asteriskExpandsAllBelow()
{
    TreeView view;
    view.setItems(small());
    view.setLeastVisits(10);
    view.setCollapsed(1, true);
    show(view);
    QTest::keyClick(&view, Qt::Key_Home);
    QTest::keyClick(&view, Qt::Key_Asterisk);
    QCOMPARE(view.shownNodes(), 8);
}

void TestTreeView::clicksSelectAndFoldsOpenByClick()
{
    TreeView view;
    view.setItems(small());
    view.setLeastVisits(2);
    show(view);
    QSignalSpy changed(&view, &TreeView::selectionChanged);
    QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, centerOf(view, 3));
    QCOMPARE(view.selectedId(), 3);
    QCOMPARE(changed.size(), 1);
    QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, view.foldRect(1).center().toPoint());
    QVERIFY(view.isShown(6));
    QCOMPARE(view.selectedId(), 3);
    QTest::mouseDClick(view.viewport(), Qt::LeftButton, {}, centerOf(view, 3));
    QVERIFY(view.isCollapsed(3));
    QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, {view.viewport()->width() - 5, 5});
    QCOMPARE(view.selectedId(), 3);
}

void TestTreeView::selectionRevealsHiddenNodes()
{
    TreeView view;
    view.setItems(small());
    view.setLeastVisits(2);
    view.setCollapsed(1, true);
    show(view);
    view.setSelectedId(5);
    QVERIFY(view.isShown(5));
    QVERIFY(view.viewport()->rect().contains(centerOf(view, 5)));
    view.setSelectedId(12345);
    QCOMPARE(view.selectedId(), 5);
}

void TestTreeView::searchFindsNamesAndNumbers()
{
    TreeView view;
    view.setItems(large(2000));
    show(view);
    QSignalSpy matches(&view, &TreeView::matchesChanged);
    view.search(QStringLiteral("NODE 199"));
    QCOMPARE(view.matches(),
             (QList<qint64>{199, 1990, 1991, 1992, 1993, 1994, 1995, 1996, 1997, 1998, 1999}));
    QCOMPARE(matches.last().first().toInt(), 11);
    view.nextMatch();
    QCOMPARE(view.selectedId(), 199);
    view.nextMatch(-1);
    QCOMPARE(view.selectedId(), 1999);
    QVERIFY(view.viewport()->rect().contains(centerOf(view, 1999)));
    view.search(QStringLiteral("#77"));
    QCOMPARE(view.matches(), QList<qint64>{77});
    view.search(QString());
    QVERIFY(view.matches().isEmpty());
    view.nextMatch();
    QCOMPARE(view.selectedId(), 1999);
}

void TestTreeView::newItemsKeepSelectionAndPlace()
{
    TreeView view;
    view.setItems(large(3000));
    show(view);
    view.setSelectedId(1500);
    view.zoomIn();
    const QPoint before = centerOf(view, 1500);
    QVERIFY(view.viewport()->rect().contains(before));
    view.setItems(large(3200)); // the same random numbers: the first 3000 are the same
    QCOMPARE(view.selectedId(), 1500);
    QVERIFY((centerOf(view, 1500) - before).manhattanLength() <= 2);
    view.setCollapsed(1500, true);
    view.setItems(large(3100));
    QVERIFY(view.isCollapsed(1500) || view.items()->children(1500).empty());
    view.setItems(small());
    QCOMPARE(view.selectedId(), TreeView::kNoId);
    view.clear();
    view.viewport()->grab();
}

void TestTreeView::zoomKeepsThePointUnderTheMouse()
{
    TreeView view;
    view.setItems(large(3000));
    show(view);
    view.zoomToFit();
    QVERIFY(view.fits());
    QCOMPARE(view.verticalScrollBar()->maximum(), 0);
    view.setSelectedId(2000);
    for (int i = 0; i < 12; ++i)
        QTest::keyClick(&view, Qt::Key_Plus);
    QVERIFY(!view.fits());
    const QPointF at = view.nodeRect(2000).center();
    const double zoom = view.zoom();
    QWheelEvent wheel(at, view.viewport()->mapToGlobal(at), {}, {0, 120}, Qt::NoButton, Qt::ControlModifier,
                      Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(view.viewport(), &wheel);
    QVERIFY(view.zoom() > zoom);
    QVERIFY(std::abs(view.nodeRect(2000).center().y() - at.y()) < 3);
    for (int i = 0; i < 40; ++i)
        QTest::keyClick(&view, Qt::Key_Minus);
    QCOMPARE(view.verticalScrollBar()->maximum(), 0); // not smaller than fitting
    QTest::keyClick(&view, Qt::Key_0);
    QVERIFY(view.fits());
}

void TestTreeView::draggingMoves()
{
    TreeView view;
    view.setItems(large(3000));
    show(view);
    for (int i = 0; i < 4; ++i)
        view.zoomIn();
    view.verticalScrollBar()->setValue(500);
    QTest::mousePress(view.viewport(), Qt::LeftButton, {}, {790, 300});
    QMouseEvent move(QEvent::MouseMove, QPointF(790, 240), view.viewport()->mapToGlobal(QPointF(790, 240)),
                     Qt::NoButton, Qt::LeftButton, {});
    QCoreApplication::sendEvent(view.viewport(), &move);
    QTest::mouseRelease(view.viewport(), Qt::LeftButton, {}, {790, 240});
    QCOMPARE(view.verticalScrollBar()->value(), 560);
}

void TestTreeView::onlyTheVisibleIsPaintedOf50000()
{
    TreeView view;
    view.setItems(large(50'000));
    show(view);
    QCOMPARE(view.shownNodes(), 50'000);
    for (int step = 0; step < 30; ++step) {
        view.verticalScrollBar()->setValue(view.verticalScrollBar()->maximum() * step / 29);
        view.viewport()->grab();
        view.zoomIn();
    }
    view.setSelectedId(49'999);
    const QRectF box = view.nodeRect(49'999);
    QVERIFY(QRectF(view.viewport()->rect()).intersects(box));
    const QImage shown = view.viewport()->grab().toImage();
    const QColor color = scaleColor(*view.scale().share(view.items()->item(49'999)));
    QCOMPARE(shown.pixelColor(int(box.left()) + 3, int(box.center().y())).rgb(), color.rgb());
}

void TestTreeView::toolTipsDescribe()
{
    TreeView view;
    std::vector<TreeItem> items = smallTree();
    items[1].marks = TreeMark::Finished;
    view.setItems(TreeItems::make(std::move(items)));
    view.setLeastVisits(2);
    show(view);
    const auto tipAt = [&](const QPoint &at) {
        QHelpEvent help(QEvent::ToolTip, at, view.viewport()->mapToGlobal(at));
        QCoreApplication::sendEvent(view.viewport(), &help);
        return QToolTip::text();
    };
    QCOMPARE(tipAt(centerOf(view, 1)),
             QStringLiteral("a (node 1): visits 12, mean reward 0.12, 3 children, finished"));
    QVERIFY(tipAt(view.foldRect(1).center().toPoint()).startsWith(QStringLiteral("2 children")));
    QToolTip::hideText();
}

void TestTreeView::exportsAreReadable()
{
    QTemporaryDir folder;
    TreeView view;
    QVERIFY(!view.exportSvg(folder.filePath(QStringLiteral("none.svg"))));
    view.setItems(small());
    show(view);
    const QString svg = folder.filePath(QStringLiteral("a.svg"));
    QVERIFY(view.exportSvg(svg));
    QSvgRenderer renderer(svg);
    QVERIFY(renderer.isValid());
    QFile file(svg);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray text = file.readAll();
    for (const char *label : {">root<", ">x<", ">w<", ">visits<"}) // the legend too
        QVERIFY2(text.contains(label), label);
    const QString png = folder.filePath(QStringLiteral("a.png"));
    QVERIFY(view.exportPng(png));
    const QImage image(png);
    QCOMPARE(image.size(), renderer.viewBox().size());
    QCOMPARE(image.pixelColor(0, 0), QColor(Qt::white));
    QVERIFY(!view.exportPng(folder.filePath(QStringLiteral("no/such/folder.png"))));
    view.setItems(large(20'000)); // higher than an image may be
    QVERIFY(view.exportPng(png));
    QCOMPARE(QImage(png).height(), 16'384);
}

QTEST_MAIN(TestTreeView)
#include "tst_tree_view.moc"
