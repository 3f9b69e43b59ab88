// SPDX-License-Identifier: GPL-3.0-or-later
// One finding: the graph of its smallest model, original or reduced; the outputs side by side; the engine's
// words; and what can be done with it.
#pragma once

#include "app/bridge/engine_reader.h"
#include "app/gui/workspace.h"

#include <QMap>
#include <QWidget>

class QComboBox;
class QLabel;
class QPlainTextEdit;
class QProgressBar;
class QPushButton;
class QTabWidget;
class QTableView;
class QTableWidget;

namespace mutascope::widgets {
class GraphView;
}

namespace mutascope::gui {

class OutputModel;

class FindingView : public QWidget {
    Q_OBJECT

public:
    explicit FindingView(Workspace &workspace, QWidget *parent = nullptr);

    void setFinding(const bridge::FindingRef &ref, const bridge::FindingRow &finding);
    void clear();
    widgets::GraphView *graph() const { return m_graph; }
    bool showsReduced() const;
    void exportTo(const QString &folder); // the graph that is shown, as a reproducer

private:
    QWidget *buildHead();
    QWidget *buildGraph();
    QWidget *buildOutputs();
    void connectJobs();
    bridge::FindingRef reference() const; // of the graph that is shown
    void showGraph();
    void fillNodes(const bridge::GraphData &graph);
    void showNode(int node);
    void showOutputs(const bridge::ReproductionInfo &result);
    void showReduced(const bridge::ReductionInfo &result);
    void updateButtons();
    void askExport();

    Workspace &m_workspace;
    bridge::EngineReader m_reader;
    bridge::FindingRef m_ref;
    bridge::FindingRow m_finding;
    bridge::GraphData m_original;
    QMap<int, bridge::ReductionInfo> m_reduced; // by number, of the campaign that is shown
    QLabel *m_title = nullptr;
    QLabel *m_note = nullptr;
    QProgressBar *m_progress = nullptr;
    QPushButton *m_reduce = nullptr;
    QPushButton *m_reproduce = nullptr;
    QPushButton *m_export = nullptr;
    QPushButton *m_stop = nullptr;
    QComboBox *m_which = nullptr;
    QTabWidget *m_tabs = nullptr;
    widgets::GraphView *m_graph = nullptr;
    QTableWidget *m_nodes = nullptr;
    QTableWidget *m_details = nullptr;
    QLabel *m_outputNote = nullptr;
    OutputModel *m_outputs = nullptr;
    QPlainTextEdit *m_message = nullptr;
};

} // namespace mutascope::gui
