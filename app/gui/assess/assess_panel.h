// SPDX-License-Identifier: GPL-3.0-or-later
// What there is of an assessment: how far each run is, tables and plots of what is measured.
#pragma once

#include "app/gui/assess/assess_figures.h"
#include "app/gui/workspace.h"

#include <QElapsedTimer>
#include <QWidget>

class QComboBox;
class QLabel;
class QProgressBar;
class QPushButton;
class QTabWidget;

namespace mutascope::gui {

class AfterBoard;
class BoxBoard;
class CellGrid;

class AssessPanel : public QWidget {
    Q_OBJECT

public:
    enum Tab { Runs, Table, Curves, Boxes, Parallel, After };

    explicit AssessPanel(Workspace &workspace, QWidget *parent = nullptr);

    const bridge::AssessState &assessment() const { return m_assessment; }
    void showAssessment(const bridge::AssessState &assessment); // an opened one
    void showTab(Tab tab);
    QStringList sessionFiles() const; // of the runs that have one

Q_SIGNALS:
    void compareRequested(const QStringList &sessionFiles);

private:
    QWidget *buildHead();
    QWidget *buildButtons();
    QWidget *buildRuns();
    QWidget *buildTable();
    QWidget *buildCurves();
    QWidget *buildParallel();
    QWidget *buildFilter();
    void connectJob();
    void onState(bridge::AssessJob::State state);
    void showProgress(const QString &phase, double fraction);
    void showCells(const std::vector<bridge::CellInfo> &cells);
    void showFigures();
    void showFinished(const bridge::AssessState &assessment);
    void showEnd(const QString &title);
    void showCellNote();
    void updateButtons();
    void goOn();
    void openReport();
    void openFolder();
    void openSession(int row, int column);
    QString leftText(double fraction) const;
    FigureFilter filter() const;
    int failedCells() const;

    Workspace &m_workspace;
    bridge::AssessState m_assessment; // as shown; no generators: none yet
    bool m_openReport = false; // once it is written
    QElapsedTimer m_clock; // since the first run began
    double m_clockFraction = 0; // then
    QLabel *m_title = nullptr;
    QLabel *m_note = nullptr;
    QProgressBar *m_progress = nullptr;
    QPushButton *m_pause = nullptr;
    QPushButton *m_stop = nullptr;
    QPushButton *m_again = nullptr;
    QPushButton *m_report = nullptr;
    QPushButton *m_open = nullptr;
    QPushButton *m_compare = nullptr;
    QTabWidget *m_tabs = nullptr;
    QComboBox *m_filter = nullptr;
    CellGrid *m_cells = nullptr;
    QLabel *m_cellNote = nullptr;
    widgets::MetricTable *m_table = nullptr;
    QLabel *m_tableNote = nullptr;
    widgets::BandPlot *m_coverage = nullptr;
    widgets::BandPlot *m_failing = nullptr;
    BoxBoard *m_boxes = nullptr;
    AfterBoard *m_after = nullptr; // its tab shows where there is anything
    widgets::ParallelPlot *m_parallel = nullptr;
};

} // namespace mutascope::gui
