// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/metric_table.h"

#include "widgets/export_dialog.h"
#include "widgets/metric_table_model.h"
#include "widgets/plot_data.h"

#include <QEvent>
#include <QHeaderView>
#include <algorithm>

namespace mutascope::widgets {

namespace {

constexpr int headLines = 3;
constexpr int narrowest = 92; // pixels of a column

bool sameColumns(const MetricTableData &a, const MetricTableData &b)
{
    return std::equal(a.columns.begin(), a.columns.end(), b.columns.begin(), b.columns.end(),
                      [](const auto &left, const auto &right) { return left.name == right.name; });
}

} // namespace

MetricTable::MetricTable(QWidget *parent)
    : QTableView(parent), m_model(new MetricTableModel(this)), m_order(new MetricTableOrder(m_model, this))
{
    m_model->setPalette(palette());
    setModel(m_order);
    setTabKeyNavigation(false);
    setAlternatingRowColors(true);
    setHorizontalScrollMode(ScrollPerPixel);
    setSelectionBehavior(QAbstractItemView::SelectRows);
    setWordWrap(false);
    QHeaderView *head = horizontalHeader();
    head->setHighlightSections(false);
    head->setSectionsClickable(true);
    head->setDefaultAlignment(Qt::AlignCenter | Qt::Alignment(Qt::TextWordWrap));
    head->setMinimumSectionSize(narrowest);
    head->setFixedHeight(fontMetrics().lineSpacing() * headLines + 10);
    verticalHeader()->setHighlightSections(false);
    verticalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    connect(head, &QHeaderView::sectionClicked, this, &MetricTable::onHeaderClicked);
}

bool MetricTable::setData(MetricTableData data)
{
    for (const MetricTableData::Row &row : data.rows)
        if (row.cells.size() != data.columns.size())
            return false;
    const bool same = sameColumns(data, m_model->table());
    m_model->setTable(std::move(data));
    if (same && m_column >= 0) {
        sortBy(m_column, m_bestFirst);
    } else {
        m_column = -1;
        m_order->sort(-1);
        horizontalHeader()->setSortIndicatorShown(false);
    }
    resizeColumnsToContents();
    return true;
}

const MetricTableData &MetricTable::data() const
{
    return m_model->table();
}

void MetricTable::onHeaderClicked(int column)
{
    sortBy(column, column == m_column ? !m_bestFirst : true);
}

// Of figures that have no better and worse ones, the greatest come first; of words, the first.
void MetricTable::sortBy(int column, bool bestFirst)
{
    if (column < 0 || std::size_t(column) >= data().columns.size())
        return;
    m_column = column;
    m_bestFirst = bestFirst;
    const auto &rows = data().rows;
    const auto place = std::size_t(column);
    const bool words
        = std::none_of(rows.begin(), rows.end(), [&](const auto &row) { return row.cells[place].value; });
    const bool greatestFirst = (!words && data().columns[place].higherIsBetter) == bestFirst;
    const Qt::SortOrder order = greatestFirst ? Qt::DescendingOrder : Qt::AscendingOrder;
    m_order->sort(column, order);
    horizontalHeader()->setSortIndicatorShown(true);
    horizontalHeader()->setSortIndicator(column, order);
}

int MetricTable::rowShownAt(int line) const
{
    return m_order->mapToSource(m_order->index(line, 0)).row();
}

QStringList MetricTable::shownRows() const
{
    QStringList names;
    for (int line = 0; line < m_order->rowCount(); ++line)
        names.append(data().rows[std::size_t(rowShownAt(line))].name);
    return names;
}

QByteArray MetricTable::csv() const
{
    QByteArray text = csvQuoted(data().rowTitle);
    for (const MetricTableData::Column &column : data().columns)
        text += ',' + csvQuoted(column.name);
    text += '\n';
    for (int line = 0; line < m_order->rowCount(); ++line) {
        const MetricTableData::Row &row = data().rows[std::size_t(rowShownAt(line))];
        text += csvQuoted(row.name);
        for (const MetricTableData::Cell &cell : row.cells)
            text += ',' + (cell.value ? csvNumber(*cell.value) : csvQuoted(cell.text));
        text += '\n';
    }
    return text;
}

bool MetricTable::exportTo(const QString &path, QString *error) const
{
    return saveBytes(path, csv(), error);
}

void MetricTable::askExportPath()
{
    exportWhenChosen(makeExportDialog(this, tr("Export Table"), tr("CSV (*.csv)"), QStringLiteral("csv")),
                     this);
}

void MetricTable::changeEvent(QEvent *event)
{
    QTableView::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        m_model->setPalette(palette());
}

} // namespace mutascope::widgets
