// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/share_table.h"

#include <QAbstractItemModelTester>
#include <QTemporaryDir>
#include <QTest>

using namespace mutascope::widgets;

namespace {

ShareTableData sample()
{
    ShareTableData data;
    data.rowTitle = QStringLiteral("tests of");
    data.rows = {QStringLiteral("a, run 1"), QStringLiteral("b")};
    data.columns = {QStringLiteral("x"), QStringLiteral("say \"y\"")};
    data.cells = {{1, 4}, {0, 0}, {3, 3}, {0, 5}};
    data.partName = QStringLiteral("failing");
    data.wholeName = QStringLiteral("tests");
    return data;
}

} // namespace

class TestShareTable : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void showsShares();
    void refusesWhatDoesNotFit();
    void colorsAreReadInBothPalettes();
    void writesCsv();
    void thousandClasses();
};

void TestShareTable::showsShares()
{
    ShareTable table;
    const QAbstractItemModelTester tester(table.model());
    QVERIFY(table.setData(sample()));
    QCOMPARE(table.model()->rowCount(), 2);
    QCOMPARE(table.model()->columnCount(), 2);
    QVERIFY(table.cellText(0, 0).startsWith(QStringLiteral("25")));
    QCOMPARE(table.cellText(0, 1), QStringLiteral("–")); // nothing was measured
    QVERIFY(table.cellText(1, 0).startsWith(QStringLiteral("100")));
    const QString tip = table.model()->index(0, 0).data(Qt::ToolTipRole).toString();
    QVERIFY2(tip.contains(QStringLiteral("1 failing of 4 tests")), qPrintable(tip));
    QVERIFY(!table.model()->index(0, 1).data(Qt::BackgroundRole).isValid());
}

void TestShareTable::refusesWhatDoesNotFit()
{
    ShareTable table;
    QVERIFY(table.setData(sample()));
    ShareTableData wrong = sample();
    wrong.cells.pop_back();
    QVERIFY(!table.setData(wrong));
    QCOMPARE(table.data().cells.size(), std::size_t(4)); // as before
}

// Text and ground differ in lightness wherever the share lies.
void TestShareTable::colorsAreReadInBothPalettes()
{
    for (const QColor &window : {QColor(Qt::white), QColor(0x1e2124)}) {
        ShareTable table;
        table.setPalette(QPalette(window));
        ShareTableData data;
        data.rows = {QStringLiteral("r")};
        for (int i = 0; i <= 20; ++i) {
            data.columns.append(QString::number(i));
            data.cells.push_back({i, 20});
        }
        QVERIFY(table.setData(data));
        for (int i = 0; i <= 20; ++i) {
            const QModelIndex index = table.model()->index(0, i);
            const auto ground = index.data(Qt::BackgroundRole).value<QColor>();
            const auto text = index.data(Qt::ForegroundRole).value<QColor>();
            QVERIFY2(std::abs(qGray(ground.rgb()) - qGray(text.rgb())) > 90, qPrintable(QString::number(i)));
        }
    }
}

void TestShareTable::writesCsv()
{
    ShareTable table;
    QVERIFY(table.setData(sample()));
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("t.csv"));
    QVERIFY(table.exportTo(path));
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QList<QByteArray> lines = file.readAll().split('\n');
    QCOMPARE(lines.size(), 4);
    QVERIFY(lines[0].startsWith(
        "\"tests of\",\"x (share)\",\"x (failing)\",\"x (tests)\",\"say \"\"y\"\" (share)\""));
    QCOMPARE(lines[1], QByteArray("\"a, run 1\",0.25,1,4,,0,0"));
    QCOMPARE(lines[2], QByteArray("\"b\",1,3,3,0,0,5"));
    QString why;
    QVERIFY(!table.exportTo(folder.filePath(QStringLiteral("none/t.csv")), &why));
    QVERIFY(!why.isEmpty());
}

// A matrix of a thousand classes is shown without making an object for each of its million cells.
void TestShareTable::thousandClasses()
{
    ShareTableData data;
    for (int i = 0; i < 1000; ++i)
        data.rows.append(QStringLiteral("class with a long name, number %1").arg(i));
    data.columns = data.rows;
    data.cells.assign(1'000'000, {1, 2});
    ShareTable table;
    table.resize(800, 600);
    QVERIFY(table.setData(data));
    table.show();
    QVERIFY(QTest::qWaitForWindowExposed(&table));
    QVERIFY(!table.grab().isNull());
    QVERIFY(table.columnWidth(999) < 120); // its name does not decide
}

QTEST_MAIN(TestShareTable)
#include "tst_share_table.moc"
