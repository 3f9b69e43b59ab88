// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/loss_plot.h"
#include "widgets/qcustomplot_header.h"

#include <QFile>
#include <QImage>
#include <QSignalSpy>
#include <QSvgRenderer>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <cmath>
#include <limits>

using namespace mutascope::widgets;

namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

// Two batches an epoch.
std::vector<LossSample> samplesOf(const std::vector<double> &values, qint64 first = 1)
{
    std::vector<LossSample> samples;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const qint64 batch = first + qint64(i);
        samples.push_back({batch, int((batch + 1) / 2), values[i]});
    }
    return samples;
}

void fill(LossPlot &plot)
{
    plot.setLocale(QLocale::c());
    plot.addSeries(QStringLiteral("g"), QStringLiteral("gan"));
    plot.addSeries(QStringLiteral("s"), QStringLiteral("success"), PlotPanel::Side::Right);
    plot.setSamples(QStringLiteral("g"), samplesOf({4, 2, 1, 0.5}));
    plot.setSamples(QStringLiteral("s"), samplesOf({0, 0.25, 0.5, 0.9}));
}

QByteArray contents(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

class TestLossPlot : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void emptyPlotFillsItsRoom();
    void rightAxisIsNamedAfterItsSeries();
    void batchesAreWholeNumbers();
    void epochsAreMeans();
    void smoothingStartsWithoutBias();
    void repeatedBatchesReplace();
    void gapsAreKeptWhenThinned();
    void gapsHaveMarks();
    void readout();
    void logarithmicLeavesOutWhatHasNoPlace();
    void axisAndHiding();
    void csvHasEveryBatch();
    void picturesAreWritten();
    void appendingIsCoalesced();
    void removal();
};

void TestLossPlot::emptyPlotFillsItsRoom()
{
    LossPlot plot;
    plot.resize(600, 400);
    plot.grab();
    QVERIFY(plot.findChild<QCustomPlot *>()->axisRect()->width() > 450);
}

void TestLossPlot::rightAxisIsNamedAfterItsSeries()
{
    LossPlot plot;
    plot.show();
    plot.addSeries(QStringLiteral("a"), QStringLiteral("validation accuracy"), PlotPanel::Side::Right);
    plot.setSamples(QStringLiteral("a"), samplesOf({0.5, 0.75}));
    const QCPAxis *axis = plot.findChild<QCustomPlot *>()->yAxis2;
    QTRY_COMPARE(axis->label(), QStringLiteral("validation accuracy (%)"));
    plot.addSeries(QStringLiteral("s"), QStringLiteral("success"), PlotPanel::Side::Right);
    plot.setSamples(QStringLiteral("s"), samplesOf({0.5, 0.75}));
    QTRY_COMPARE(axis->label(), QStringLiteral("share (%)"));
}

void TestLossPlot::batchesAreWholeNumbers()
{
    LossPlot plot;
    plot.resize(600, 400);
    plot.show();
    plot.addSeries(QStringLiteral("g"), QStringLiteral("gan"));
    const QCPAxis *axis = plot.findChild<QCustomPlot *>()->xAxis;
    for (const std::size_t batches : {3U, 7U, 12U, 16U, 23U}) {
        plot.setSamples(QStringLiteral("g"), samplesOf(std::vector<double>(batches, 1.0)));
        QTRY_VERIFY(std::abs(axis->range().upper - double(batches)) < 1); // it is drawn a little later
        plot.grab();
        QVERIFY(axis->tickVector().size() > 1);
        for (const double tick : axis->tickVector())
            QCOMPARE(tick, std::round(tick));
    }
}

void TestLossPlot::epochsAreMeans()
{
    const PlotCurve curve = epochCurve(samplesOf({4, 2, 1, kNan, 6}));
    QCOMPARE(curve.x, QVector<double>({1, 2, 3}));
    QCOMPARE(curve.y[0], 3.0);
    QVERIFY(std::isnan(curve.y[1]));
    QCOMPARE(curve.y[2], 6.0); // as far as the epoch is
    QVERIFY(epochCurve({}).x.isEmpty());
}

void TestLossPlot::smoothingStartsWithoutBias()
{
    const PlotCurve curve = smoothed(batchCurve(samplesOf({1, 3, kNan, 3})), 0.5);
    QCOMPARE(curve.y[0], 1.0);
    QCOMPARE(curve.y[1], (0.25 * 1 + 0.5 * 3) / 0.75);
    QVERIFY(std::isnan(curve.y[2]));
    QCOMPARE(curve.y[3], (0.125 * 1 + 0.25 * 3 + 0.5 * 3) / 0.875);
    const PlotCurve flat = smoothed(batchCurve(samplesOf({7, 7, 7})), 0.99);
    for (const double y : flat.y)
        QVERIFY(std::abs(y - 7) < 1e-9);
}

void TestLossPlot::repeatedBatchesReplace()
{
    std::vector<LossSample> samples = samplesOf({4, 2, 1, 0.5});
    mergeSamples(samples, samplesOf({30, 40}, 3)); // a training went back to its checkpoint
    QCOMPARE(samples.size(), std::size_t(4));
    QCOMPARE(samples[1].value, 2.0);
    QCOMPARE(samples[2].value, 30.0);
    QCOMPARE(samples[3].batch, 4);
    mergeSamples(samples, samplesOf({5}, 3));
    QCOMPARE(samples.size(), std::size_t(3)); // what came behind it is not of this training any more
    mergeSamples(samples, {});
    QCOMPARE(samples.size(), std::size_t(3));
}

void TestLossPlot::gapsAreKeptWhenThinned()
{
    std::vector<double> values(100'000, 1.0);
    values[54'321] = infinity;
    values[77'777] = 9.0;
    const PlotCurve curve = thinned(batchCurve(samplesOf(values)), 500);
    QVERIFY(curve.x.size() <= 5 * 500);
    QCOMPARE(std::count_if(curve.y.begin(), curve.y.end(), [](double y) { return std::isnan(y); }), 1);
    const qsizetype gap = std::find_if(curve.y.begin(), curve.y.end(), [](double y) { return std::isnan(y); })
        - curve.y.begin();
    QCOMPARE(curve.x[gap], 54'322.0);
    QVERIFY(curve.y.contains(9.0));
    QVERIFY(std::is_sorted(curve.x.begin(), curve.x.end()));
}

void TestLossPlot::gapsHaveMarks()
{
    LossPlot plot;
    fill(plot);
    QVERIFY(plot.gaps().empty());
    plot.setSamples(QStringLiteral("g"), samplesOf({4, kNan, 1, -infinity}));
    QCOMPARE(plot.gaps(), std::vector<double>({2, 4}));
    plot.setXAxis(LossPlot::XAxis::Epoch);
    QCOMPARE(plot.gaps(), std::vector<double>({1, 2}));
    plot.setSeriesVisible(QStringLiteral("g"), false);
    QVERIFY(plot.gaps().empty());
    plot.setSeriesVisible(QStringLiteral("g"), true);
    plot.resize(600, 400);
    plot.show();
    QTemporaryDir dir;
    QVERIFY(plot.exportTo(dir.filePath(QStringLiteral("p.svg"))));
    QVERIFY(contents(dir.filePath(QStringLiteral("p.svg"))).contains("no finite number"));
    plot.setSamples(QStringLiteral("g"), samplesOf({4, 1}));
    QVERIFY(plot.exportTo(dir.filePath(QStringLiteral("p.svg"))));
    QVERIFY(!contents(dir.filePath(QStringLiteral("p.svg"))).contains("no finite number"));
}

void TestLossPlot::readout()
{
    LossPlot plot;
    fill(plot);
    QCOMPARE(plot.readoutAt(3.7), QStringLiteral("batch 3, epoch 2  ·  gan 1  ·  success 50.00 %"));
    QVERIFY(plot.readoutAt(0.5).isEmpty());
    plot.setSmoothing(0.5);
    QVERIFY(plot.readoutAt(1).contains(QStringLiteral("gan 4 (smoothed 4)")));
    plot.setXAxis(LossPlot::XAxis::Epoch); // which is not smoothed
    QCOMPARE(plot.readoutAt(2), QStringLiteral("epoch 2  ·  gan 0.75  ·  success 70.00 %"));
    plot.setSamples(QStringLiteral("g"), samplesOf({kNan, kNan}));
    QVERIFY(plot.readoutAt(1).contains(QStringLiteral("gan no number")));
}

void TestLossPlot::logarithmicLeavesOutWhatHasNoPlace()
{
    LossPlot plot;
    fill(plot);
    plot.setSamples(QStringLiteral("g"), samplesOf({100, 0, -2, 0.001}));
    QSignalSpy changed(&plot, &LossPlot::choicesChanged);
    plot.setLogarithmic(true);
    QCOMPARE(changed.size(), 1);
    plot.resize(600, 400);
    plot.show();
    QTemporaryDir dir;
    QVERIFY(plot.exportTo(dir.filePath(QStringLiteral("p.svg"))));
    const QByteArray text = contents(dir.filePath(QStringLiteral("p.svg")));
    QVERIFY2(text.contains("without 2 values of 0 or less"), text.left(2000));
    QVERIFY(plot.exportTo(dir.filePath(QStringLiteral("p.csv"))));
    QVERIFY(contents(dir.filePath(QStringLiteral("p.csv"))).contains("gan,3,2,-2"));
    plot.setLogarithmic(false);
    QVERIFY(plot.exportTo(dir.filePath(QStringLiteral("p.svg"))));
    QVERIFY(!contents(dir.filePath(QStringLiteral("p.svg"))).contains("logarithmic"));
}

void TestLossPlot::axisAndHiding()
{
    LossPlot plot;
    fill(plot);
    plot.show();
    QVERIFY(QTest::qWaitForWindowExposed(&plot));
    QTRY_COMPARE(plot.plottedPointCount(QStringLiteral("g")), 4);
    QTest::keyClick(&plot, Qt::Key_Plus);
    QVERIFY(!plot.isAutoScaleX());
    plot.setXAxis(LossPlot::XAxis::Epoch);
    QVERIFY2(plot.isAutoScaleX(), "a range of batches means nothing for epochs");
    QTRY_COMPARE(plot.plottedPointCount(QStringLiteral("g")), 2);
    plot.setSeriesVisible(QStringLiteral("s"), false);
    QVERIFY(!plot.readoutAt(2).contains(QStringLiteral("success")));
    plot.setSmoothing(5);
    QVERIFY(plot.smoothing() < 1);
}

void TestLossPlot::csvHasEveryBatch()
{
    LossPlot plot;
    fill(plot);
    plot.setSamples(QStringLiteral("g"), samplesOf({4, kNan}));
    plot.setSmoothing(0.9); // of the picture, not of the data
    QTemporaryDir dir;
    QVERIFY(plot.exportTo(dir.filePath(QStringLiteral("p.csv"))));
    QCOMPARE(contents(dir.filePath(QStringLiteral("p.csv"))),
             QByteArray("series,batch,epoch,value\n"
                        "gan,1,1,4\n"
                        "gan,2,1,nan\n"
                        "success,1,1,0\n"
                        "success,2,1,0.25\n"
                        "success,3,2,0.5\n"
                        "success,4,2,0.9\n"));
}

void TestLossPlot::picturesAreWritten()
{
    LossPlot plot;
    fill(plot);
    plot.setSmoothing(0.5);
    plot.resize(700, 420);
    plot.show();
    QTemporaryDir dir;
    for (const char *suffix : {"png", "svg", "pdf"}) {
        QString message;
        QVERIFY2(plot.exportTo(dir.filePath(QStringLiteral("p.") + QLatin1String(suffix)), &message),
                 qPrintable(message));
    }
    QVERIFY(QImage(dir.filePath(QStringLiteral("p.png"))).width() >= 1280);
    QVERIFY(contents(dir.filePath(QStringLiteral("p.pdf"))).startsWith("%PDF-"));
    const QByteArray text = contents(dir.filePath(QStringLiteral("p.svg")));
    QVERIFY(text.contains("success (%)") && text.contains("batch") && text.contains("gan"));
    QString message;
    QVERIFY(!plot.exportTo(dir.filePath(QStringLiteral("no/folder/p.png")), &message));
    QVERIFY(message.contains(QStringLiteral("no/folder")));
}

void TestLossPlot::appendingIsCoalesced()
{
    LossPlot plot;
    fill(plot);
    plot.show();
    QVERIFY(QTest::qWaitForWindowExposed(&plot));
    QTRY_VERIFY(plot.replotCount() > 1);
    QTest::qWait(100); // what showing it asked for
    const int before = plot.replotCount();
    for (int batch = 5; batch < 2000; ++batch)
        plot.appendSamples(QStringLiteral("g"), samplesOf({0.1}, batch));
    QCOMPARE(plot.replotCount(), before);
    QTRY_VERIFY(plot.replotCount() > before);
    QCOMPARE(plot.samples(QStringLiteral("g")).size(), std::size_t(1999));
    plot.appendSamples(QStringLiteral("unknown"), samplesOf({1}));
    QVERIFY(plot.samples(QStringLiteral("unknown")).empty());
}

void TestLossPlot::removal()
{
    LossPlot plot;
    fill(plot);
    plot.show();
    plot.removeSeries(QStringLiteral("g"));
    QCOMPARE(plot.seriesIds(), QStringList({QStringLiteral("s")}));
    QVERIFY(plot.readoutAt(4).contains(QStringLiteral("success")));
    plot.clear();
    QVERIFY(plot.seriesIds().isEmpty());
    QVERIFY(plot.readoutAt(4).isEmpty());
    fill(plot); // as new
    QCOMPARE(plot.seriesIds().size(), 2);
    QTRY_COMPARE(plot.plottedPointCount(QStringLiteral("g")), 4);
}

QTEST_MAIN(TestLossPlot)
#include "tst_loss_plot.moc"
