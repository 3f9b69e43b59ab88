// SPDX-License-Identifier: GPL-3.0-or-later
// A row a generator, a column a repeat: how far each run is.
#pragma once

#include "app/bridge/assess_values.h"

#include <QTableWidget>

namespace mutascope::gui {

class CellGrid : public QTableWidget {
    Q_OBJECT

public:
    explicit CellGrid(QWidget *parent = nullptr);

    void setCells(const std::vector<bridge::CellInfo> &cells); // generator by generator
    const bridge::CellInfo *cellAt(int row, int column) const;
    const bridge::CellInfo *currentCell() const { return cellAt(currentRow(), currentColumn()); }
    static QString phaseWords(bridge::CellPhase phase);

protected:
    void changeEvent(QEvent *event) override;

private:
    void build();
    void show(int row, int column, const bridge::CellInfo &cell);

    std::vector<bridge::CellInfo> m_cells;
    QStringList m_generators;
};

} // namespace mutascope::gui
