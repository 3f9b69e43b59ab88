// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/engines/output_model.h"

#include "widgets/colors.h"

#include <QFont>
#include <QGuiApplication>
#include <QLocale>
#include <algorithm>
#include <cmath>

namespace mutascope::gui {

namespace {

QString number(double value)
{
    return std::isnan(value) ? QStringLiteral("NaN") : QLocale().toString(value, 'g', 7);
}

QString textOf(const bridge::OutputRow &row, int column)
{
    switch (column) {
    case OutputModel::Output:
        return row.output;
    case OutputModel::Element:
        return row.position.isEmpty() ? OutputModel::tr("scalar") : row.position;
    case OutputModel::Expected:
        return number(row.expected);
    case OutputModel::Got:
        return number(row.got);
    case OutputModel::Difference:
        return number(row.difference);
    case OutputModel::Allowed:
        return row.allowed < 1e300 ? number(row.allowed) : OutputModel::tr("not compared");
    default:
        return {};
    }
}

} // namespace

void OutputModel::setRows(std::vector<bridge::OutputRow> rows)
{
    beginResetModel();
    m_rows = std::move(rows);
    std::stable_sort(m_rows.begin(), m_rows.end(),
                     [](const auto &a, const auto &b) { return a.excess() > b.excess(); });
    endResetModel();
}

qint64 OutputModel::failing() const
{
    return std::count_if(m_rows.begin(), m_rows.end(), [](const auto &row) { return row.fails(); });
}

int OutputModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_rows.size());
}

int OutputModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant OutputModel::data(const QModelIndex &index, int role) const
{
    if (index.row() < 0 || index.row() >= int(m_rows.size()))
        return {};
    const bridge::OutputRow &row = m_rows[std::size_t(index.row())];
    if (role == Qt::DisplayRole)
        return textOf(row, index.column());
    if (role == Qt::TextAlignmentRole)
        return int((index.column() < Expected ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    if (role == Qt::ForegroundRole && row.fails() && index.column() >= Got)
        return widgets::accentColor(widgets::Accent::Error, QGuiApplication::palette());
    if (role == Qt::ToolTipRole && row.fails())
        return tr("Beyond the tolerance");
    return {};
}

QVariant OutputModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    static const char *const names[]
        = {QT_TR_NOOP("Output"), QT_TR_NOOP("Element"),    QT_TR_NOOP("Expected (float64)"),
           QT_TR_NOOP("Got"),    QT_TR_NOOP("Difference"), QT_TR_NOOP("Tolerance")};
    if (orientation == Qt::Horizontal && role == Qt::DisplayRole && section >= 0 && section < ColumnCount)
        return tr(names[section]);
    return {};
}

} // namespace mutascope::gui
