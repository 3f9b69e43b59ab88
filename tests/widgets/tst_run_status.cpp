// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/run_status.h"

#include <QLabel>
#include <QLocale>
#include <QProgressBar>
#include <QTableWidget>
#include <QTest>

using namespace mutascope::widgets;

namespace {

RunStatusData sample()
{
    RunStatusData data;
    data.phase = QStringLiteral("searching");
    data.seconds = 754.4;
    data.secondsSinceLastFind = 3.2;
    data.testsPerSecond = 1843.4;
    data.modelCalls = 1389022;
    data.tests = 1384440;
    data.failing = 1211;
    data.verified = 1211;
    data.queue = 3182;
    data.seeds = 1000;
    data.seedsFailed = 312;
    data.coverageStart = 0.4612;
    data.coverageNow = 0.6178;
    data.criterion = QStringLiteral("kmnc:1000");
    data.budgetFraction = 0.5;
    data.yields = {{QStringLiteral("rotate"), 2000, 1500, 5, 40}, {QStringLiteral("blur"), 0, 0, 0, 0}};
    return data;
}

QString cell(const QTableWidget *table, int row, int column)
{
    return table->item(row, column)->text();
}

} // namespace

class TestRunStatus : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates)); }
    void durations_data();
    void durations();
    void figures();
    void budget();
    void preparationHasTheBar();
    void endedRun();
    void longWordsMoveNothing();
    void yields();
    void freshnessOfTheLastFind();
    void clearShowsNoFigures();
    void unverifiedTestsStandOut();
    void figuresHaveEqualWidth();
};

void TestRunStatus::durations_data()
{
    QTest::addColumn<double>("seconds");
    QTest::addColumn<QString>("text");
    QTest::newRow("zero") << 0.0 << "0:00";
    QTest::newRow("seconds") << 7.9 << "0:07";
    QTest::newRow("minutes") << 754.0 << "12:34";
    QTest::newRow("hour") << 3600.0 << "1:00:00";
    QTest::newRow("hours") << 11109.0 << "3:05:09";
    QTest::newRow("days") << 187200.0 << "2 d 04:00:00";
    QTest::newRow("negative") << -1.0 << "unknown";
    QTest::newRow("infinite") << qInf() << "unknown";
}

void TestRunStatus::durations()
{
    QFETCH(double, seconds);
    QFETCH(QString, text);
    QCOMPARE(formatDuration(seconds), text);
}

void TestRunStatus::figures()
{
    RunStatus status;
    status.setData(sample());
    const QList<std::pair<const char *, const char *>> expected{{"phase", "searching"},
                                                                {"seconds", "12:34"},
                                                                {"last_find", "0:03 ago"},
                                                                {"speed", "1,843"},
                                                                {"tests", "1,384,440"},
                                                                {"model_calls", "1,389,022"},
                                                                {"queue", "3,182"},
                                                                {"failing", "1,211"},
                                                                {"verified", "1,211"},
                                                                {"failure_rate", "0.09 %"},
                                                                {"seeds_failed", "312/1,000"},
                                                                {"criterion", "kmnc:1000"},
                                                                {"coverage_start", "46.12 %"},
                                                                {"coverage_now", "61.78 %"},
                                                                {"coverage_gain", "+15.66 pp"},
                                                                {"remaining", "≈ 12:34"}};
    for (const auto &[key, text] : expected)
        QCOMPARE(status.valueText(QLatin1String(key)), QString::fromUtf8(text));
    RunStatusData slow = sample();
    slow.testsPerSecond = 3.14;
    status.setData(slow);
    QCOMPARE(status.valueText(QStringLiteral("speed")), QStringLiteral("3.1"));
}

void TestRunStatus::budget()
{
    RunStatus status;
    status.setData(sample());
    const auto *bar = status.findChild<QProgressBar *>();
    QCOMPARE(bar->value(), 500);
    QVERIFY(bar->text().startsWith(QStringLiteral("50.0 %")));
    RunStatusData over = sample();
    over.budgetFraction = 1.02; // a batch may end beyond the limit
    status.setData(over);
    QCOMPARE(bar->value(), bar->maximum());
    over.budgetFraction = -1.0;
    status.setData(over);
    QCOMPARE(bar->value(), 0);
    QCOMPARE(status.valueText(QStringLiteral("remaining")), QStringLiteral("unknown"));
}

void TestRunStatus::preparationHasTheBar()
{
    RunStatus status;
    const auto *bar = status.findChild<QProgressBar *>();
    QCOMPARE(bar->text(), QStringLiteral("no run yet"));
    RunStatusData data = sample();
    data.preparation = QStringLiteral("Profiling neurons");
    status.setData(data);
    QCOMPARE(bar->text(), QStringLiteral("Profiling neurons: 50.0 %"));
    QCOMPARE(status.valueText(QStringLiteral("remaining")), QStringLiteral("unknown")); // not the budget's
}

void TestRunStatus::endedRun()
{
    RunStatus status;
    RunStatusData data = sample();
    data.ended = true;
    status.setData(data);
    QCOMPARE(status.valueText(QStringLiteral("last_find")), QStringLiteral("at 12:31"));
    QCOMPARE(status.valueText(QStringLiteral("remaining")), QStringLiteral("–"));
}

void TestRunStatus::longWordsMoveNothing()
{
    RunStatus status;
    status.setData(sample());
    const QSize before = status.minimumSizeHint();
    RunStatusData data = sample();
    data.phase = QStringLiteral("a very long phase that would push every box out of the window");
    data.criterion = data.phase;
    status.setData(data);
    QCOMPARE(status.minimumSizeHint(), before);
    QCOMPARE(status.valueText(QStringLiteral("phase")), data.phase);
}

void TestRunStatus::yields()
{
    RunStatus status;
    status.setData(sample());
    const auto *table = status.findChild<QTableWidget *>();
    QCOMPARE(table->rowCount(), 2);
    QCOMPARE(cell(table, 0, 0), QStringLiteral("rotate"));
    QCOMPARE(cell(table, 0, 1), QStringLiteral("2,000"));
    QCOMPARE(cell(table, 0, 2), QStringLiteral("1,500"));
    QCOMPARE(cell(table, 0, 3), QStringLiteral("5"));
    QCOMPARE(cell(table, 0, 4), QStringLiteral("40"));
    QCOMPARE(cell(table, 0, 5), QStringLiteral("0.25 %"));
    QCOMPARE(cell(table, 1, 5), QStringLiteral("0.00 %"));
    status.clear();
    QCOMPARE(table->rowCount(), 0);
}

void TestRunStatus::freshnessOfTheLastFind()
{
    RunStatus status;
    QCOMPARE(status.freshness(), RunStatus::Freshness::None);
    RunStatusData data = sample();
    status.setData(data);
    QCOMPARE(status.freshness(), RunStatus::Freshness::Fresh);
    data.secondsSinceLastFind = 60.0;
    status.setData(data);
    QCOMPARE(status.freshness(), RunStatus::Freshness::Slow);
    QCOMPARE(status.valueText(QStringLiteral("last_find")), QStringLiteral("1:00 ago (slow)"));
    data.secondsSinceLastFind = 301.0;
    status.setData(data);
    QCOMPARE(status.freshness(), RunStatus::Freshness::Stale);
    data.secondsSinceLastFind = -1.0; // nothing found in 754 s
    status.setData(data);
    QCOMPARE(status.freshness(), RunStatus::Freshness::Stale);
    status.setFreshnessLimits(1000.0, 2000.0);
    QCOMPARE(status.freshness(), RunStatus::Freshness::None);
    QCOMPARE(status.valueText(QStringLiteral("last_find")), QStringLiteral("none yet"));
}

void TestRunStatus::clearShowsNoFigures()
{
    RunStatus status;
    status.setData(sample());
    status.clear();
    QCOMPARE(status.valueText(QStringLiteral("phase")), QStringLiteral("not started"));
    QCOMPARE(status.valueText(QStringLiteral("failure_rate")), QStringLiteral("0.00 %"));
    QCOMPARE(status.valueText(QStringLiteral("criterion")), QStringLiteral("none"));
    QVERIFY(status.valueText(QStringLiteral("no such key")).isEmpty());
}

void TestRunStatus::unverifiedTestsStandOut()
{
    RunStatus status;
    status.setData(sample());
    const auto colour = [&status](const QString &text) {
        for (const QLabel *label : status.findChildren<QLabel *>())
            if (label->accessibleDescription() == text)
                return label->palette().color(QPalette::WindowText);
        return QColor();
    };
    QCOMPARE(colour(QStringLiteral("Verified")), colour(QStringLiteral("Queue")));
    RunStatusData lost = sample();
    lost.verified = lost.failing - 1;
    status.setData(lost); // the check lags behind the search
    QCOMPARE(colour(QStringLiteral("Verified")), colour(QStringLiteral("Queue")));
    lost.ended = true;
    status.setData(lost);
    QVERIFY(colour(QStringLiteral("Verified")) != colour(QStringLiteral("Queue")));
}

void TestRunStatus::figuresHaveEqualWidth()
{
    const QFontMetrics metrics(figureFont(QFont()));
    QCOMPARE(metrics.horizontalAdvance(QStringLiteral("111,111")),
             metrics.horizontalAdvance(QStringLiteral("888,888")));
    QVERIFY(formatPercent(QLocale::c(), qQNaN()) == QStringLiteral("n/a"));
}

QTEST_MAIN(TestRunStatus)
#include "tst_run_status.moc"
