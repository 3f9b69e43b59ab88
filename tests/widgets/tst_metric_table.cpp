// SPDX-License-Identifier: GPL-3.0-or-later
// Order, marks and export of a table of figures.
#include "widgets/metric_table.h"

#include <QAbstractItemModelTester>
#include <QHeaderView>
#include <QTemporaryDir>
#include <QTest>

using namespace mutascope::widgets;

namespace {

using Mark = MetricTableData::Mark;

MetricTableData::Cell number(double value, Mark mark = Mark::None)
{
    return {value, QString::number(value), QStringLiteral("tip %1").arg(value), mark};
}

MetricTableData::Cell missing(const QString &why)
{
    return {std::nullopt, {}, why, Mark::None};
}

// "b" has no value of the first figure.
MetricTableData sample()
{
    MetricTableData data;
    data.rowTitle = QStringLiteral("generator");
    data.columns = {{QStringLiteral("SSIM"), {}, true, true}, {QStringLiteral("calls"), {}, true, false}};
    data.rows = {{QStringLiteral("a"), {}, 0, {number(0.5), number(30)}},
                 {QStringLiteral("b"), {}, 1, {missing(QStringLiteral("no failing test")), number(10)}},
                 {QStringLiteral("c, d"), {}, 2, {number(0.9, Mark::Best), number(20)}}};
    return data;
}

} // namespace

class TestMetricTable : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void missingNumbersComeLastInBothDirections();
    void bestFirstWhereLessIsBetter();
    void aClickSortsAndASecondTurnsRound();
    void keepsItsOrderWithNewNumbers();
    void saysWhyThereIsNoNumber();
    void refusesRowsThatDoNotFit();
    void csvIsAsSorted();
};

void TestMetricTable::missingNumbersComeLastInBothDirections()
{
    MetricTable table;
    const QAbstractItemModelTester tester(table.model());
    QVERIFY(table.setData(sample()));
    table.sortBy(0, true);
    QCOMPARE(table.shownRows(), QStringList({"c, d", "a", "b"}));
    table.sortBy(0, false);
    QCOMPARE(table.shownRows(), QStringList({"a", "c, d", "b"}));
    QCOMPARE(table.rowShownAt(0), 0);
}

void TestMetricTable::bestFirstWhereLessIsBetter()
{
    MetricTable table;
    table.setData(sample());
    table.sortBy(1, true);
    QCOMPARE(table.shownRows(), QStringList({"b", "c, d", "a"}));
    table.sortBy(7, true); // there is none
    QCOMPARE(table.shownRows(), QStringList({"b", "c, d", "a"}));
}

void TestMetricTable::aClickSortsAndASecondTurnsRound()
{
    MetricTable table;
    table.setData(sample());
    table.resize(600, 300);
    table.show();
    QHeaderView *head = table.horizontalHeader();
    const QPoint first(head->sectionViewportPosition(1) + 10, 10);
    QTest::mouseClick(head->viewport(), Qt::LeftButton, {}, first);
    QCOMPARE(table.shownRows(), QStringList({"b", "c, d", "a"}));
    QTest::mouseClick(head->viewport(), Qt::LeftButton, {}, first);
    QCOMPARE(table.shownRows(), QStringList({"a", "c, d", "b"}));
}

void TestMetricTable::keepsItsOrderWithNewNumbers()
{
    MetricTable table;
    table.setData(sample());
    table.sortBy(0, true);
    MetricTableData changed = sample();
    changed.rows[1].cells[0] = number(1);
    table.setData(changed);
    QCOMPARE(table.shownRows(), QStringList({"b", "c, d", "a"}));
    changed.columns[0].name = QStringLiteral("another");
    table.setData(changed);
    QCOMPARE(table.shownRows(), QStringList({"a", "b", "c, d"}));
}

void TestMetricTable::saysWhyThereIsNoNumber()
{
    MetricTable table;
    table.setData(sample());
    const QModelIndex cell = table.model()->index(1, 0);
    QCOMPARE(cell.data(Qt::DisplayRole).toString(), QStringLiteral("–"));
    QCOMPARE(cell.data(Qt::ToolTipRole).toString(), QStringLiteral("no failing test"));
    QVERIFY(table.model()->index(2, 0).data(Qt::BackgroundRole).isValid());
    QVERIFY(!table.model()->index(0, 0).data(Qt::BackgroundRole).isValid());
    QVERIFY(table.model()->headerData(1, Qt::Horizontal).toString().contains(QChar(0x2193)));
}

void TestMetricTable::refusesRowsThatDoNotFit()
{
    MetricTable table;
    table.setData(sample());
    MetricTableData wrong = sample();
    wrong.rows[1].cells.pop_back();
    QVERIFY(!table.setData(wrong));
    QCOMPARE(table.data().rows[1].cells.size(), std::size_t(2));
}

void TestMetricTable::csvIsAsSorted()
{
    MetricTable table;
    table.setData(sample());
    table.sortBy(0, true);
    QCOMPARE(table.csv(), QByteArray("generator,SSIM,calls\n\"c, d\",0.9,20\na,0.5,30\nb,,10\n"));
    const QTemporaryDir folder;
    QVERIFY(table.exportTo(folder.filePath(QStringLiteral("t.csv"))));
    QString why;
    QVERIFY(!table.exportTo(folder.filePath(QStringLiteral("no/t.csv")), &why));
    QVERIFY(!why.isEmpty());
}

QTEST_MAIN(TestMetricTable)
#include "tst_metric_table.moc"
