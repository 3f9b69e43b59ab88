// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/metric_table_model.h"

#include "widgets/band_plot_style.h"

#include <QFont>
#include <QPainter>
#include <QPixmap>

namespace mutascope::widgets {

namespace {

constexpr double bestTint = 0.16; // of the accent, behind a cell

QPixmap swatch(int series, const QPalette &palette)
{
    QPixmap pixmap(18, 12);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    painter.setPen(seriesPen(series, palette, 4));
    painter.drawLine(1, 6, 17, 6);
    return pixmap;
}

} // namespace

void MetricTableModel::setTable(MetricTableData table)
{
    beginResetModel();
    m_table = std::move(table);
    endResetModel();
}

void MetricTableModel::setPalette(const QPalette &palette)
{
    m_palette = palette;
    if (rowCount() == 0 || columnCount() == 0)
        return;
    Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
    Q_EMIT headerDataChanged(Qt::Vertical, 0, rowCount() - 1);
}

const MetricTableData::Cell &MetricTableModel::cell(int row, int column) const
{
    return m_table.rows[std::size_t(row)].cells[std::size_t(column)];
}

int MetricTableModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_table.rows.size());
}

int MetricTableModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_table.columns.size());
}

QVariant MetricTableModel::data(const QModelIndex &index, int role) const
{
    using Mark = MetricTableData::Mark;
    const MetricTableData::Cell &one = cell(index.row(), index.column());
    switch (role) {
    case Qt::DisplayRole:
        return one.text.isEmpty() ? QStringLiteral("–") : one.text;
    case Qt::ToolTipRole:
    case Qt::AccessibleDescriptionRole:
        return one.toolTip;
    case Qt::TextAlignmentRole:
        return int(one.value ? Qt::AlignRight | Qt::AlignVCenter : Qt::AlignCenter);
    case Qt::FontRole: {
        QFont font;
        font.setBold(one.mark != Mark::None);
        return font;
    }
    case Qt::ForegroundRole:
        return one.text.isEmpty() ? QVariant(m_palette.color(QPalette::PlaceholderText)) : QVariant();
    case Qt::BackgroundRole:
        return one.mark == Mark::Best
            ? QVariant(mixed(m_palette.color(QPalette::Base), accentColor(Accent::Good, m_palette), bestTint))
            : QVariant();
    default:
        return {};
    }
}

QVariant MetricTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (section < 0 || section >= (orientation == Qt::Horizontal ? columnCount() : rowCount()))
        return {};
    return orientation == Qt::Horizontal ? columnHead(m_table.columns[std::size_t(section)], role)
                                         : rowHead(m_table.rows[std::size_t(section)], role);
}

QVariant MetricTableModel::rowHead(const MetricTableData::Row &row, int role) const
{
    switch (role) {
    case Qt::DisplayRole:
        return row.name;
    case Qt::ToolTipRole:
        return row.toolTip;
    case Qt::DecorationRole:
        return row.series < 0 ? QVariant() : QVariant(swatch(row.series, m_palette));
    default:
        return {};
    }
}

QVariant MetricTableModel::columnHead(const MetricTableData::Column &column, int role) const
{
    if (role == Qt::ToolTipRole)
        return column.toolTip;
    if (role != Qt::DisplayRole)
        return {};
    if (!column.directed)
        return column.name;
    return column.name + (column.higherIsBetter ? QStringLiteral(" ↑") : QStringLiteral(" ↓"));
}

MetricTableOrder::MetricTableOrder(MetricTableModel *model, QObject *parent)
    : QSortFilterProxyModel(parent), m_model(model)
{
    setSourceModel(model);
}

// Descending order turns the comparison round: what is missing has to be the greatest then.
bool MetricTableOrder::lessThan(const QModelIndex &left, const QModelIndex &right) const
{
    const MetricTableData::Cell &a = m_model->cell(left.row(), left.column());
    const MetricTableData::Cell &b = m_model->cell(right.row(), right.column());
    const bool missingA = !a.value && a.text.isEmpty();
    const bool missingB = !b.value && b.text.isEmpty();
    if (missingA != missingB)
        return sortOrder() == Qt::AscendingOrder ? missingB : missingA;
    if (a.value && b.value)
        return *a.value < *b.value;
    return QString::localeAwareCompare(a.text, b.text) < 0;
}

} // namespace mutascope::widgets
