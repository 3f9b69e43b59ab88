// SPDX-License-Identifier: GPL-3.0-or-later
// The suspicious neurons of one ranking: layer, neuron, score, and over how many inputs each was active.
#pragma once

#include "app/bridge/suspicion.h"

#include <QAbstractTableModel>
#include <QStringList>

namespace mutascope::gui {

class NeuronTableModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column {
        Rank,
        Layer,
        Neuron,
        Score,
        ActiveFailed,
        InactiveFailed,
        ActivePassed,
        InactivePassed,
        ColumnCount
    };
    static constexpr int SortRole = Qt::UserRole;

    using QAbstractTableModel::QAbstractTableModel;

    void setNeurons(const QStringList &layers, const QList<bridge::SuspiciousNeuron> &neurons);
    const QList<bridge::SuspiciousNeuron> &neurons() const { return m_neurons; }

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    QVariant value(int row, int column) const;

    QStringList m_layers;
    QList<bridge::SuspiciousNeuron> m_neurons;
};

} // namespace mutascope::gui
