// SPDX-License-Identifier: GPL-3.0-or-later
// What each mutator brought: a small table as high as its rows.
#include "widgets/yield_table.h"

#include "widgets/formats.h"

#include <QHeaderView>
#include <QLocale>
#include <QScrollBar>
#include <algorithm>
#include <array>

namespace mutascope::widgets {
namespace {

constexpr int kColumns = 6;
constexpr int kLeastRows = 3;

} // namespace

YieldTable::YieldTable(QWidget *parent) : QTableWidget(0, kColumns, parent)
{
    setAccessibleName(tr("Yields of the mutators"));
    setHorizontalHeaderLabels(
        {tr("Mutator"), tr("Tried"), tr("Accepted"), tr("Failing"), tr("Kept"), tr("Rate")});
    horizontalHeaderItem(2)->setToolTip(tr("Mutants within the limits of the validity check"));
    horizontalHeaderItem(4)->setToolTip(tr("Mutants that added coverage and went into the queue"));
    horizontalHeaderItem(5)->setToolTip(tr("Failing tests of all mutants tried"));
    for (int column = 0; column < kColumns; ++column)
        horizontalHeaderItem(column)->setTextAlignment((column == 0 ? Qt::AlignLeft : Qt::AlignRight)
                                                       | Qt::AlignVCenter);
    setEditTriggers(NoEditTriggers);
    setSelectionMode(NoSelection);
    setFocusPolicy(Qt::NoFocus);
    setAlternatingRowColors(true);
    setShowGrid(false);
    setWordWrap(false);
    setFrameShape(NoFrame);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    verticalHeader()->hide();
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 6);
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    horizontalHeader()->setSectionResizeMode(0, QHeaderView::Stretch);
    fitColumns();
}

void YieldTable::setYields(const QList<RunStatusData::Yield> &yields)
{
    const bool resized = rowCount() != yields.size();
    setRowCount(static_cast<int>(yields.size()));
    for (int row = 0; row < yields.size(); ++row) {
        const RunStatusData::Yield &one = yields[row];
        const double rate = one.tried > 0 ? static_cast<double>(one.failing) / one.tried : 0.0;
        const std::array texts{one.mutator,
                               locale().toString(one.tried),
                               locale().toString(one.accepted),
                               locale().toString(one.failing),
                               locale().toString(one.gained),
                               formatPercent(locale(), rate)};
        for (int column = 0; column < kColumns; ++column)
            setCell(row, column, texts[static_cast<std::size_t>(column)]);
    }
    fitColumns();
    if (resized)
        updateGeometry();
}

void YieldTable::setCell(int row, int column, const QString &text)
{
    QTableWidgetItem *cell = item(row, column);
    if (cell == nullptr) {
        cell = new QTableWidgetItem;
        if (column > 0) {
            cell->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
            cell->setFont(figureFont(font()));
        }
        setItem(row, column, cell);
    }
    if (cell->text() != text)
        cell->setText(text);
}

// Columns only grow, so that the figures stand still while they count.
void YieldTable::fitColumns()
{
    for (int column = 1; column < kColumns; ++column) {
        const int header = fontMetrics().horizontalAdvance(horizontalHeaderItem(column)->text()) + 16;
        const int wanted = std::max(sizeHintForColumn(column) + 8, header);
        if (wanted > columnWidth(column) || rowCount() == 0)
            setColumnWidth(column, wanted);
    }
}

QSize YieldTable::sizeHint() const
{
    const int rows = std::max(rowCount(), kLeastRows);
    return {QTableWidget::sizeHint().width(),
            horizontalHeader()->sizeHint().height() + rows * verticalHeader()->defaultSectionSize() + 4};
}

QSize YieldTable::minimumSizeHint() const
{
    return {QTableWidget::minimumSizeHint().width(),
            horizontalHeader()->sizeHint().height() + kLeastRows * verticalHeader()->defaultSectionSize()};
}

} // namespace mutascope::widgets
