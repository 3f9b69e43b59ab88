// SPDX-License-Identifier: GPL-3.0-or-later
// Runs of any sessions beside each other: curves, figures, configurations, tests of the same seeds.
#pragma once

#include "app/bridge/comparison.h"
#include "app/bridge/comparison_runs.h"
#include "app/gui/comparison/run_figures.h"
#include "app/gui/workspace.h"

class QCheckBox;
class QLabel;
class QProgressBar;
class QPushButton;
class QTabWidget;
class QTableWidget;

namespace mutascope::widgets {
class BandPlot;
class MessageBar;
} // namespace mutascope::widgets

namespace mutascope::gui {

class MetricChoice;
class PairedGallery;
class RunTree;

class ComparisonPage : public QWidget {
    Q_OBJECT

public:
    enum Tab { Figures, Curves, Configuration, Pairs, Rejudged };

    explicit ComparisonPage(Workspace &workspace, QWidget *parent = nullptr);

    bridge::Comparison &comparison() { return m_comparison; }
    void addFiles(const QStringList &files);
    void setFiles(const QStringList &files); // instead of those that are there
    void showTab(Tab tab);
    QList<bridge::ComparedRun> shownRuns() const { return m_runs; }

protected:
    void showEvent(QShowEvent *event) override;

private:
    QWidget *buildSources();
    QWidget *buildFigures();
    QWidget *buildMeasuring();
    QWidget *buildCurves();
    QWidget *buildConfiguration();
    QWidget *buildPairs();
    QWidget *buildRejudged();
    void connectComparison();
    void connectWorkspace();
    void askFiles();
    void askFolder();
    void removeSelected();
    void readAgain();
    void syncSession();
    void onChosen();
    void showOthers();
    void showRuns();
    void showConfiguration();
    QList<QStringList> groupedDifferences() const;
    void askPairs();
    void measure();
    void takeMeasured(const QList<bridge::MeasuredRun> &runs);
    void rejudge();
    void takeRejudged(const QList<bridge::RejudgedRun> &runs);
    void openTest(const bridge::RunPlace &place, qint64 test);
    void updateButtons();

    Workspace &m_workspace;
    bridge::Comparison m_comparison;
    QStringList m_files;
    QString m_session; // the open one, which is among m_files
    QList<bridge::ComparedRun> m_runs; // shown: those that fit the first one
    QList<bridge::ComparedRun> m_others; // chosen, but of another model or other data
    QList<bridge::RunGroup> m_groups; // of m_runs
    bool m_pairsStale = true;
    MeasuredRuns m_measured;
    QStringList m_metrics; // that some run was measured by
    RunTree *m_tree = nullptr;
    QLabel *m_hint = nullptr;
    widgets::MessageBar *m_notice = nullptr;
    QTabWidget *m_tabs = nullptr;
    widgets::MetricTable *m_table = nullptr;
    MetricChoice *m_metricChoice = nullptr;
    QCheckBox *m_validator = nullptr;
    QPushButton *m_measure = nullptr;
    QPushButton *m_cancel = nullptr;
    QPushButton *m_rejudge = nullptr;
    QPushButton *m_leaveOut = nullptr;
    QProgressBar *m_progress = nullptr;
    widgets::BandPlot *m_coverage = nullptr;
    widgets::BandPlot *m_failing = nullptr;
    QTableWidget *m_differences = nullptr;
    QLabel *m_differencesNote = nullptr;
    PairedGallery *m_pairs = nullptr;
    QLabel *m_pairsNote = nullptr;
    widgets::MetricTable *m_rejudged = nullptr;
    QLabel *m_rejudgedNote = nullptr;
};

} // namespace mutascope::gui
