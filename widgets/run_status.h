// SPDX-License-Identifier: GPL-3.0-or-later
// Live status of a run in boxed groups, as fuzzers show it.
#pragma once

#include "widgets/formats.h"

#include <QList>
#include <QString>
#include <QWidget>
#include <memory>

namespace mutascope::widgets {

struct RunStatusData {
    struct Yield {
        QString mutator;
        qint64 tried = 0;
        qint64 accepted = 0;
        qint64 failing = 0;
        qint64 gained = 0;
    };
    QString phase;
    QString preparation; // what is done before the search, else empty; budgetFraction is its progress then
    bool ended = false; // the run is not at work any more
    double seconds = 0.0;
    double secondsSinceLastFind = -1.0; // negative: nothing found yet
    double testsPerSecond = 0.0;
    qint64 modelCalls = 0;
    qint64 tests = 0;
    qint64 failing = 0;
    qint64 verified = 0;
    qint64 queue = 0;
    qint64 seeds = 0;
    qint64 seedsFailed = 0; // seeds with at least one failing test
    double coverageStart = 0.0; // 0..1
    double coverageNow = 0.0;
    QString criterion;
    double budgetFraction = -1.0; // 0..1, negative: unknown
    QList<Yield> yields;
};

class RunStatus : public QWidget {
    Q_OBJECT

public:
    enum class Freshness { None, Fresh, Slow, Stale }; // of the last find
    Q_ENUM(Freshness)

    explicit RunStatus(QWidget *parent = nullptr);
    ~RunStatus() override;

    void setData(const RunStatusData &data);
    const RunStatusData &data() const;
    void clear();
    // Seconds without a find after which it is called slow, then stale (60 and 300 at first).
    void setFreshnessLimits(double slow, double stale);
    Freshness freshness() const;
    // Text of a value by key: phase seconds last_find speed model_calls tests seeds_failed queue failing
    // verified failure_rate criterion coverage_start coverage_now coverage_gain remaining.
    QString valueText(const QString &key) const;

protected:
    void changeEvent(QEvent *event) override;

private:
    struct Private;
    QWidget *buildTiming();
    QWidget *buildProgress();
    QWidget *buildFinds();
    QWidget *buildCoverage();
    QWidget *buildYields();
    void updateTiming();
    void updateColors();
    void updateNumbers();
    void updateCoverage();
    void updateBudget();
    void paintEnded();
    QString budgetWords() const;

    std::unique_ptr<Private> m_d;
};

} // namespace mutascope::widgets
