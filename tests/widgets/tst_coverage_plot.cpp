// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/coverage_plot.h"

#include <QFile>
#include <QImage>
#include <QSignalSpy>
#include <QSvgRenderer>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <cmath>

using namespace mutascope::widgets;

namespace {

SeriesPoint at(double seconds, double value)
{
    return {seconds, seconds * 100.0, seconds * 90.0, value};
}

void fill(CoveragePlot &plot)
{
    plot.addSeries(QStringLiteral("a"), QStringLiteral("kmnc, 1000"));
    plot.addSeries(QStringLiteral("f"), QStringLiteral("failing"), CoveragePlot::SeriesKind::FailingTests);
    plot.setPoints(QStringLiteral("a"), {at(0.0, 0.25), at(2.0, 0.5)});
    plot.setPoints(QStringLiteral("f"), {at(0.0, 0.0), at(1.5, 3.0)});
}

QByteArray contents(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

class TestCoveragePlot : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void csvHasEveryPoint();
    void picturesAreWritten();
    void exportFailuresAreTold();
    void decimationKeepsExtremes();
    void decimationKeepsShortSeriesAndNeighbours();
    void manyPointsAreDrawnFew();
    void appendingIsCoalesced();
    void readoutTellsWhatWasKnown();
    void autoscaleEndsWithZoomAndReturns();
    void hiddenSeries();
};

void TestCoveragePlot::csvHasEveryPoint()
{
    QTemporaryDir dir;
    CoveragePlot plot;
    fill(plot);
    const QString path = dir.filePath(QStringLiteral("plot.csv"));
    QString message;
    QVERIFY2(plot.exportTo(path, &message), qPrintable(message));
    QCOMPARE(contents(path),
             QByteArray("series,seconds,calls,tests,value\n"
                        "\"kmnc, 1000\",0,0,0,0.25\n"
                        "\"kmnc, 1000\",2,200,180,0.5\n"
                        "failing,0,0,0,0\n"
                        "failing,1.5,150,135,3\n"));
}

void TestCoveragePlot::picturesAreWritten()
{
    QTemporaryDir dir;
    CoveragePlot plot;
    fill(plot);
    plot.resize(700, 420);
    plot.show();
    for (const char *suffix : {"png", "svg", "pdf"}) {
        QString message;
        QVERIFY2(plot.exportTo(dir.filePath(QStringLiteral("p.") + QLatin1String(suffix)), &message),
                 qPrintable(message));
    }
    const QImage png(dir.filePath(QStringLiteral("p.png")));
    QVERIFY(png.width() >= 1280 && png.height() >= 800);
    int inked = 0;
    for (int y = 0; y < png.height(); ++y)
        for (int x = 0; x < png.width(); ++x)
            inked += png.pixelColor(x, y).hslSaturation() > 100 ? 1 : 0;
    QVERIFY2(inked > 500, "the coloured lines are missing");
    QSvgRenderer svg(dir.filePath(QStringLiteral("p.svg")));
    QVERIFY(svg.isValid());
    const QByteArray text = contents(dir.filePath(QStringLiteral("p.svg")));
    QVERIFY2(text.contains("kmnc, 1000"), "the legend belongs to the picture");
    QVERIFY(text.contains("failing tests") && text.contains("coverage (%)"));
    QVERIFY(contents(dir.filePath(QStringLiteral("p.pdf"))).startsWith("%PDF-"));
}

void TestCoveragePlot::exportFailuresAreTold()
{
    QTemporaryDir dir;
    CoveragePlot plot;
    fill(plot);
    QString message;
    QVERIFY(!plot.exportTo(dir.filePath(QStringLiteral("plot.xyz")), &message));
    QVERIFY(message.contains(QStringLiteral(".csv")));
    QVERIFY(!plot.exportTo(dir.filePath(QStringLiteral("no/such/folder/plot.png")), &message));
    QVERIFY(message.contains(QStringLiteral("no/such/folder")));
}

void TestCoveragePlot::decimationKeepsExtremes()
{
    constexpr int kCount = 250000;
    std::vector<SeriesPoint> points;
    for (int i = 0; i < kCount; ++i)
        points.push_back(at(i, 0.5 + 0.1 * std::sin(i * 0.001)));
    points[123457].value = 0.99;
    points[200001].value = 0.01;
    const PlotCurve curve = decimate(points, PlotAxis::Time, 0.0, kCount, 800);
    QVERIFY(curve.x.size() <= 4 * 800);
    QVERIFY(curve.x.size() >= 800);
    QVERIFY(std::is_sorted(curve.x.begin(), curve.x.end()));
    QCOMPARE(curve.x.first(), 0.0);
    QCOMPARE(curve.x.last(), double(kCount - 1));
    const auto highest = std::max_element(curve.y.begin(), curve.y.end()) - curve.y.begin();
    const auto lowest = std::min_element(curve.y.begin(), curve.y.end()) - curve.y.begin();
    QCOMPARE(curve.x[highest], 123457.0);
    QCOMPARE(curve.y[highest], 0.99);
    QCOMPARE(curve.x[lowest], 200001.0);
    QCOMPARE(curve.y[lowest], 0.01);
}

void TestCoveragePlot::decimationKeepsShortSeriesAndNeighbours()
{
    const std::vector<SeriesPoint> points{at(0, 1), at(1, 2), at(2, 3), at(3, 4), at(4, 5)};
    QCOMPARE(decimate(points, PlotAxis::Time, 0.0, 4.0, 100).y, QVector<double>({1, 2, 3, 4, 5}));
    // One neighbour on each side, so that the line leaves the picture at the border.
    QCOMPARE(decimate(points, PlotAxis::Time, 1.5, 2.5, 100).y, QVector<double>({2, 3, 4}));
    QCOMPARE(decimate(points, PlotAxis::Calls, 150.0, 250.0, 100).x, QVector<double>({100, 200, 300}));
    QVERIFY(decimate({}, PlotAxis::Time, 0.0, 1.0, 100).x.isEmpty());
}

void TestCoveragePlot::manyPointsAreDrawnFew()
{
    CoveragePlot plot;
    plot.addSeries(QStringLiteral("a"), QStringLiteral("nc"));
    std::vector<SeriesPoint> points;
    for (int i = 0; i < 150000; ++i)
        points.push_back(at(i, i / 150000.0));
    plot.resize(600, 400);
    plot.show();
    plot.setPoints(QStringLiteral("a"), points);
    QTRY_VERIFY(plot.plottedPointCount(QStringLiteral("a")) > 100);
    QVERIFY(plot.plottedPointCount(QStringLiteral("a")) <= 4 * 600);
    QCOMPARE(plot.points(QStringLiteral("a")).size(), std::size_t(150000));
}

void TestCoveragePlot::appendingIsCoalesced()
{
    CoveragePlot plot;
    plot.addSeries(QStringLiteral("a"), QStringLiteral("nc"));
    plot.show();
    QVERIFY(QTest::qWaitForWindowExposed(&plot));
    QTRY_VERIFY(plot.replotCount() > 0);
    const int before = plot.replotCount();
    for (int i = 0; i < 5000; ++i)
        plot.appendPoint(QStringLiteral("a"), at(i, 0.1));
    QCOMPARE(plot.replotCount(), before);
    QTRY_COMPARE(plot.plottedPointCount(QStringLiteral("a")) > 0, true);
    plot.appendPoint(QStringLiteral("unknown"), at(0, 0));
    QVERIFY(plot.points(QStringLiteral("unknown")).empty());
}

void TestCoveragePlot::readoutTellsWhatWasKnown()
{
    CoveragePlot plot;
    plot.setLocale(QLocale::c());
    fill(plot);
    QCOMPARE(plot.readoutAt(1.9), QStringLiteral("1.9 s  ·  kmnc, 1000 25.00 %  ·  failing 3"));
    QCOMPARE(plot.readoutAt(2.0), QStringLiteral("2.0 s  ·  kmnc, 1000 50.00 %  ·  failing 3"));
    QVERIFY(plot.readoutAt(-1.0).isEmpty());
    QSignalSpy changed(&plot, &CoveragePlot::xAxisChanged);
    plot.setXAxis(CoveragePlot::XAxis::Calls);
    QCOMPARE(changed.count(), 1);
    QCOMPARE(plot.readoutAt(149.0), QStringLiteral("149 model calls  ·  kmnc, 1000 25.00 %  ·  failing 0"));
    plot.setYMode(CoveragePlot::YMode::Automatic);
    QVERIFY(plot.readoutAt(149.0).contains(QStringLiteral("kmnc, 1000 0.25")));
}

void TestCoveragePlot::autoscaleEndsWithZoomAndReturns()
{
    CoveragePlot plot;
    fill(plot);
    plot.show();
    QVERIFY(QTest::qWaitForWindowExposed(&plot));
    QTRY_VERIFY(plot.plottedPointCount(QStringLiteral("a")) > 0);
    QVERIFY(plot.isAutoScaleX() && plot.isAutoScaleY());
    QSignalSpy changed(&plot, &CoveragePlot::autoScaleChanged);
    QTest::keyClick(&plot, Qt::Key_Plus);
    QVERIFY(!plot.isAutoScaleX());
    QVERIFY2(plot.isAutoScaleY(), "the vertical axis still follows");
    QCOMPARE(changed.count(), 1);
    QTest::keyClick(&plot, Qt::Key_0);
    QVERIFY(plot.isAutoScaleX());
    plot.setAutoScaleY(false);
    const int before = plot.replotCount();
    plot.appendPoint(QStringLiteral("a"), at(5.0, 0.9));
    QTRY_VERIFY(plot.replotCount() > before);
    QVERIFY2(!plot.isAutoScaleY() && plot.isAutoScaleX(), "new data must not switch anything");
}

void TestCoveragePlot::hiddenSeries()
{
    CoveragePlot plot;
    fill(plot);
    plot.setSeriesVisible(QStringLiteral("f"), false);
    QVERIFY(!plot.isSeriesVisible(QStringLiteral("f")));
    QVERIFY(!plot.readoutAt(2.0).contains(QStringLiteral("failing")));
    QTemporaryDir dir; // data stay complete
    QVERIFY(plot.exportTo(dir.filePath(QStringLiteral("p.csv"))));
    QVERIFY(contents(dir.filePath(QStringLiteral("p.csv"))).contains("failing,1.5"));
    plot.removeSeries(QStringLiteral("f"));
    QCOMPARE(plot.seriesIds(), QStringList({QStringLiteral("a")}));
    plot.clear();
    QVERIFY(plot.seriesIds().isEmpty());
}

QTEST_MAIN(TestCoveragePlot)
#include "tst_coverage_plot.moc"
