// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/thumbnail_grid.h"

#include <QScrollBar>
#include <QSet>
#include <QSignalSpy>
#include <QTest>

using mutascope::widgets::ThumbnailGrid;
using mutascope::widgets::ThumbnailItem;

namespace {

constexpr int kMany = 100000;

std::vector<ThumbnailItem> items(int count, int first = 0)
{
    std::vector<ThumbnailItem> result;
    for (int i = first; i < first + count; ++i)
        result.push_back({i, QStringLiteral("Bag → Coat"), {}, ThumbnailItem::Badge::Failing});
    return result;
}

QImage filled(const QColor &color)
{
    QImage image(28, 28, QImage::Format_RGB32);
    image.fill(color);
    return image;
}

// Records every id that was asked for.
struct Requests {
    explicit Requests(ThumbnailGrid &grid)
    {
        QObject::connect(&grid, &ThumbnailGrid::thumbnailsWanted, &grid,
                         [this](const QList<qint64> &wanted) { ids += wanted; });
    }
    QList<qint64> ids;
};

void showGrid(ThumbnailGrid &grid)
{
    grid.resize(640, 480);
    grid.show();
    QVERIFY(QTest::qWaitForWindowExposed(&grid));
    grid.setFocus();
}

int columnsOf(const ThumbnailGrid &grid)
{
    int columns = 0;
    const int y = 20;
    for (int x = 5; x < grid.viewport()->width(); x += 5)
        columns = std::max(columns, static_cast<int>(grid.idAt(QPoint(x, y))) + 1);
    return columns;
}

} // namespace

class TestThumbnailGrid : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void asksOnlyForVisibleThumbnails();
    void asksOnceAndAgainOnlyAfterEviction();
    void scrollingToTheEndAsksForTheEnd();
    void cacheIsBounded();
    void paintsTheThumbnailInItsCell();
    void keysMoveTheCurrentItem();
    void shiftAndControlSelectSeveral();
    void clickAndDoubleClick();
    void appendingKeepsScrollPositionAndSelection();
    void replacingKeepsTheSelectionOfItemsThatStay();
    void repeatedIdsAreIgnored();
    void emptyGridTakesKeys();
};

void TestThumbnailGrid::asksOnlyForVisibleThumbnails()
{
    ThumbnailGrid grid;
    Requests requests(grid);
    grid.setItems(items(kMany));
    showGrid(grid);
    QTRY_VERIFY(!requests.ids.isEmpty());
    QCOMPARE(grid.count(), kMany);
    QCOMPARE(requests.ids, grid.visibleIds());
    // 640 x 480 pixels have room for some dozens of cells of 96 pixels.
    QVERIFY2(requests.ids.size() < 60, qPrintable(QString::number(requests.ids.size())));
}

void TestThumbnailGrid::asksOnceAndAgainOnlyAfterEviction()
{
    ThumbnailGrid grid;
    Requests requests(grid);
    grid.setItems(items(kMany));
    showGrid(grid);
    QTRY_VERIFY(!requests.ids.isEmpty());
    for (const qint64 id : QList<qint64>(requests.ids))
        grid.setThumbnail(id, filled(Qt::red));
    grid.viewport()->repaint();
    grid.verticalScrollBar()->setValue(grid.height());
    QTRY_VERIFY(requests.ids.contains(grid.visibleIds().last()));
    grid.verticalScrollBar()->setValue(0);
    QCoreApplication::processEvents();
    grid.verticalScrollBar()->setValue(10 * grid.height()); // the request for it comes after one for the top
    QTRY_VERIFY(requests.ids.contains(grid.visibleIds().last()));
    grid.verticalScrollBar()->setValue(0);
    QCOMPARE(QSet<qint64>(requests.ids.begin(), requests.ids.end()).size(), requests.ids.size());
    requests.ids.clear();
    grid.invalidateThumbnails();
    QTRY_COMPARE(requests.ids, grid.visibleIds());
}

void TestThumbnailGrid::scrollingToTheEndAsksForTheEnd()
{
    ThumbnailGrid grid;
    Requests requests(grid);
    grid.setItems(items(kMany));
    showGrid(grid);
    grid.verticalScrollBar()->setValue(grid.verticalScrollBar()->maximum());
    QTRY_VERIFY(requests.ids.contains(kMany - 1));
    QCOMPARE(grid.visibleIds().last(), qint64(kMany - 1));
    QVERIFY2(requests.ids.size() < 120, "what was scrolled over must not be asked for");
}

void TestThumbnailGrid::cacheIsBounded()
{
    ThumbnailGrid grid;
    grid.setItems(items(1000));
    showGrid(grid);
    grid.setCacheLimit(200);
    for (int id = 0; id < 1000; ++id)
        grid.setThumbnail(id, filled(Qt::red));
    QCOMPARE(grid.cachedCount(), 200);
    QVERIFY(grid.hasThumbnail(999));
    QVERIFY(!grid.hasThumbnail(0));
    grid.setCacheLimit(1); // never below what is in sight: that would ask for ever
    QVERIFY(grid.cachedCount() >= grid.visibleIds().size());
}

void TestThumbnailGrid::paintsTheThumbnailInItsCell()
{
    ThumbnailGrid grid;
    grid.setItems(items(10));
    showGrid(grid);
    grid.setThumbnail(0, filled(QColor(10, 200, 30)));
    const QImage picture = grid.viewport()->grab().toImage();
    const int columns = columnsOf(grid);
    const double ratio = picture.devicePixelRatio();
    const QPoint center(grid.viewport()->width() / columns / 2, 50);
    QCOMPARE(picture.pixelColor(center * ratio), QColor(10, 200, 30));
    const QPoint next(center.x() + grid.viewport()->width() / columns, 50);
    QVERIFY(picture.pixelColor(next * ratio) != QColor(10, 200, 30));
}

void TestThumbnailGrid::keysMoveTheCurrentItem()
{
    ThumbnailGrid grid;
    grid.setItems(items(kMany));
    showGrid(grid);
    const int columns = columnsOf(grid);
    QVERIFY(columns >= 4);
    QSignalSpy moved(&grid, &ThumbnailGrid::currentChanged);
    QTest::keyClick(&grid, Qt::Key_Right);
    QCOMPARE(grid.currentId(), 0);
    QTest::keyClick(&grid, Qt::Key_Right);
    QTest::keyClick(&grid, Qt::Key_Down);
    QCOMPARE(grid.currentId(), columns + 1);
    QTest::keyClick(&grid, Qt::Key_Up);
    QTest::keyClick(&grid, Qt::Key_Left);
    QCOMPARE(grid.currentId(), 0);
    QTest::keyClick(&grid, Qt::Key_End);
    QCOMPARE(grid.currentId(), kMany - 1);
    QVERIFY(grid.visibleIds().contains(kMany - 1));
    QTest::keyClick(&grid, Qt::Key_Home);
    QCOMPARE(grid.currentId(), 0);
    QTest::keyClick(&grid, Qt::Key_PageDown);
    QVERIFY(grid.currentId() > 0 && grid.currentId() % columns == 0);
    QCOMPARE(moved.count(), 8);
    QSignalSpy activated(&grid, &ThumbnailGrid::activated);
    QTest::keyClick(&grid, Qt::Key_Return);
    QCOMPARE(activated.count(), 1);
    QCOMPARE(activated.first().first().toLongLong(), grid.currentId());
}

void TestThumbnailGrid::shiftAndControlSelectSeveral()
{
    ThumbnailGrid grid;
    grid.setItems(items(100));
    showGrid(grid);
    QSignalSpy changed(&grid, &ThumbnailGrid::selectionChanged);
    grid.setCurrentId(5);
    QCOMPARE(grid.selectedIds(), QList<qint64>({5}));
    QTest::keyClick(&grid, Qt::Key_Right, Qt::ShiftModifier);
    QTest::keyClick(&grid, Qt::Key_Right, Qt::ShiftModifier);
    QCOMPARE(grid.selectedIds(), QList<qint64>({5, 6, 7}));
    QTest::keyClick(&grid, Qt::Key_Left, Qt::ShiftModifier); // shrinks towards the anchor
    QCOMPARE(grid.selectedIds(), QList<qint64>({5, 6}));
    const QPoint first(grid.viewport()->width() / columnsOf(grid) / 2, 50);
    QTest::mouseClick(grid.viewport(), Qt::LeftButton, Qt::ControlModifier, first);
    QCOMPARE(grid.selectedIds(), QList<qint64>({0, 5, 6}));
    QTest::mouseClick(grid.viewport(), Qt::LeftButton, Qt::ControlModifier, first);
    QCOMPARE(grid.selectedIds(), QList<qint64>({5, 6}));
    QCOMPARE(changed.count(), 6);
    QTest::keyClick(&grid, Qt::Key_A, Qt::ControlModifier);
    QCOMPARE(grid.selectedIds().size(), 100);
    grid.clearSelection();
    QVERIFY(grid.selectedIds().isEmpty());
}

void TestThumbnailGrid::clickAndDoubleClick()
{
    ThumbnailGrid grid;
    grid.setItems(items(100));
    showGrid(grid);
    QSignalSpy activated(&grid, &ThumbnailGrid::activated);
    const int width = grid.viewport()->width() / columnsOf(grid);
    QTest::mouseClick(grid.viewport(), Qt::LeftButton, {}, QPoint(width * 2 + width / 2, 50));
    QCOMPARE(grid.currentId(), 2);
    QTest::mouseDClick(grid.viewport(), Qt::LeftButton, {}, QPoint(width + width / 2, 50));
    QCOMPARE(activated.count(), 1);
    QCOMPARE(activated.first().first().toLongLong(), 1);
}

void TestThumbnailGrid::appendingKeepsScrollPositionAndSelection()
{
    ThumbnailGrid grid;
    grid.setItems(items(1000));
    showGrid(grid);
    grid.setCurrentId(500);
    const int scroll = grid.verticalScrollBar()->value();
    QVERIFY(scroll > 0);
    grid.appendItems(items(1000, 1000));
    QCOMPARE(grid.count(), 2000);
    QCOMPARE(grid.verticalScrollBar()->value(), scroll);
    QCOMPARE(grid.currentId(), 500);
    QCOMPARE(grid.selectedIds(), QList<qint64>({500}));
}

void TestThumbnailGrid::replacingKeepsTheSelectionOfItemsThatStay()
{
    ThumbnailGrid grid;
    grid.setItems(items(100));
    grid.setSelectedIds({3, 60});
    grid.setItems(items(50));
    QCOMPARE(grid.selectedIds(), QList<qint64>({3}));
    QCOMPARE(grid.item(60), nullptr);
    grid.clear();
    QVERIFY(grid.selectedIds().isEmpty());
    QCOMPARE(grid.currentId(), ThumbnailGrid::kNoId);
}

void TestThumbnailGrid::repeatedIdsAreIgnored()
{
    ThumbnailGrid grid;
    grid.setItems(items(10));
    grid.appendItems(items(10, 5));
    QCOMPARE(grid.count(), 15);
    ThumbnailItem changed{7, QStringLiteral("new"), {}, ThumbnailItem::Badge::Verified};
    grid.updateItem(changed);
    QCOMPARE(grid.itemAt(7)->caption, QStringLiteral("new"));
    QCOMPARE(grid.item(7)->badge, ThumbnailItem::Badge::Verified);
}

void TestThumbnailGrid::emptyGridTakesKeys()
{
    ThumbnailGrid grid;
    showGrid(grid);
    for (const auto key : {Qt::Key_Down, Qt::Key_End, Qt::Key_Return, Qt::Key_Space, Qt::Key_PageUp})
        QTest::keyClick(&grid, key);
    QTest::mouseClick(grid.viewport(), Qt::LeftButton, {}, QPoint(50, 50));
    QCOMPARE(grid.currentId(), ThumbnailGrid::kNoId);
    QVERIFY(grid.visibleIds().isEmpty());
}

QTEST_MAIN(TestThumbnailGrid)
#include "tst_thumbnail_grid.moc"
