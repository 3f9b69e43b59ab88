// SPDX-License-Identifier: GPL-3.0-or-later
// The layers as a table with a filter, and the pattern that says which of them a criterion traces.
#pragma once

#include "app/bridge/values.h"

#include <QWidget>

class QLabel;
class QLineEdit;
class QSortFilterProxyModel;
class QTableView;

namespace mutascope::gui {

class LayerTableModel;

class LayerPanel : public QWidget {
    Q_OBJECT

public:
    explicit LayerPanel(QWidget *parent = nullptr);

    void setLayers(const QList<bridge::LayerEntry> &layers); // the first traced one becomes current
    QString pattern() const;
    void setPattern(const QString &pattern);
    int currentLayer() const; // index into the layers, -1: none
    void setCurrentLayer(int layer);

Q_SIGNALS:
    void patternChanged(const QString &pattern);
    void currentLayerChanged(int layer);

private:
    QWidget *buildPattern();
    QTableView *buildTable();
    void showTraced();

    LayerTableModel *m_model = nullptr;
    QSortFilterProxyModel *m_sorted = nullptr;
    QTableView *m_table = nullptr;
    QLineEdit *m_filter = nullptr;
    QLineEdit *m_pattern = nullptr;
    QLabel *m_feedback = nullptr;
    QList<int> m_traced;
};

} // namespace mutascope::gui
