// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/suspicion/neuron_table_model.h"

#include <QLocale>
#include <array>

namespace mutascope::gui {

void NeuronTableModel::setNeurons(const QStringList &layers, const QList<bridge::SuspiciousNeuron> &neurons)
{
    beginResetModel();
    m_layers = layers;
    m_neurons = neurons;
    endResetModel();
}

int NeuronTableModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_neurons.size());
}

int NeuronTableModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant NeuronTableModel::value(int row, int column) const
{
    const bridge::SuspiciousNeuron &neuron = m_neurons[row];
    switch (Column(column)) {
    case Rank:
        return row + 1;
    case Layer:
        return m_layers.value(neuron.layer);
    case Neuron:
        return neuron.neuron;
    case Score:
        return neuron.score;
    case ActiveFailed:
        return neuron.activeFailed;
    case InactiveFailed:
        return neuron.inactiveFailed;
    case ActivePassed:
        return neuron.activePassed;
    case InactivePassed:
        return neuron.inactivePassed;
    case ColumnCount:
        break;
    }
    return {};
}

QVariant NeuronTableModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid() || index.row() >= m_neurons.size())
        return {};
    if (role == Qt::TextAlignmentRole)
        return int((index.column() == Layer ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    if (role == SortRole) // layers in their order, not in the alphabet's
        return index.column() == Layer ? QVariant(m_neurons[index.row()].layer)
                                       : value(index.row(), index.column());
    if (role != Qt::DisplayRole)
        return {};
    const QVariant shown = value(index.row(), index.column());
    if (index.column() == Layer)
        return shown;
    return index.column() == Score ? QLocale().toString(shown.toDouble(), 'g', 4)
                                   : QLocale().toString(shown.toLongLong());
}

QVariant NeuronTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount)
        return {};
    const std::array names{tr("Rank"), tr("Layer"), tr("Neuron"), tr("Score"),
                           tr("cf"),   tr("uf"),    tr("cs"),     tr("us")};
    const std::array tips{QString(),
                          QString(),
                          QString(),
                          tr("How suspicious the neuron is of the failures"),
                          tr("Failed inputs on which the neuron was active"),
                          tr("Failed inputs on which it was inactive"),
                          tr("Passed inputs on which it was active"),
                          tr("Passed inputs on which it was inactive")};
    if (role == Qt::DisplayRole)
        return names[std::size_t(section)];
    if (role == Qt::ToolTipRole || role == Qt::AccessibleDescriptionRole)
        return tips[std::size_t(section)];
    return {};
}

} // namespace mutascope::gui
