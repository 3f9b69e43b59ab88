// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/model/layer_table_model.h"

#include "app/gui/format.h"

namespace mutascope::gui {

namespace {

int alignmentOf(int column)
{
    switch (column) {
    case LayerTableModel::Number:
    case LayerTableModel::Neurons:
    case LayerTableModel::Parameters:
        return Qt::AlignRight | Qt::AlignVCenter;
    case LayerTableModel::Traced: // beside right-aligned numbers
        return Qt::AlignCenter;
    default:
        return Qt::AlignLeft | Qt::AlignVCenter;
    }
}

} // namespace

void LayerTableModel::setLayers(const QList<bridge::LayerEntry> &layers)
{
    beginResetModel();
    m_layers = layers;
    m_traced.clear();
    endResetModel();
}

void LayerTableModel::setTraced(const QList<int> &layers)
{
    m_traced = QSet<int>(layers.begin(), layers.end());
    if (!m_layers.isEmpty())
        Q_EMIT dataChanged(index(0, Traced), index(int(m_layers.size()) - 1, Traced));
}

int LayerTableModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_layers.size());
}

int LayerTableModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QString LayerTableModel::text(int row, int column) const
{
    const bridge::LayerEntry &layer = m_layers[row];
    switch (column) {
    case Number:
        return QString::number(row + 1);
    case Name:
        return layer.name;
    case Kind:
        return layer.kind;
    case Shape:
        return layer.shape;
    case Neurons:
        return countText(layer.neurons);
    case Parameters:
        return layer.parameters > 0 ? countText(layer.parameters) : QString();
    case Traced:
        return m_traced.contains(row) ? tr("traced") : QString();
    default:
        return {};
    }
}

QVariant LayerTableModel::sortValue(int row, int column) const
{
    switch (column) {
    case Number:
        return row;
    case Neurons:
        return m_layers[row].neurons;
    case Parameters:
        return m_layers[row].parameters;
    case Traced:
        return m_traced.contains(row) ? 0 : 1;
    default:
        return text(row, column);
    }
}

QVariant LayerTableModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    switch (role) {
    case Qt::DisplayRole:
        return text(index.row(), index.column());
    case SortRole:
        return sortValue(index.row(), index.column());
    case Qt::TextAlignmentRole:
        return alignmentOf(index.column());
    case Qt::ToolTipRole:
        return index.column() == Name ? m_layers[index.row()].name : QVariant();
    default:
        return {};
    }
}

QVariant LayerTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return alignmentOf(section);
    if (role == Qt::ToolTipRole && section == Neurons)
        return tr("Units, or channels: the mean over a channel counts as one neuron");
    if (role == Qt::ToolTipRole && section == Parameters)
        return tr("Weights and biases");
    if (role != Qt::DisplayRole)
        return {};
    const QString texts[]
        = {tr("#"), tr("Layer"), tr("Kind"), tr("Output"), tr("Neurons"), tr("Parameters"), tr("Criterion")};
    return section < ColumnCount ? texts[section] : QString();
}

} // namespace mutascope::gui
