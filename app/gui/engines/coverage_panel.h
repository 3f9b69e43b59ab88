// SPDX-License-Identifier: GPL-3.0-or-later
// Operator-level coverage of a campaign: operator pairs, operators, and over the number of models.
#pragma once

#include "app/bridge/engine_values.h"
#include "app/gui/workspace.h"

#include <QWidget>

class QLabel;
class QPushButton;
class QTableWidget;
class QTabWidget;

namespace mutascope::widgets {
class BandPlot;
class PairMatrix;
} // namespace mutascope::widgets

namespace mutascope::gui {

class OperatorCoveragePanel : public QWidget {
    Q_OBJECT

public:
    explicit OperatorCoveragePanel(Workspace &workspace, QWidget *parent = nullptr);
    void setCampaign(const bridge::CampaignData &campaign);
    widgets::PairMatrix *matrix() const { return m_matrix; }

private:
    QWidget *buildMatrix(Workspace &workspace);
    QWidget *buildPlot(Workspace &workspace);
    void buildTable();
    void showPoints(const std::vector<bridge::CampaignPoint> &points);
    void showOperators(const std::vector<bridge::OperatorRow> &rows);

    QTabWidget *m_tabs = nullptr;
    widgets::PairMatrix *m_matrix = nullptr;
    QLabel *m_pairs = nullptr;
    QPushButton *m_savePairs = nullptr;
    QLabel *m_cell = nullptr;
    QTableWidget *m_table = nullptr;
    widgets::BandPlot *m_plot = nullptr;
};

} // namespace mutascope::gui
