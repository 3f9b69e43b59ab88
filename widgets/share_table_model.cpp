// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/share_table_model.h"

#include "widgets/formats.h"

#include <QLocale>

namespace mutascope::widgets {

namespace {

constexpr int longestName = 28; // of a row or column, in its head; the tool tip has all of it

QString shortened(const QString &name)
{
    return name.size() <= longestName ? name : name.left(longestName - 1) + QChar(0x2026);
}

// Black or white, whichever is read better on it.
QColor textOn(const QColor &ground)
{
    return qGray(ground.rgb()) > 140 ? Qt::black : Qt::white;
}

} // namespace

void ShareTableModel::setTable(ShareTableData table)
{
    beginResetModel();
    m_table = std::move(table);
    endResetModel();
}

void ShareTableModel::setPalette(const QPalette &palette)
{
    m_palette = palette;
    if (rowCount() > 0 && columnCount() > 0)
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
}

int ShareTableModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_table.rows.size());
}

int ShareTableModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_table.columns.size());
}

const ShareTableData::Cell &ShareTableModel::cell(int row, int column) const
{
    return m_table.cells[std::size_t(row) * std::size_t(m_table.columns.size()) + std::size_t(column)];
}

QString ShareTableModel::text(int row, int column) const
{
    const ShareTableData::Cell &one = cell(row, column);
    return one.whole > 0 ? formatPercent(QLocale(), one.share(), 1) : QStringLiteral("–");
}

QString ShareTableModel::toolTip(int row, int column) const
{
    const ShareTableData::Cell &one = cell(row, column);
    const QLocale locale;
    return tr("%1\n%2\n%3 %4 of %5 %6")
        .arg(m_table.rows[row], m_table.columns[column], locale.toString(one.part), m_table.partName,
             locale.toString(one.whole), m_table.wholeName);
}

QVariant ShareTableModel::data(const QModelIndex &index, int role) const
{
    const ShareTableData::Cell &one = cell(index.row(), index.column());
    switch (role) {
    case Qt::DisplayRole:
        return text(index.row(), index.column());
    case Qt::ToolTipRole:
        return toolTip(index.row(), index.column());
    case Qt::TextAlignmentRole:
        return int(Qt::AlignCenter);
    case Qt::BackgroundRole:
        return one.whole > 0 ? QVariant(ShareTable::colorOf(one.share(), m_palette)) : QVariant();
    case Qt::ForegroundRole:
        return one.whole > 0 ? QVariant(textOn(ShareTable::colorOf(one.share(), m_palette))) : QVariant();
    default:
        return {};
    }
}

QVariant ShareTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    const QString &name = (orientation == Qt::Horizontal ? m_table.columns : m_table.rows).at(section);
    if (role == Qt::DisplayRole)
        return shortened(name);
    return role == Qt::ToolTipRole ? QVariant(name) : QVariant();
}

} // namespace mutascope::widgets
