// SPDX-License-Identifier: GPL-3.0-or-later
// The elements of a model's outputs, those furthest beyond their tolerance first.
#pragma once

#include "app/bridge/engine_values.h"

#include <QAbstractTableModel>

namespace mutascope::gui {

class OutputModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Output, Element, Expected, Got, Difference, Allowed, ColumnCount };

    using QAbstractTableModel::QAbstractTableModel;
    void setRows(std::vector<bridge::OutputRow> rows);
    const std::vector<bridge::OutputRow> &rows() const { return m_rows; }
    qint64 failing() const;

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    std::vector<bridge::OutputRow> m_rows;
};

} // namespace mutascope::gui
