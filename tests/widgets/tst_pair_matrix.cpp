// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/pair_matrix.h"

#include <QLocale>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace mutascope::widgets;

namespace {

PairMatrixData smallData()
{
    return {{QStringLiteral("Conv"), QStringLiteral("Relu"), QStringLiteral("Add")},
            {0, 12, 1, 0, 0, 3, 0, 0, 0}};
}

} // namespace

class TestPairMatrix : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void countsAndNamesPairs();
    void whatDoesNotFitTheNamesIsRefused();
    void isWrittenToAFile();
    void cursorGoesByKeysAndMouse();
    void newNamesForgetTheCursor();
    void moreOftenIsDarker();
    void manyNamesAreScrolled();
};

void TestPairMatrix::countsAndNamesPairs()
{
    PairMatrix matrix;
    QVERIFY(matrix.setData(smallData()));
    QCOMPARE(matrix.covered(), 3);
    QCOMPARE(matrix.times(0, 1), 12U);
    QCOMPARE(matrix.times(1, 0), 0U); // from the row to the column
    QCOMPARE(matrix.cellText(0, 1), QStringLiteral("Conv → Relu: 12 times"));
    QCOMPARE(matrix.cellText(0, 2), QStringLiteral("Conv → Add: once"));
    QCOMPARE(matrix.cellText(2, 2), QStringLiteral("Add → Add: never"));
    QCOMPARE(matrix.csv(), QByteArray("from,to,times\nConv,Relu,12\nConv,Add,1\nRelu,Add,3\n"));
}

void TestPairMatrix::whatDoesNotFitTheNamesIsRefused()
{
    PairMatrix matrix;
    QVERIFY(matrix.setData(smallData()));
    QVERIFY(!matrix.setData({{QStringLiteral("Conv")}, {1, 2}}));
    QCOMPARE(matrix.covered(), 3);
    QVERIFY(matrix.setData({}));
    QCOMPARE(matrix.covered(), 0);
}

void TestPairMatrix::isWrittenToAFile()
{
    PairMatrix matrix;
    QVERIFY(matrix.setData(smallData()));
    QTemporaryDir folder;
    QString error;
    QVERIFY2(matrix.exportTo(folder.filePath(QStringLiteral("a.csv")), &error), qPrintable(error));
    QFile file(folder.filePath(QStringLiteral("a.csv")));
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(), matrix.csv());
    QVERIFY(!matrix.exportTo(folder.filePath(QStringLiteral("no/a.csv")), &error));
    QVERIFY(!error.isEmpty());
}

void TestPairMatrix::cursorGoesByKeysAndMouse()
{
    PairMatrix matrix;
    matrix.resize(400, 400);
    matrix.setData(smallData());
    matrix.show();
    QVERIFY(QTest::qWaitForWindowExposed(&matrix));
    QSignalSpy changed(&matrix, &PairMatrix::currentChanged);
    matrix.setCurrent({1, 0});
    QCOMPARE(changed.size(), 1);
    QCOMPARE(changed.at(0).at(0).toString(), QStringLiteral("Conv → Relu: 12 times"));
    matrix.setCurrent({5, 0}); // outside
    QCOMPARE(matrix.current(), QPoint(1, 0));
    QTest::keyClick(&matrix, Qt::Key_Right);
    QCOMPARE(matrix.current(), QPoint(2, 0));
    QTest::keyClick(&matrix, Qt::Key_Down);
    QCOMPARE(matrix.current(), QPoint(2, 1));
    QCOMPARE(changed.last().at(0).toString(), QStringLiteral("Relu → Add: 3 times"));
}

void TestPairMatrix::newNamesForgetTheCursor()
{
    PairMatrix matrix;
    matrix.setData(smallData());
    matrix.setCurrent({1, 1});
    matrix.setData(smallData()); // the same names, as while a campaign runs
    QCOMPARE(matrix.current(), QPoint(1, 1));
    matrix.setData({{QStringLiteral("Tile")}, {1}});
    QCOMPARE(matrix.current(), QPoint(-1, -1));
}

void TestPairMatrix::moreOftenIsDarker()
{
    PairMatrix matrix;
    matrix.resize(400, 400);
    matrix.setData({{QStringLiteral("A"), QStringLiteral("B")}, {0, 1, 2, 100}});
    matrix.show();
    QVERIFY(QTest::qWaitForWindowExposed(&matrix));
    const QImage image = matrix.viewport()->grab().toImage();
    // Colours of whole cells: counted by how many pixels have them.
    QHash<QRgb, int> colours;
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
            ++colours[image.pixel(x, y)];
    QList<QRgb> large;
    for (auto colour = colours.begin(); colour != colours.end(); ++colour)
        if (colour.value() > 60)
            large.append(colour.key());
    QVERIFY2(large.size() >= 4, "ground and three shades");
}

void TestPairMatrix::manyNamesAreScrolled()
{
    PairMatrixData data;
    for (int i = 0; i < 120; ++i)
        data.names.append(QStringLiteral("Operator%1").arg(i));
    data.times.assign(120 * 120, 0);
    data.times.back() = 7;
    PairMatrix matrix;
    matrix.resize(400, 400);
    QVERIFY(matrix.setData(data));
    matrix.show();
    QVERIFY(QTest::qWaitForWindowExposed(&matrix));
    QVERIFY(matrix.verticalScrollBar()->maximum() > 0);
    matrix.setCurrent({119, 119});
    QVERIFY(matrix.verticalScrollBar()->value() > 0);
    QVERIFY(matrix.horizontalScrollBar()->value() > 0);
}

QTEST_MAIN(TestPairMatrix)
#include "tst_pair_matrix.moc"
