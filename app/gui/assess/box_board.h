// SPDX-License-Identifier: GPL-3.0-or-later
// Box plots side by side, as many in a row as there is room for.
#pragma once

#include "widgets/box_plot.h"

#include <QScrollArea>

class QGridLayout;
class QLabel;

namespace mutascope::gui {

class BoxBoard : public QScrollArea {
    Q_OBJECT

public:
    explicit BoxBoard(QWidget *parent = nullptr);

    void setPlots(std::vector<widgets::BoxPlotData> plots);
    const QList<widgets::BoxPlot *> &plots() const { return m_plots; }

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void arrange();

    QWidget *m_board = nullptr;
    QGridLayout *m_grid = nullptr;
    QLabel *m_hint = nullptr;
    QList<widgets::BoxPlot *> m_plots;
    int m_columns = 0;
};

} // namespace mutascope::gui
