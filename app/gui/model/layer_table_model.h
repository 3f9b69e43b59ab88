// SPDX-License-Identifier: GPL-3.0-or-later
// The layers of a model, and which of them are traced.
#pragma once

#include "app/bridge/values.h"

#include <QAbstractTableModel>
#include <QSet>

namespace mutascope::gui {

class LayerTableModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Number, Name, Kind, Shape, Neurons, Parameters, Traced, ColumnCount };
    static constexpr int SortRole = Qt::UserRole;

    using QAbstractTableModel::QAbstractTableModel;

    void setLayers(const QList<bridge::LayerEntry> &layers);
    void setTraced(const QList<int> &layers);
    const QList<bridge::LayerEntry> &layers() const { return m_layers; }

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    QVariant sortValue(int row, int column) const;
    QString text(int row, int column) const;

    QList<bridge::LayerEntry> m_layers;
    QSet<int> m_traced;
};

} // namespace mutascope::gui
