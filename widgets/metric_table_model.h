// SPDX-License-Identifier: GPL-3.0-or-later
// What a MetricTable shows, and in which order.
#pragma once

#include "widgets/metric_table.h"

#include <QAbstractTableModel>
#include <QPalette>
#include <QSortFilterProxyModel>

namespace mutascope::widgets {

class MetricTableModel : public QAbstractTableModel {
    Q_OBJECT

public:
    using QAbstractTableModel::QAbstractTableModel;

    void setTable(MetricTableData table);
    const MetricTableData &table() const { return m_table; }
    void setPalette(const QPalette &palette);
    const MetricTableData::Cell &cell(int row, int column) const;

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    QVariant rowHead(const MetricTableData::Row &row, int role) const;
    QVariant columnHead(const MetricTableData::Column &column, int role) const;

    MetricTableData m_table;
    QPalette m_palette;
};

// By the column's values; those without one come last, whatever the direction.
class MetricTableOrder : public QSortFilterProxyModel {
    Q_OBJECT

public:
    explicit MetricTableOrder(MetricTableModel *model, QObject *parent = nullptr);

protected:
    bool lessThan(const QModelIndex &left, const QModelIndex &right) const override;

private:
    MetricTableModel *m_model;
};

} // namespace mutascope::widgets
