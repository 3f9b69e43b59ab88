// SPDX-License-Identifier: GPL-3.0-or-later
// The image, the buttons and the strip of the labelling page.
#include "widgets/colors.h"
#include "widgets/label_class_finder.h"
#include "widgets/label_image.h"
#include "widgets/label_pad.h"
#include "widgets/label_progress.h"
#include "widgets/label_validity_plot.h"
#include "widgets/roc_plot.h"

#include <QApplication>
#include <QFile>
#include <QLineEdit>
#include <QListWidget>
#include <QScrollArea>
#include <QSet>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QWheelEvent>
#include <cmath>
#include <limits>

using namespace mutascope::widgets;

namespace {

QImage checkers()
{
    QImage image(28, 28, QImage::Format_Grayscale8);
    for (int y = 0; y < 28; ++y)
        for (int x = 0; x < 28; ++x)
            image.setPixel(x, y, (x + y) % 2 == 0 ? qRgb(0, 0, 0) : qRgb(255, 255, 255));
    return image;
}

QList<LabelChoice> choices()
{
    return {
        {QStringLiteral("valid"), QStringLiteral("Valid"), QStringLiteral("still one"), QStringLiteral("V"),
         LabelMark::Valid},
        {QStringLiteral("invalid"), QStringLiteral("Invalid"), {}, QStringLiteral("X"), LabelMark::Invalid}};
}

} // namespace

class TestLabelParts : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void imageHasItsSizeInMillimetres();
    void imageIsNeitherSmoothedNorOnAnotherGround();
    void smallWidgetsSayThatTheyShrink();
    void originalStandsBeside();
    void badgeIsDrawnOver();
    void buttonsTellTheirKeys();
    void choosingReplacesTheButtonsSafely();
    void flashEnds();
    void finderFindsByFirstLetters();
    void finderNeedsLetters();
    void finderMovesByArrows();
    void progressInWords();
    void plotLeavesOutEmptyBins();
    void rocTellsItsThresholds();
    void plotsAreWritten();
    void wheelOverAPlotScrollsWhatItIsIn();
};

void TestLabelParts::imageHasItsSizeInMillimetres()
{
    LabelImage image;
    image.resize(900, 700);
    image.setSideMillimetres(40);
    image.setImages(checkers());
    const double wanted = 40 * pixelsPerMillimetre(image);
    QVERIFY(std::abs(image.imageRect().width() - wanted) <= 0.5);
    QVERIFY(std::abs(image.imageRect().height() - wanted) <= 0.5);
    QVERIFY(!image.isShrunk());
    QCOMPARE(image.shownMillimetres(), 40.0);
    QImage wide(40, 20, QImage::Format_RGB32);
    wide.fill(Qt::red);
    image.setImages(wide); // the longer side counts
    QVERIFY(std::abs(image.imageRect().width() - wanted) <= 0.5);
    QVERIFY(std::abs(image.imageRect().height() - wanted / 2) <= 1);
    image.resize(1200, 900); // and stays, whatever the window does
    QVERIFY(std::abs(image.imageRect().width() - wanted) <= 0.5);
}

void TestLabelParts::imageIsNeitherSmoothedNorOnAnotherGround()
{
    for (const QColor &window : {QColor(Qt::white), QColor(0x1e2124)}) {
        LabelImage image;
        image.setPalette(QPalette(window));
        image.resize(500, 400);
        image.setImages(checkers());
        const QImage drawn = image.grab().toImage();
        QCOMPARE(drawn.pixelColor(5, 5), QColor(128, 128, 128));
        const QRect area = image.imageRect().toRect().adjusted(1, 1, -1, -1);
        for (int x = area.left(); x < area.right(); ++x) {
            const QColor color = drawn.pixelColor(x, area.center().y());
            QVERIFY2(color == Qt::black || color == Qt::white, qPrintable(color.name()));
        }
    }
}

void TestLabelParts::smallWidgetsSayThatTheyShrink()
{
    LabelImage image;
    image.resize(900, 700);
    image.setImages(checkers());
    const QSignalSpy spy(&image, &LabelImage::shrunkChanged);
    image.setSideMillimetres(1000);
    QCOMPARE(spy.size(), 1);
    QVERIFY(image.isShrunk());
    QVERIFY(image.shownMillimetres() < 1000);
    const double shown = image.imageRect().width() / pixelsPerMillimetre(image);
    QVERIFY(std::abs(image.shownMillimetres() - shown) < 0.5);
    QVERIFY(QRectF(image.rect()).contains(image.imageRect()));
    image.setSideMillimetres(30);
    QCOMPARE(spy.size(), 2);
    QVERIFY(!image.isShrunk());
}

void TestLabelParts::originalStandsBeside()
{
    LabelImage image;
    image.resize(900, 500);
    image.setSideMillimetres(40);
    image.setImages(checkers(), checkers());
    QVERIFY(image.besideRect().right() < image.imageRect().left());
    QCOMPARE(image.besideRect().size(), image.imageRect().size());
    image.setImages(checkers());
    QVERIFY(image.besideRect().isEmpty());
}

void TestLabelParts::badgeIsDrawnOver()
{
    LabelImage image;
    image.resize(500, 400);
    image.setImages(checkers());
    const QImage before = image.grab().toImage();
    image.setBadge(QStringLiteral("Valid"), LabelMark::Valid);
    QVERIFY(image.grab().toImage() != before);
    image.setBadge({});
    QCOMPARE(image.grab().toImage(), before);
}

void TestLabelParts::buttonsTellTheirKeys()
{
    LabelPad pad;
    pad.setChoices(choices());
    const LabelButton *button = pad.button(QStringLiteral("valid"));
    QVERIFY(button);
    QCOMPARE(button->accessibleName(), QStringLiteral("Valid"));
    QVERIFY(button->accessibleDescription().contains(QStringLiteral("Key: V")));
    QVERIFY(button->toolTip().contains(QStringLiteral("still one")));
    QVERIFY(button->sizeHint().height() >= 44); // for fingers
    QVERIFY(button->focusPolicy() & Qt::TabFocus);
    QSignalSpy chosen(&pad, &LabelPad::chosen);
    QTest::mouseClick(pad.button(QStringLiteral("invalid")), Qt::LeftButton);
    QCOMPARE(chosen.takeFirst().first().toString(), QStringLiteral("invalid"));
    QTest::keyClick(pad.button(QStringLiteral("valid")), Qt::Key_Space);
    QCOMPARE(chosen.takeFirst().first().toString(), QStringLiteral("valid"));
}

// The answer to a button may be other buttons.
void TestLabelParts::choosingReplacesTheButtonsSafely()
{
    LabelPad pad;
    pad.setChoices(choices());
    connect(&pad, &LabelPad::chosen, &pad, [&pad] {
        pad.setChoices(
            {{QStringLiteral("class-0"), QStringLiteral("cat"), {}, QStringLiteral("0"), LabelMark::None}});
    });
    QTest::mouseClick(pad.button(QStringLiteral("valid")), Qt::LeftButton);
    QVERIFY(!pad.button(QStringLiteral("valid")));
    QVERIFY(pad.button(QStringLiteral("class-0")));
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    QCOMPARE(pad.findChildren<LabelButton *>().size(), 1);
}

void TestLabelParts::flashEnds()
{
    LabelPad pad;
    pad.setChoices(choices());
    pad.flash(QStringLiteral("valid"));
    QVERIFY(pad.button(QStringLiteral("valid"))->isFlashing());
    QVERIFY(!pad.button(QStringLiteral("invalid"))->isFlashing());
    QTRY_VERIFY(!pad.button(QStringLiteral("valid"))->isFlashing());
    pad.setCurrent(QStringLiteral("invalid"));
    QVERIFY(pad.button(QStringLiteral("invalid"))->isCurrent());
}

void TestLabelParts::finderFindsByFirstLetters()
{
    LabelClassFinder finder;
    finder.setClasses({QStringLiteral("stop"), QStringLiteral("no stopping"), QStringLiteral("yield"),
                       QStringLiteral("unstoppable"), QStringLiteral("Stork")});
    QSignalSpy chosen(&finder, &LabelClassFinder::chosen);
    finder.show();
    finder.begin(QStringLiteral("sto"));
    QCOMPARE(finder.matches(),
             (QStringList{QStringLiteral("stop"), QStringLiteral("Stork"), QStringLiteral("no stopping"),
                          QStringLiteral("unstoppable")}));
    QTest::keyClicks(finder.line(), QStringLiteral("r"));
    QCOMPARE(finder.matches(), QStringList{QStringLiteral("Stork")});
    QTest::keyClick(finder.line(), Qt::Key_Return);
    QCOMPARE(chosen.size(), 1);
    QCOMPARE(chosen.first().first().toInt(), 4);
}

void TestLabelParts::finderNeedsLetters()
{
    LabelClassFinder finder;
    finder.setClasses({QStringLiteral("stop"), QStringLiteral("yield")});
    finder.show();
    QVERIFY(QTest::qWaitForWindowActive(&finder));
    finder.begin();
    const QSignalSpy chosen(&finder, &LabelClassFinder::chosen);
    const QSignalSpy left(&finder, &LabelClassFinder::left);
    QTest::keyClick(finder.line(), Qt::Key_Return); // a slip
    QTest::keyClicks(finder.line(), QStringLiteral("q"));
    QVERIFY(finder.matches().isEmpty());
    QTest::keyClick(finder.line(), Qt::Key_Return); // no such class
    QCOMPARE(chosen.size(), 0);
    QTest::keyClick(finder.line(), Qt::Key_Escape);
    QCOMPARE(left.size(), 1);
    QCOMPARE(finder.matches().size(), 2);
}

void TestLabelParts::finderMovesByArrows()
{
    LabelClassFinder finder;
    finder.setClasses({QStringLiteral("sa"), QStringLiteral("sb"), QStringLiteral("sc")});
    finder.show();
    QSignalSpy chosen(&finder, &LabelClassFinder::chosen);
    finder.begin(QStringLiteral("s"));
    QTest::keyClick(finder.line(), Qt::Key_Down);
    QTest::keyClick(finder.line(), Qt::Key_Down);
    QTest::keyClick(finder.line(), Qt::Key_Up);
    QTest::keyClick(finder.line(), Qt::Key_Return);
    QCOMPARE(chosen.first().first().toInt(), 1);
    auto *list = finder.findChild<QListWidget *>();
    QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, list->visualItemRect(list->item(2)).center());
    QCOMPARE(chosen.size(), 2); // once, not twice
    QCOMPARE(chosen.last().first().toInt(), 2);
}

void TestLabelParts::progressInWords()
{
    LabelProgress strip;
    strip.setLocale(QLocale::c());
    strip.setProgress({37, 2, 200, 2.4});
    QVERIFY2(strip.text().contains(QStringLiteral("37 of 200")), qPrintable(strip.text()));
    QVERIFY(strip.text().contains(QStringLiteral("2 skipped")));
    QVERIFY(strip.text().contains(QStringLiteral("2.4 s an image")));
    QVERIFY(strip.text().contains(QStringLiteral("about 7 min left"))); // 163 * 2.4 s = 6.5 min
    QVERIFY(strip.accessibleName().contains(QStringLiteral("37 of 200")));
    strip.setProgress({200, 0, 200, 2.4});
    QCOMPARE(strip.text(), QStringLiteral("200 of 200"));
    QCOMPARE(LabelProgress::timeLeft(20), QStringLiteral("less than a minute left"));
    QCOMPARE(LabelProgress::timeLeft(3 * 3600), QStringLiteral("about 3 h left"));
}

void TestLabelParts::plotLeavesOutEmptyBins()
{
    LabelValidityPlot plot(QStringLiteral("valid over size"));
    plot.setLocale(QLocale::c());
    plot.setBins({{0, 1, 9, 10, 0.6, 0.98}, {1, 2, 0, 0, 0, 1}, {2, 3, 1, 4, 0.05, 0.7}},
                 QStringLiteral("L2"));
    QCOMPARE(plot.bins().size(), std::size_t(2));
    const QString first = plot.readout(0);
    QVERIFY2(first.contains(QStringLiteral("9 of 10")) && first.contains(QStringLiteral("90")),
             qPrintable(first));
    QVERIFY(plot.readout(1).contains(QStringLiteral("1 of 4")));
    QVERIFY(plot.readout(2).isEmpty());
    QVERIFY(plot.accessibleDescription().contains(QStringLiteral("1 of 4"))); // for those who see no plot
    plot.setBins({}, QStringLiteral("L2"));
    QVERIFY(plot.bins().empty());
}

void TestLabelParts::rocTellsItsThresholds()
{
    RocPlot plot(QStringLiteral("valid over invalid"));
    plot.setLocale(QLocale::c());
    plot.setAxes(QStringLiteral("invalid"), QStringLiteral("valid"));
    plot.setCurves({{QStringLiteral("error"), {{0, 0}, {0.1, 0.8}, {1, 1}}, QPointF(0.1, 0.8)},
                    {QStringLiteral("distance"), {{0, 0}, {1, 1}}, std::nullopt}});
    QVERIFY2(plot.accessibleDescription().startsWith(QStringLiteral("error: 80"))
                 && plot.accessibleDescription().contains(QStringLiteral("10"))
                 && !plot.accessibleDescription().contains(QStringLiteral("distance")),
             qPrintable(plot.accessibleDescription()));
    plot.resize(400, 300);
    const auto colors = [&plot] {
        QSet<QRgb> found;
        const QImage image = plot.grab().toImage();
        for (int y = 0; y < image.height(); ++y)
            for (int x = 0; x < image.width(); ++x)
                found.insert(image.pixel(x, y));
        return found;
    };
    QVERIFY(colors().contains(seriesColor(0, plot.palette()).rgb())); // the chosen point is filled
    plot.setCurves({});
    QVERIFY(!colors().contains(seriesColor(0, plot.palette()).rgb()));
    QVERIFY(plot.accessibleDescription().isEmpty());
}

void TestLabelParts::plotsAreWritten()
{
    QTemporaryDir folder;
    LabelValidityPlot validity(QStringLiteral("valid over size"));
    validity.setBins({{0, 1, 9, 10, 0.6, 0.98}, {1, 2, 0, 0, 0, 1}, {2, 3.5, 1, 4, 0.05, 0.7}}, {});
    RocPlot roc(QStringLiteral("valid over invalid"));
    roc.setCurves({{QStringLiteral("a, b"), {{0, 0}, {0.1, 0.8}, {1, 1}}, QPointF(0.1, 0.8)}});
    const auto written = [&](ExportablePlot &plot, const char *name) {
        QString error;
        const QString path = folder.filePath(QLatin1String(name));
        QFile file(path);
        return plot.exportTo(path, &error) && file.open(QIODevice::ReadOnly) ? file.readAll()
                                                                             : error.toUtf8();
    };
    QCOMPARE(written(validity, "v.csv"),
             QByteArray("from,to,judged,valid,valid_share,interval_low,interval_high\n0,1,10,9,0.9,0.6,0."
                        "98\n2,3.5,4,1,0.25,0.05,0.7\n"));
    QCOMPARE(written(roc, "r.csv"),
             QByteArray("curve,false_positive_rate,true_positive_rate,chosen\n\"a, b\",0,0,0\n"
                        "\"a, b\",0.1,0.8,1\n\"a, b\",1,1,0\n"));
    QPalette dark;
    dark.setColor(QPalette::Base, Qt::black);
    roc.setPalette(dark);
    const QImage picture = QImage::fromData(written(roc, "r.png"));
    QVERIFY(picture.width() >= 1280); // twice the least size
    QCOMPARE(picture.pixelColor(2, 2), QColor(Qt::white)); // as print, not as the desktop
    QVERIFY(written(roc, "r.svg").contains("<svg"));
    QVERIFY(written(roc, "r.pdf").startsWith("%PDF"));
    QVERIFY(written(roc, "r.doc").contains("must end with"));
    QVERIFY(written(roc, "no/such/folder.png").contains("cannot be written"));
}

void TestLabelParts::wheelOverAPlotScrollsWhatItIsIn()
{
    QScrollArea area;
    auto *roc = new RocPlot(QStringLiteral("valid over invalid"));
    roc->setMinimumSize(300, 2000);
    area.setWidget(roc);
    area.resize(320, 200);
    area.show();
    QVERIFY(QTest::qWaitForWindowExposed(&area));
    const QPoint at = area.viewport()->rect().center();
    QWidget *under = area.viewport()->childAt(at);
    QVERIFY(under);
    QWheelEvent wheel(under->mapFrom(area.viewport(), at), area.viewport()->mapToGlobal(at), {}, {0, -120},
                      Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
    QApplication::sendEvent(under, &wheel);
    // What a program makes up is not handed on to the parents; that what comes from a mouse is depends on
    // both:
    QVERIFY(!wheel.isAccepted());
    QVERIFY(!under->testAttribute(Qt::WA_NoMousePropagation));
}

QTEST_MAIN(TestLabelParts)

#include "tst_label_parts.moc"
