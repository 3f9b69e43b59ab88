// SPDX-License-Identifier: GPL-3.0-or-later
// The runs of the open session as a table.
#pragma once

#include "app/bridge/values.h"

#include <QAbstractTableModel>

namespace mutascope::gui {

class RunTableModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column {
        Number,
        Generator,
        Criterion,
        Seed,
        State,
        Tests,
        Failing,
        Coverage,
        Calls,
        Seconds,
        Started,
        ColumnCount
    };

    using QAbstractTableModel::QAbstractTableModel;

    void setRuns(const QList<bridge::RunInfo> &runs);
    const bridge::RunInfo *runAt(int row) const;
    int rowOf(qint64 run) const;

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    QList<bridge::RunInfo> m_runs;
};

} // namespace mutascope::gui
