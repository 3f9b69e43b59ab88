// SPDX-License-Identifier: GPL-3.0-or-later
// What the tables of the label page have in common.
#pragma once

#include <QStringList>

class QComboBox;
class QLabel;
class QTableWidget;
class QTableWidgetItem;
class QWidget;

namespace mutascope::gui {

QTableWidget *makeLabelTable(const QString &objectName, const QString &accessibleName,
                             const QStringList &columns);
QTableWidgetItem *makeCell(const QString &text, bool isFigure = false);
void fitRows(QTableWidget &table, int mostRows); // as high as its rows
QComboBox *makeLabelCombo(const QString &objectName, const QString &name, const QString &toolTip);
// A label over a control, with its key.
QWidget *captioned(const QString &caption, QWidget *control);
QLabel *makeHint(const QString &objectName);

} // namespace mutascope::gui
