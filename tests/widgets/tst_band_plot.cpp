// SPDX-License-Identifier: GPL-3.0-or-later
// Bands, boxes and parallel coordinates.
#include "widgets/band_plot.h"
#include "widgets/box_plot.h"
#include "widgets/parallel_plot.h"

#include <QTemporaryDir>
#include <QTest>

using namespace mutascope::widgets;

class TestBandPlot : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsTheLastPointBefore();
    void refusesListsThatDoNotFit();
    void exportsWhatItShows();
    void hiddenSeriesSayNothing();
    void boxesTellTheirQuartiles();
    void boxOfEqualValuesIsDrawn();
    void axesThatCompareNothingAreLeftOut();
    void lineUnderTheMouseIsHighlighted();

private:
    Band band() const { return {{0, 100, 200}, {0.1, 0.2, 0.3}, {0.2, 0.3, 0.4}, {0.3, 0.4, 0.5}}; }
};

void TestBandPlot::readsTheLastPointBefore()
{
    BandPlot plot(QStringLiteral("plot"), QStringLiteral("empty"));
    plot.setAxes(QStringLiteral("calls"), QStringLiteral("coverage"), true);
    plot.addSeries(QStringLiteral("a"), QStringLiteral("Random"));
    QVERIFY(plot.setBand(QStringLiteral("a"), band()));
    const QString text = plot.readoutAt(150);
    QVERIFY2(text.contains(QStringLiteral("Random 30.00 % (20.00 % … 40.00 %)")), qPrintable(text));
    QVERIFY(plot.readoutAt(-1).isEmpty());
}

void TestBandPlot::refusesListsThatDoNotFit()
{
    BandPlot plot(QStringLiteral("plot"), QStringLiteral("empty"));
    plot.addSeries(QStringLiteral("a"), QStringLiteral("Random"));
    QVERIFY(!plot.setBand(QStringLiteral("b"), band()));
    Band wrong = band();
    wrong.high.removeLast();
    QVERIFY(!plot.setBand(QStringLiteral("a"), wrong));
    QVERIFY(plot.band(QStringLiteral("a")).x.isEmpty());
}

void TestBandPlot::exportsWhatItShows()
{
    BandPlot plot(QStringLiteral("plot"), QStringLiteral("empty"));
    plot.addSeries(QStringLiteral("a"), QStringLiteral("Random"));
    plot.setBand(QStringLiteral("a"), band());
    const QTemporaryDir folder;
    for (const char *suffix : {"csv", "svg", "png", "pdf"})
        QVERIFY(plot.exportTo(folder.filePath(QStringLiteral("p.") + QLatin1String(suffix))));
    QFile file(folder.filePath(QStringLiteral("p.csv")));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray text = file.readAll();
    QVERIFY(text.startsWith("series,x,low,mean,high\nRandom,0,0.1,0.2,0.3\n"));
    QCOMPARE(text.count('\n'), 4);
}

void TestBandPlot::hiddenSeriesSayNothing()
{
    BandPlot plot(QStringLiteral("plot"), QStringLiteral("empty"));
    plot.addSeries(QStringLiteral("a"), QStringLiteral("Random"));
    plot.setBand(QStringLiteral("a"), band());
    plot.setSeriesVisible(QStringLiteral("a"), false);
    QVERIFY(plot.readoutAt(150).isEmpty());
    plot.removeSeries(QStringLiteral("a"));
    QVERIFY(plot.seriesIds().isEmpty());
    plot.addSeries(QStringLiteral("b"), QStringLiteral("DeepHunter"));
    plot.clear();
    QVERIFY(plot.seriesIds().isEmpty());
}

void TestBandPlot::boxesTellTheirQuartiles()
{
    BoxPlot plot;
    plot.resize(400, 240);
    plot.setData({QStringLiteral("SSIM"),
                  {},
                  QStringLiteral("more is better"),
                  {{QStringLiteral("a"), {1, 2, 3, 4, 5}, {1, 2, 3, 4, 5}, {}},
                   {QStringLiteral("b"), {}, {}, QStringLiteral("no failing test")}}});
    const QString left = plot.readoutAt({120, 120});
    QVERIFY2(left.contains(QStringLiteral("median 3, half of them 2 … 4, all of them 1 … 5")),
             qPrintable(left));
    QVERIFY(plot.readoutAt({320, 120}).contains(QStringLiteral("no failing test")));
    QVERIFY(plot.readoutAt({1, 120}).isEmpty());
}

// One pixel column through its middle must show something but the ground.
void TestBandPlot::boxOfEqualValuesIsDrawn()
{
    BoxPlot plot;
    plot.resize(400, 240);
    plot.setData({QStringLiteral("KID"), {}, {}, {{QStringLiteral("a"), {0, 0}, {0, 0, 0, 0, 0}, {}}}});
    const QImage image = plot.grab().toImage();
    const QColor ground = plot.palette().color(QPalette::Base);
    int coloured = 0;
    for (int y = 60; y < 190; ++y) {
        const QColor pixel = image.pixelColor(image.width() / 2 + 20, y * image.height() / 240);
        coloured += pixel.saturation() > 60 && pixel != ground ? 1 : 0;
    }
    QVERIFY(coloured > 0);
}

void TestBandPlot::axesThatCompareNothingAreLeftOut()
{
    ParallelPlot plot;
    plot.setData({{{QStringLiteral("one"), {}, true},
                   {QStringLiteral("two"), {}, true},
                   {QStringLiteral("three"), {}, false}},
                  {{QStringLiteral("a"), {1.0, std::nullopt, 3.0}}, {QStringLiteral("b"), {2.0, 5.0, 1.0}}}});
    QCOMPARE(plot.data().axes.size(), std::size_t(2));
    QCOMPARE(plot.data().axes[1].name, QStringLiteral("three"));
    QCOMPARE(*plot.data().lines[0].values[1], 3.0);
}

// Of the first axis more is better, of the second less: "b" runs along the top, "a" along the foot.
void TestBandPlot::lineUnderTheMouseIsHighlighted()
{
    ParallelPlot plot;
    plot.setData({{{QStringLiteral("one"), {}, true}, {QStringLiteral("two"), {}, false}},
                  {{QStringLiteral("a"), {1.0, 9.0}}, {QStringLiteral("b"), {2.0, 1.0}}}});
    plot.resize(500, 400);
    plot.show();
    QList<int> met;
    for (int y = 0; y < 400; y += 4) {
        QTest::mouseMove(&plot, {250, y});
        if (plot.highlighted() >= 0 && (met.isEmpty() || met.last() != plot.highlighted()))
            met.append(plot.highlighted());
    }
    QCOMPARE(met, QList<int>({1, 0}));
    plot.setHighlighted(-1);
    QCOMPARE(plot.highlighted(), -1);
}

QTEST_MAIN(TestBandPlot)
#include "tst_band_plot.moc"
