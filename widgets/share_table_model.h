// SPDX-License-Identifier: GPL-3.0-or-later
// What a ShareTable shows.
#pragma once

#include "widgets/share_table.h"

#include <QAbstractTableModel>
#include <QPalette>

namespace mutascope::widgets {

class ShareTableModel : public QAbstractTableModel {
    Q_OBJECT

public:
    using QAbstractTableModel::QAbstractTableModel;

    void setTable(ShareTableData table);
    const ShareTableData &table() const { return m_table; }
    void setPalette(const QPalette &palette);
    QString text(int row, int column) const;

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    const ShareTableData::Cell &cell(int row, int column) const;
    QString toolTip(int row, int column) const;

    ShareTableData m_table;
    QPalette m_palette;
};

} // namespace mutascope::widgets
