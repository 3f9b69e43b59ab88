// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/label/label_tables.h"

#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QTableWidget>
#include <QVBoxLayout>

namespace mutascope::gui {

QTableWidget *makeLabelTable(const QString &objectName, const QString &accessibleName,
                             const QStringList &columns)
{
    auto *table = new QTableWidget(0, int(columns.size()));
    table->setObjectName(objectName);
    table->setAccessibleName(accessibleName);
    table->setHorizontalHeaderLabels(columns);
    table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table->setSelectionBehavior(QAbstractItemView::SelectRows);
    table->setSelectionMode(QAbstractItemView::SingleSelection);
    table->setAlternatingRowColors(true);
    table->setShowGrid(false);
    table->setTabKeyNavigation(false);
    table->setWordWrap(false);
    table->verticalHeader()->hide();
    table->verticalHeader()->setDefaultSectionSize(table->fontMetrics().height() + 10);
    table->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    table->horizontalHeader()->setSectionResizeMode(0, QHeaderView::Stretch);
    table->horizontalHeader()->setHighlightSections(false);
    table->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    return table;
}

QTableWidgetItem *makeCell(const QString &text, bool isFigure)
{
    auto *item = new QTableWidgetItem(text);
    item->setTextAlignment(Qt::AlignVCenter | (isFigure ? Qt::AlignRight : Qt::AlignLeft));
    return item;
}

void fitRows(QTableWidget &table, int mostRows)
{
    const int rows = qBound(1, table.rowCount(), mostRows);
    table.setFixedHeight(table.horizontalHeader()->sizeHint().height()
                         + rows * table.verticalHeader()->defaultSectionSize() + 2 * table.frameWidth() + 2);
}

QComboBox *makeLabelCombo(const QString &objectName, const QString &name, const QString &toolTip)
{
    auto *combo = new QComboBox;
    combo->setObjectName(objectName);
    combo->setAccessibleName(name);
    combo->setToolTip(toolTip);
    combo->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    return combo;
}

QWidget *captioned(const QString &caption, QWidget *control)
{
    auto *label = new QLabel(caption);
    label->setBuddy(control);
    auto *part = new QWidget;
    auto *layout = new QVBoxLayout(part);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    layout->addWidget(label);
    layout->addWidget(control);
    return part;
}

QLabel *makeHint(const QString &objectName)
{
    auto *hint = new QLabel;
    hint->setObjectName(objectName);
    hint->setAlignment(Qt::AlignCenter);
    hint->setWordWrap(true);
    hint->setForegroundRole(QPalette::PlaceholderText);
    hint->setContentsMargins(40, 20, 40, 20);
    return hint;
}

} // namespace mutascope::gui
