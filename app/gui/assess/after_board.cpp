// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/assess/after_board.h"

#include <QHeaderView>
#include <QLabel>
#include <QTableWidget>
#include <QVBoxLayout>

namespace mutascope::gui {

namespace {

QLabel *makeText(const QString &text)
{
    auto *label = new QLabel(text);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

// As high as its rows: the board scrolls, not the table.
void fitHeight(QTableWidget &table)
{
    table.resizeColumnsToContents();
    table.resizeRowsToContents();
    const int rows = table.verticalHeader()->length();
    const int scrollBar = table.style()->pixelMetric(QStyle::PM_ScrollBarExtent);
    table.setFixedHeight(table.horizontalHeader()->sizeHint().height() + rows + scrollBar
                         + 2 * table.frameWidth());
}

QTableWidget *makeTable(const bridge::AfterTable &table)
{
    auto *view = new QTableWidget(int(table.rows.size()), int(table.head.size()));
    view->setAccessibleName(table.title);
    view->setHorizontalHeaderLabels(table.head);
    view->verticalHeader()->hide();
    view->setEditTriggers(QAbstractItemView::NoEditTriggers);
    view->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    for (int row = 0; row < view->rowCount(); ++row)
        for (int column = 0; column < view->columnCount(); ++column) {
            auto *item = new QTableWidgetItem(table.rows[std::size_t(row)].value(column));
            item->setToolTip(item->text());
            if (column > 0)
                item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
            view->setItem(row, column, item);
        }
    fitHeight(*view);
    return view;
}

} // namespace

AfterBoard::AfterBoard(QWidget *parent) : QScrollArea(parent)
{
    setObjectName(QStringLiteral("assessAfter"));
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
}

void AfterBoard::setTables(const std::vector<bridge::AfterTable> &tables)
{
    auto *column = new QWidget;
    auto *layout = new QVBoxLayout(column);
    layout->setContentsMargins(0, 6, 6, 0);
    for (const bridge::AfterTable &table : tables) {
        QLabel *title = makeText(table.title);
        QFont bold = title->font();
        bold.setBold(true);
        title->setFont(bold);
        QLabel *caption = makeText(table.caption);
        caption->setForegroundRole(QPalette::PlaceholderText);
        layout->addWidget(title);
        layout->addWidget(makeTable(table));
        layout->addWidget(caption);
        layout->addSpacing(12);
    }
    layout->addStretch();
    setWidget(column); // deletes the one before
}

} // namespace mutascope::gui
