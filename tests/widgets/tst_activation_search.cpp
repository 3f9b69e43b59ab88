// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/activation_plot.h"
#include "widgets/qcustomplot_header.h"
#include "widgets/search_combo.h"

#include <QCompleter>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTest>
#include <numeric>

using namespace mutascope::widgets;

namespace {

QStringList names(int count)
{
    QStringList out;
    for (int i = 0; i < count; ++i)
        out.append(QStringLiteral("class %1").arg(i));
    return out;
}

QVariantList numbers(int count)
{
    QVariantList out;
    for (int i = 0; i < count; ++i)
        out.append(i);
    return out;
}

int sum(const std::vector<int> &counts)
{
    return std::accumulate(counts.begin(), counts.end(), 0);
}

} // namespace

class TestActivationSearch : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyValueIsInOneBin();
    void equalValuesHaveABin();
    void plotStacksSeries();
    void legendHidesNoBars();
    void shortListsAreChosenAsUsual();
    void longListsAreSearched();
    void chosenEntrySurvivesANewList();
    void longEntriesLetTheWindowShrink();
};

void TestActivationSearch::everyValueIsInOneBin()
{
    const Histogram histogram = histogramOf({{0, 1, 2, 3.99f, 4}, {0.5f, 4}}, 4);
    QCOMPARE(histogram.low, 0.0);
    QCOMPARE(histogram.width, 1.0);
    QCOMPARE(histogram.counts[0], std::vector<int>({1, 1, 1, 2})); // the largest one is in the last bin
    QCOMPARE(histogram.counts[1], std::vector<int>({1, 0, 0, 1}));
    QCOMPARE(histogram.center(3), 3.5);
}

void TestActivationSearch::equalValuesHaveABin()
{
    const Histogram histogram = histogramOf({{2, 2, 2}}, 5);
    QCOMPARE(sum(histogram.counts[0]), 3);
    QCOMPARE(histogram.counts[0][2], 3);
    QCOMPARE(histogram.center(2), 2.0);
    const Histogram none = histogramOf({{}, {}}, 5);
    QCOMPARE(none.counts.size(), std::size_t(2));
    QCOMPARE(sum(none.counts[0]), 0);
}

void TestActivationSearch::plotStacksSeries()
{
    ActivationPlot plot;
    plot.resize(500, 300);
    plot.show();
    QVERIFY(QTest::qWaitForWindowExposed(&plot));
    plot.setSeries({{QStringLiteral("shirt"), {0, 0, 1}, false}, {QStringLiteral("rest"), {0, 0.5f}, true}},
                   QStringLiteral("value"));
    QCOMPARE(plot.seriesNames(), QStringList({QStringLiteral("shirt"), QStringLiteral("rest")}));
    QCOMPARE(plot.readout(0), QStringLiteral("0 … 0.025\nshirt: 2\nrest: 1"));
    QCOMPARE(plot.readout(ActivationPlot::kBins - 1), QStringLiteral("0.975 … 1\nshirt: 1"));
    QCOMPARE(plot.readout(-1), QString());
    QCOMPARE(plot.readout(ActivationPlot::kBins), QString());
    plot.grab();
    plot.clear();
    QVERIFY(plot.seriesNames().isEmpty());
    QCOMPARE(plot.readout(0), QString());
    plot.grab();
}

void TestActivationSearch::legendHidesNoBars()
{
    ActivationPlot plot;
    plot.resize(420, 220);
    plot.show();
    QVERIFY(QTest::qWaitForWindowExposed(&plot));
    auto *drawn = plot.findChild<QCustomPlot *>();
    const auto drawnHeight = [&](const QList<ActivationSeries> &series) {
        plot.setSeries(series, QStringLiteral("value"));
        drawn->replot(QCustomPlot::rpImmediateRefresh);
        return drawn->axisRect()->height();
    };
    const ActivationSeries one{QStringLiteral("a class of a name that is long"), {0, 1, 1, 2}};
    const ActivationSeries two{QStringLiteral("all others"), {0, 0, 2, 2}};
    const int alone = drawnHeight({one});
    QVERIFY(!drawn->legend->visible());
    const int withLegend = drawnHeight({one, two});
    QVERIFY(drawn->legend->visible());
    QVERIFY(!drawn->legend->outerRect().intersects(drawn->axisRect()->rect()));
    QVERIFY(drawn->legend->outerRect().height() < 60);
    QVERIFY(withLegend < alone && withLegend > alone / 2);
    QCOMPARE(drawnHeight({two}), alone); // no empty row stays
    QList<ActivationSeries> many(7, one);
    many[0].name = QString(300, QLatin1Char('x'));
    drawnHeight(many);
    QVERIFY(drawn->legend->outerRect().right()
            <= drawn->viewport().right() + 60); // names are cut, not the row
    QCOMPARE(plot.seriesNames()[0], many[0].name);
}

void TestActivationSearch::shortListsAreChosenAsUsual()
{
    SearchCombo combo;
    combo.setEntries(names(10), numbers(10));
    QVERIFY(!combo.isEditable());
    combo.setCurrentText(QStringLiteral("class 7"));
    QCOMPARE(combo.currentData().toInt(), 7);
}

void TestActivationSearch::longListsAreSearched()
{
    SearchCombo combo;
    QSignalSpy changed(&combo, &QComboBox::currentIndexChanged);
    combo.setEntries(names(1000), numbers(1000));
    QVERIFY(changed.isEmpty());
    QVERIFY(combo.isEditable());
    QCOMPARE(combo.completer()->filterMode(), Qt::MatchContains);
    QVERIFY(combo.sizeHint().width() < 600);
    combo.show();
    combo.lineEdit()->setText(QStringLiteral("SS 99"));
    QTest::keyClick(combo.lineEdit(), Qt::Key_Return);
    QCOMPARE(combo.currentData().toInt(), 99);
    QCOMPARE(combo.lineEdit()->text(), QStringLiteral("class 99"));
    combo.lineEdit()->setText(QStringLiteral("CLASS 5")); // in full: not the first that contains it
    QTest::keyClick(combo.lineEdit(), Qt::Key_Return);
    QCOMPARE(combo.currentData().toInt(), 5);
    combo.lineEdit()->setText(QStringLiteral("zebra"));
    QTest::keyClick(combo.lineEdit(), Qt::Key_Return);
    QCOMPARE(combo.currentData().toInt(), 5);
    QCOMPARE(combo.lineEdit()->text(), QStringLiteral("class 5"));
    QCOMPARE(combo.count(), 1000); // nothing was added
}

void TestActivationSearch::chosenEntrySurvivesANewList()
{
    SearchCombo combo;
    combo.setEntries(names(30), numbers(30));
    combo.setCurrentIndex(12);
    combo.setEntries(names(25), numbers(25));
    QCOMPARE(combo.currentData().toInt(), 12);
    combo.setEntries(names(5), numbers(5));
    QVERIFY(!combo.isEditable());
    QCOMPARE(combo.currentData().toInt(), 0);
    combo.setEntries({}, {});
    QCOMPARE(combo.currentIndex(), -1);
}

void TestActivationSearch::longEntriesLetTheWindowShrink()
{
    SearchCombo combo;
    combo.setEntries({QString(200, QLatin1Char('x')), QStringLiteral("b")}, {0, 1});
    QVERIFY(combo.minimumSizeHint().width() < 200);
    QVERIFY(combo.sizeHint().width() > 600); // where there is room
}

QTEST_MAIN(TestActivationSearch)
#include "tst_activation_search.moc"
