// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/colors.h"
#include "widgets/filmstrip.h"
#include "widgets/message_bar.h"
#include "widgets/prediction_bars.h"

#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>
#include <cmath>

using namespace mutascope::widgets;

namespace {

QList<FilmstripFrame> frames(int count)
{
    QImage image(28, 28, QImage::Format_Grayscale8);
    image.fill(100);
    QList<FilmstripFrame> result;
    for (int i = 0; i < count; ++i)
        result.append({i, image, i == 0 ? QStringLiteral("Coat") : QStringLiteral("rotate 12°")});
    return result;
}

std::vector<PredictionRow> rows()
{
    return {{QStringLiteral("a"), 0.90, 0.10},
            {QStringLiteral("b"), 0.02, 0.03},
            {QStringLiteral("c"), 0.01, 0.80},
            {QStringLiteral("d"), 0.05, 0.05},
            {QStringLiteral("e"), 0.02, 0.02}};
}

// Contrast of WCAG 2: relative luminances in a ratio of 1 to 21.
double luminance(const QColor &color)
{
    const auto linear
        = [](double c) { return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4); };
    return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF()) + 0.0722 * linear(color.blueF());
}

double contrast(const QColor &a, const QColor &b)
{
    const double x = luminance(a);
    const double y = luminance(b);
    return (std::max(x, y) + 0.05) / (std::min(x, y) + 0.05);
}

QPalette paletteOf(const QColor &window, const QColor &text)
{
    QPalette palette;
    palette.setColor(QPalette::Window, window);
    palette.setColor(QPalette::WindowText, text);
    return palette;
}

} // namespace

class TestFilmstripBarsMessages : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void filmstripStartsAtTheMutant();
    void filmstripClickSelects();
    void filmstripKeysWalkTheLineage();
    void filmstripScrollsToTheCurrentFrame();
    void barsAreOrdered();
    void markedClassesAreNeverLeftOut();
    void barsDescribeThemselves();
    void messageIsShownAndDismissed();
    void messageAction();
    void accentsAreReadableOnLightAndDark();
};

void TestFilmstripBarsMessages::filmstripStartsAtTheMutant()
{
    Filmstrip film;
    QCOMPARE(film.currentIndex(), -1);
    QSignalSpy changed(&film, &Filmstrip::currentIndexChanged);
    film.setFrames(frames(4));
    QCOMPARE(film.currentIndex(), 3);
    QCOMPARE(changed.count(), 0);
    film.setFrames({});
    QCOMPARE(film.currentIndex(), -1);
}

void TestFilmstripBarsMessages::filmstripClickSelects()
{
    Filmstrip film;
    film.setFrames(frames(4));
    film.resize(1200, film.sizeHint().height());
    film.show();
    QSignalSpy clicked(&film, &Filmstrip::frameClicked);
    QSignalSpy changed(&film, &Filmstrip::currentIndexChanged);
    QPoint second;
    for (int x = 0; x < film.viewport()->width() && second.isNull(); x += 4) {
        if (film.indexAt(QPoint(x, 40)) == 1)
            second = QPoint(x + 8, 40);
    }
    QVERIFY(!second.isNull());
    QTest::mouseClick(film.viewport(), Qt::LeftButton, {}, second);
    QCOMPARE(film.currentIndex(), 1);
    QCOMPARE(clicked.value(0).value(0).toInt(), 1);
    QCOMPARE(changed.count(), 1);
    QTest::mouseClick(film.viewport(), Qt::LeftButton, {},
                      QPoint(second.x() - 20, 40)); // the arrow before it
    QCOMPARE(clicked.count(), 1);
}

void TestFilmstripBarsMessages::filmstripKeysWalkTheLineage()
{
    Filmstrip film;
    film.setFrames(frames(4));
    film.show();
    QSignalSpy clicked(&film, &Filmstrip::frameClicked);
    QTest::keyClick(&film, Qt::Key_Left);
    QCOMPARE(film.currentIndex(), 2);
    QTest::keyClick(&film, Qt::Key_Home);
    QTest::keyClick(&film, Qt::Key_Left); // nothing before the seed
    QCOMPARE(film.currentIndex(), 0);
    QTest::keyClick(&film, Qt::Key_Return);
    QCOMPARE(clicked.value(0).value(0).toInt(), 0);
    QTest::keyClick(&film, Qt::Key_End);
    QCOMPARE(film.currentIndex(), 3);
}

void TestFilmstripBarsMessages::filmstripScrollsToTheCurrentFrame()
{
    Filmstrip film;
    film.resize(300, film.sizeHint().height());
    film.show();
    film.setFrames(frames(30));
    const auto shown = [&film](int index) {
        for (int x = 0; x < film.viewport()->width(); ++x)
            if (film.indexAt(QPoint(x, 40)) == index)
                return true;
        return false;
    };
    QVERIFY(shown(29) && !shown(0));
    film.setCurrentIndex(0);
    QVERIFY(shown(0) && !shown(29));
}

void TestFilmstripBarsMessages::barsAreOrdered()
{
    PredictionBars bars;
    bars.setRows(rows(), 0, 2);
    QCOMPARE(bars.shownClasses(), QList<int>({0, 2, 3, 1, 4})); // by .90, .80, .05, .03, .02
    bars.setSorted(false);
    QCOMPARE(bars.shownClasses(), QList<int>({0, 1, 2, 3, 4}));
    bars.clear();
    QVERIFY(bars.shownClasses().isEmpty());
}

void TestFilmstripBarsMessages::markedClassesAreNeverLeftOut()
{
    PredictionBars bars;
    bars.setRowLimit(3);
    bars.setRows(rows(), 4, 2); // the label is the least likely class
    QCOMPARE(bars.shownClasses(), QList<int>({0, 2, 4}));
    QCOMPARE(bars.hiddenCount(), 2);
}

void TestFilmstripBarsMessages::barsDescribeThemselves()
{
    PredictionBars bars;
    bars.setLocale(QLocale::c());
    bars.setRows({{QStringLiteral("Bag"), 0.9, 0.0004}, {QStringLiteral("Coat"), 0.1, qQNaN()}}, 0, 1);
    QCOMPARE(bars.description(0), QStringLiteral("Bag (true): 90.0 % before, < 0.1 % after."));
    QCOMPARE(bars.description(1), QStringLiteral("Coat (predicted): 10.0 % before, n/a after."));
    QVERIFY(bars.accessibleDescription().contains(bars.description(0)));
    bars.setRows({{QStringLiteral("Bag"), 0.9, 0.8}}, 0, 0);
    QCOMPARE(bars.markText(0), QStringLiteral("true, predicted"));
    QVERIFY(bars.description(1).isEmpty() && bars.description(-1).isEmpty());
}

void TestFilmstripBarsMessages::messageIsShownAndDismissed()
{
    QWidget window;
    MessageBar bar(&window);
    window.show();
    QVERIFY(!bar.isVisible());
    bar.showMessage(MessageBar::Kind::Error, QStringLiteral("<b>file</b> is missing"),
                    QStringLiteral("choose one"));
    QVERIFY(bar.isVisible());
    QCOMPARE(bar.kind(), MessageBar::Kind::Error);
    QCOMPARE(bar.text(), QStringLiteral("<b>file</b> is missing"));
    QCOMPARE(bar.details(), QStringLiteral("choose one"));
    QCOMPARE(bar.accessibleName(), QStringLiteral("Error: <b>file</b> is missing"));
    QVERIFY(bar.findChild<QPushButton *>()->isHidden());
    QSignalSpy dismissed(&bar, &MessageBar::dismissed);
    QTest::keyClick(&bar, Qt::Key_Escape);
    QVERIFY(!bar.isVisible());
    bar.dismiss();
    QCOMPARE(dismissed.count(), 1);
    bar.showMessage(MessageBar::Kind::Warning, QStringLiteral("again"));
    QTest::mouseClick(bar.findChild<QToolButton *>(), Qt::LeftButton);
    QCOMPARE(dismissed.count(), 2);
}

void TestFilmstripBarsMessages::messageAction()
{
    MessageBar bar;
    bar.showMessage(MessageBar::Kind::Information, QStringLiteral("done"), {}, QStringLiteral("Show"));
    QSignalSpy triggered(&bar, &MessageBar::actionTriggered);
    auto *button = bar.findChild<QPushButton *>();
    QCOMPARE(button->text(), QStringLiteral("Show"));
    QTest::mouseClick(button, Qt::LeftButton);
    QCOMPARE(triggered.count(), 1);
}

void TestFilmstripBarsMessages::accentsAreReadableOnLightAndDark()
{
    for (const QPalette &palette : {paletteOf(QColor(0xef, 0xef, 0xef), Qt::black),
                                    paletteOf(QColor(0x2d, 0x2d, 0x30), QColor(0xe6, 0xe6, 0xe6))}) {
        for (const Accent accent : {Accent::Information, Accent::Good, Accent::Warning, Accent::Error})
            QVERIFY(contrast(accentColor(accent, palette), palette.color(QPalette::Window)) >= 4.5);
    }
}

QTEST_MAIN(TestFilmstripBarsMessages)
#include "tst_filmstrip_bars_messages.moc"
