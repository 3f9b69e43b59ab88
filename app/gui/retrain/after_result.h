// SPDX-License-Identifier: GPL-3.0-or-later
// What came of work on the tests of a run: a table, and the way to the new run.
#pragma once

#include "app/bridge/after_values.h"

#include <QWidget>

class QPushButton;
class QTableWidget;

namespace mutascope::gui {

class AfterResult : public QWidget {
    Q_OBJECT

public:
    explicit AfterResult(QWidget *parent = nullptr);

    void setOutcome(const bridge::AfterOutcome &outcome);
    QString title() const; // one line
    QString note() const; // what else is to be said

Q_SIGNALS:
    // test 0: none of them in particular
    void showRequested(const QString &sessionFile, qint64 run, qint64 test);

private:
    void showTable(const QStringList &columns, int rows);
    void setRow(int row, const QString &name, const QStringList &cells);
    void showNorms(const bridge::MinimizeValues &values);
    void showReached(const bridge::ReduceValues &values);
    void showClusters(const bridge::ClusterValues &values);
    void showDuplicates(const bridge::DuplicateValues &values);
    void requestRow(int row);

    bridge::AfterOutcome m_outcome;
    QTableWidget *m_table = nullptr;
    QPushButton *m_show = nullptr;
};

} // namespace mutascope::gui
