// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/image_compare.h"
#include "widgets/image_pane.h"

#include <QSignalSpy>
#include <QTest>
#include <QWheelEvent>

using namespace mutascope::widgets;

namespace {

QImage grey(const QList<int> &levels, int width)
{
    QImage image(width, static_cast<int>(levels.size()) / width, QImage::Format_Grayscale8);
    for (int i = 0; i < levels.size(); ++i)
        image.scanLine(i / width)[i % width] = static_cast<uchar>(levels[i]);
    return image;
}

QImage flat(int level, int edge = 28)
{
    QImage image(edge, edge, QImage::Format_Grayscale8);
    image.fill(level);
    return image;
}

void showCompare(ImageCompare &compare)
{
    compare.resize(900, 420);
    compare.show();
    QVERIFY(QTest::qWaitForWindowExposed(&compare));
    compare.setFocus();
}

void wheel(QWidget *widget, const QPointF &position, int delta)
{
    QWheelEvent event(position, widget->mapToGlobal(position), {}, QPoint(0, delta), Qt::NoButton,
                      Qt::NoModifier, Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(widget, &event);
}

QColor shownAt(ImagePane *pane, const QPoint &pixel)
{
    const QImage picture = pane->grab().toImage();
    const QPointF at = pane->fromImage(QPointF(pixel) + QPointF(0.5, 0.5));
    return picture.pixelColor((at * picture.devicePixelRatio()).toPoint());
}

} // namespace

class TestImageCompare : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void greyDifferenceIsSigned();
    void fixedScaleMakesColoursComparable();
    void colourDifferenceIsPerChannel();
    void imagesThatCannotBeCompared();
    void scaleIsStated();
    void readoutGivesBothValuesAndTheDifference();
    void hoverMarksTheSamePixelInAllPanes();
    void zoomIsLinkedAndKeepsTheAnchor();
    void dragMovesAllPanes();
    void keysZoomAndFit();
    void pixelsAreNotSmoothed();
    void spaceShowsTheSeedInTheMutantsPlace();
};

void TestImageCompare::greyDifferenceIsSigned()
{
    // differences: +100, -50, 0, +25
    const auto result = signedDifference(grey({0, 200, 7, 50}, 2), grey({100, 150, 7, 75}, 2));
    QCOMPARE(result.maximum, 100);
    QCOMPARE(result.scale, 100);
    QVERIFY(result.grey);
    QCOMPARE(result.image.pixel(0, 0), qRgb(0xb2, 0x18, 0x2b)); // full red
    // Half way from white (255) to blue (33, 102, 172): 144, 178.5, 213.5; halves go up.
    QCOMPARE(result.image.pixel(1, 0), qRgb(144, 179, 214));
    QCOMPARE(result.image.pixel(0, 1), qRgb(255, 255, 255));
    // A quarter to red (178, 24, 43): 255 - 19.25, 255 - 57.75, 255 - 53.
    QCOMPARE(result.image.pixel(1, 1), qRgb(236, 197, 202));
}

void TestImageCompare::fixedScaleMakesColoursComparable()
{
    const auto result = signedDifference(grey({0, 255}, 2), grey({51, 0}, 2), 255);
    QCOMPARE(result.scale, 255);
    QCOMPARE(result.maximum, 255);
    // A fifth to red: 255 - 15.4, 255 - 46.2, 255 - 42.4.
    QCOMPARE(result.image.pixel(0, 0), qRgb(240, 209, 213));
    QCOMPARE(result.image.pixel(1, 0), qRgb(0x21, 0x66, 0xac));
}

void TestImageCompare::colourDifferenceIsPerChannel()
{
    QImage seed(1, 1, QImage::Format_RGB888);
    QImage mutant(1, 1, QImage::Format_RGB888);
    seed.fill(QColor(10, 100, 200));
    mutant.fill(QColor(110, 50, 200));
    const auto result = signedDifference(seed, mutant);
    QVERIFY(!result.grey);
    QCOMPARE(result.maximum, 100);
    // 127.5 + 127.5 * (100, -50, 0) / 100, halves go up.
    QCOMPARE(result.image.pixel(0, 0), qRgb(255, 64, 128));
}

void TestImageCompare::imagesThatCannotBeCompared()
{
    QVERIFY(signedDifference(flat(0, 2), flat(0, 3)).image.isNull());
    QVERIFY(signedDifference({}, {}).image.isNull());
    const auto equal = signedDifference(flat(9), flat(9));
    QCOMPARE(equal.maximum, 0);
    QCOMPARE(equal.image.pixel(3, 3), qRgb(255, 255, 255));
}

void TestImageCompare::scaleIsStated()
{
    ImageCompare compare;
    QVERIFY(compare.scaleText().isEmpty());
    compare.setImages(flat(10), flat(74));
    QVERIFY2(compare.scaleText().contains(QStringLiteral("±64 of 255")), qPrintable(compare.scaleText()));
    QSignalSpy changed(&compare, &ImageCompare::scaleModeChanged);
    compare.setScaleMode(ImageCompare::ScaleMode::Full);
    QCOMPARE(changed.count(), 1);
    QCOMPARE(compare.difference().scale, 255);
    QVERIFY(compare.scaleText().contains(QStringLiteral("±255")));
    QVERIFY(compare.scaleText().contains(QStringLiteral("64")));
    compare.setImages(flat(10, 3), flat(74, 4));
    QVERIFY(compare.scaleText().contains(QStringLiteral("different sizes")));
}

void TestImageCompare::readoutGivesBothValuesAndTheDifference()
{
    ImageCompare compare;
    compare.setImages(grey({0, 200, 7, 50}, 2), grey({100, 150, 7, 75}, 2));
    const QString text = compare.pixelText({1, 0});
    QVERIFY2(text.contains(QStringLiteral("x 1, y 0")), qPrintable(text));
    QVERIFY(text.contains(QStringLiteral("seed 200")));
    QVERIFY(text.contains(QStringLiteral("mutant 150")));
    QVERIFY(text.contains(QStringLiteral("difference −50")));
    QVERIFY(compare.pixelText({0, 0}).contains(QStringLiteral("difference +100")));
    QVERIFY(compare.pixelText({2, 0}).isEmpty());
    QImage colour(1, 1, QImage::Format_RGB32);
    colour.fill(QColor(1, 2, 3));
    QImage other = colour;
    other.fill(QColor(3, 2, 1));
    compare.setImages(colour, other);
    QVERIFY(compare.pixelText({0, 0}).contains(QStringLiteral("difference (+2, 0, −2)")));
}

void TestImageCompare::hoverMarksTheSamePixelInAllPanes()
{
    ImageCompare compare;
    compare.setImages(flat(10), flat(20));
    showCompare(compare);
    const auto panes = compare.findChildren<ImagePane *>();
    QCOMPARE(panes.size(), 3);
    const QPoint at = panes[2]->fromImage({4.5, 9.5}).toPoint();
    QTest::mouseMove(panes[2], at);
    QTRY_VERIFY(compare.readoutText().startsWith(QStringLiteral("x 4, y 9")));
}

void TestImageCompare::zoomIsLinkedAndKeepsTheAnchor()
{
    ImageCompare compare;
    compare.setImages(flat(10), flat(20));
    showCompare(compare);
    QVERIFY(compare.isFit());
    const auto panes = compare.findChildren<ImagePane *>();
    const double before = compare.zoom();
    const QPointF at(60.0, 70.0);
    const QPointF anchor = panes[1]->toImage(at);
    QSignalSpy zoomed(&compare, &ImageCompare::zoomChanged);
    wheel(panes[1], at, 240); // two notches double it
    QCOMPARE(compare.zoom(), 2.0 * before);
    QCOMPARE(zoomed.count(), 1);
    QVERIFY(!compare.isFit());
    for (ImagePane *pane : panes) {
        const QPointF now = pane->toImage(at);
        QVERIFY(qAbs(now.x() - anchor.x()) < 1e-6 && qAbs(now.y() - anchor.y()) < 1e-6);
    }
    compare.setImages(flat(30), flat(40)); // next test, same size: the view stays
    QCOMPARE(compare.zoom(), 2.0 * before);
    compare.setImages(flat(30, 32), flat(40, 32));
    QVERIFY(compare.isFit());
}

void TestImageCompare::dragMovesAllPanes()
{
    ImageCompare compare;
    compare.setImages(flat(10), flat(20));
    showCompare(compare);
    compare.zoomIn();
    const auto panes = compare.findChildren<ImagePane *>();
    const QPointF before = panes[0]->toImage({100.0, 100.0});
    QTest::mousePress(panes[2], Qt::LeftButton, {}, QPoint(100, 100));
    QTest::mouseMove(panes[2], QPoint(80, 110));
    QTest::mouseRelease(panes[2], Qt::LeftButton, {}, QPoint(80, 110));
    const QPointF after = panes[0]->toImage({80.0, 110.0});
    QVERIFY(qAbs(before.x() - after.x()) < 1e-6 && qAbs(before.y() - after.y()) < 1e-6);
}

void TestImageCompare::keysZoomAndFit()
{
    ImageCompare compare;
    compare.setImages(flat(10), flat(20));
    showCompare(compare);
    const double fit = compare.zoom();
    QTest::keyClick(&compare, Qt::Key_Plus);
    QVERIFY(compare.zoom() > fit);
    QTest::keyClick(&compare, Qt::Key_1);
    QCOMPARE(compare.zoom(), 1.0);
    QTest::keyClick(&compare, Qt::Key_0);
    QVERIFY(compare.isFit());
    QCOMPARE(compare.zoom(), fit);
    for (int i = 0; i < 40; ++i)
        QTest::keyClick(&compare, Qt::Key_Minus);
    QVERIFY(compare.zoom() > 0.01);
}

void TestImageCompare::pixelsAreNotSmoothed()
{
    ImageCompare compare;
    compare.setImages(grey({0, 255, 255, 0}, 2), flat(128, 2));
    showCompare(compare);
    auto *pane = compare.findChildren<ImagePane *>().first();
    const QImage picture = pane->grab().toImage();
    // Three tenths into a pixel a smoothed picture would already mix in the neighbour.
    for (const double x : {0.3, 0.7, 1.3, 1.7}) {
        const QPointF at = pane->fromImage({x, 0.5}) * picture.devicePixelRatio();
        QCOMPARE(qGray(picture.pixel(at.toPoint())), x < 1.0 ? 0 : 255);
    }
}

void TestImageCompare::spaceShowsTheSeedInTheMutantsPlace()
{
    ImageCompare compare;
    compare.setImages(flat(10), flat(200));
    showCompare(compare);
    auto *pane = compare.findChildren<ImagePane *>()[1];
    QCOMPARE(shownAt(pane, {14, 14}).red(), 200);
    QTest::keyPress(&compare, Qt::Key_Space);
    QVERIFY(compare.isFlickering());
    QCOMPARE(shownAt(pane, {14, 14}).red(), 10);
    QVERIFY(compare.pixelText({1, 1}).contains(QStringLiteral("mutant 200"))); // numbers do not flicker
    QTest::keyRelease(&compare, Qt::Key_Space);
    QVERIFY(!compare.isFlickering());
    QCOMPARE(shownAt(pane, {14, 14}).red(), 200);
}

QTEST_MAIN(TestImageCompare)
#include "tst_image_compare.moc"
