// SPDX-License-Identifier: GPL-3.0-or-later
// The parts of the view of one finding.
#include "app/gui/accuracy_view.h"
#include "app/gui/engines/finding_view.h"
#include "app/gui/engines/output_model.h"
#include "app/gui/icon_button.h"
#include "widgets/graph_view.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPlainTextEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QSplitter>
#include <QTabWidget>
#include <QTableView>
#include <QTableWidget>
#include <QToolButton>
#include <QVBoxLayout>

namespace mutascope::gui {

namespace {

QTableWidget *makeTable(const QString &objectName, const QString &name, const QStringList &heads)
{
    auto *table = new QTableWidget(0, int(heads.size()));
    table->setObjectName(objectName);
    table->setAccessibleName(name);
    table->setHorizontalHeaderLabels(heads);
    table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table->setSelectionBehavior(QAbstractItemView::SelectRows);
    table->setSelectionMode(QAbstractItemView::SingleSelection);
    table->setTabKeyNavigation(false);
    table->setShowGrid(false);
    table->setAlternatingRowColors(true);
    table->verticalHeader()->hide();
    table->horizontalHeader()->setStretchLastSection(true);
    table->horizontalHeader()->setHighlightSections(false);
    table->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    return table;
}

QToolButton *makeTool(const QString &text, const QString &toolTip)
{
    auto *button = new QToolButton;
    button->setText(text);
    button->setToolTip(toolTip);
    button->setAccessibleName(toolTip);
    button->setAutoRaise(true);
    return button;
}

} // namespace

FindingView::FindingView(Workspace &workspace, QWidget *parent) : QWidget(parent), m_workspace(workspace)
{
    m_message = new QPlainTextEdit;
    m_message->setObjectName(QStringLiteral("findingMessage"));
    m_message->setAccessibleName(tr("The engine's words"));
    m_message->setReadOnly(true);
    m_tabs = new QTabWidget;
    m_tabs->setObjectName(QStringLiteral("findingTabs"));
    m_tabs->setDocumentMode(true);
    m_tabs->addTab(buildGraph(), tr("Graph"));
    m_tabs->addTab(buildOutputs(), tr("Outputs"));
    m_tabs->addTab(m_message, tr("Message"));
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 6, 0, 0);
    layout->addWidget(buildHead());
    layout->addWidget(m_tabs, 1);
    connectJobs();
    clear();
}

QWidget *FindingView::buildHead()
{
    m_title = new QLabel;
    m_title->setObjectName(QStringLiteral("findingTitle"));
    m_title->setFont(scaledFont(m_title->font(), 1.1));
    m_note = new QLabel;
    m_note->setObjectName(QStringLiteral("findingJobNote"));
    m_note->setForegroundRole(QPalette::PlaceholderText);
    m_note->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_progress = new QProgressBar;
    m_progress->setRange(0, 0);
    m_progress->setMaximumWidth(90);
    m_reproduce
        = makeIconButton(QStringLiteral("verify"), tr("Run &again"), QStringLiteral("reproduceFinding"),
                         tr("Run the model again: does it still fail, and what are the outputs?"));
    m_reduce = makeIconButton(QStringLiteral("step"), tr("Re&duce"), QStringLiteral("reduceFinding"),
                              tr("Look for the smallest graph that shows the same failure, for %1 seconds")
                                  .arg(bridge::EngineJobs::reductionSeconds()));
    m_export = makeIconButton(QStringLiteral("export"), tr("E&xport…"), QStringLiteral("exportFinding"),
                              tr("Write the graph that is shown as a folder that reproduces the failure"));
    m_stop = makeIconButton(QStringLiteral("stop"), tr("S&top"), QStringLiteral("stopFinding"),
                            tr("The smallest graph so far is kept"));
    auto *head = new QWidget;
    auto *layout = new QHBoxLayout(head);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_title);
    layout->addWidget(m_note, 1);
    layout->addWidget(m_progress);
    for (QPushButton *button : {m_stop, m_reproduce, m_reduce, m_export})
        layout->addWidget(button);
    const auto work = [this](auto start) {
        return [this, start] {
            if (m_workspace.isFree())
                start();
        };
    };
    bridge::EngineJobs *jobs = &m_workspace.engines();
    connect(m_reproduce, &QPushButton::clicked, this, work([this, jobs] { jobs->reproduce(reference()); }));
    connect(m_reduce, &QPushButton::clicked, this, work([this, jobs] { jobs->reduce(m_ref); }));
    connect(m_export, &QPushButton::clicked, this, &FindingView::askExport);
    connect(m_stop, &QPushButton::clicked, jobs, &bridge::EngineJobs::stop);
    return head;
}

QWidget *FindingView::buildGraph()
{
    m_graph = new widgets::GraphView;
    m_graph->setObjectName(QStringLiteral("findingGraph"));
    m_which = new QComboBox;
    m_which->setObjectName(QStringLiteral("findingWhich"));
    m_which->setAccessibleName(tr("Which graph"));
    m_which->addItems({tr("Original"), tr("Reduced")});
    m_nodes = makeTable(QStringLiteral("graphNodes"), tr("Nodes of the graph"),
                        {tr("Node"), tr("Operator"), tr("Output"), tr("Mark")});
    m_details = makeTable(QStringLiteral("nodeDetails"), tr("The selected node"), {tr("What"), tr("Value")});
    auto *tools = new QHBoxLayout;
    tools->addWidget(m_which);
    tools->addStretch();
    QToolButton *in = makeTool(QStringLiteral("+"), tr("Zoom in (+, or Ctrl and the wheel)"));
    QToolButton *out = makeTool(QStringLiteral("−"), tr("Zoom out (−)"));
    QToolButton *fit = makeTool(tr("Fit"), tr("Show all of it (0)"));
    QToolButton *save = makeTool(tr("Save…"), tr("Write the graph as SVG or PNG"));
    for (QToolButton *button : {in, out, fit, save})
        tools->addWidget(button);
    using widgets::GraphView;
    connect(in, &QToolButton::clicked, m_graph, &GraphView::zoomIn);
    connect(out, &QToolButton::clicked, m_graph, &GraphView::zoomOut);
    connect(fit, &QToolButton::clicked, m_graph, &GraphView::zoomToFit);
    connect(save, &QToolButton::clicked, m_graph, &GraphView::askExportPath);
    connect(m_graph, &GraphView::exported, this, [this](const QString &path) {
        m_workspace.report(Workspace::Severity::Information, tr("The graph was written to ‘%1’.").arg(path));
    });
    connect(m_graph, &GraphView::exportFailed, this, [this](const QString &path, const QString &why) {
        m_workspace.report(Workspace::Severity::Error,
                           tr("The graph could not be written to ‘%1’.").arg(path), why);
    });
    connect(m_graph, &GraphView::selectionChanged, this, &FindingView::showNode);
    connect(m_nodes, &QTableWidget::currentCellChanged, this, [this](int row) { m_graph->setSelected(row); });
    connect(m_which, &QComboBox::currentIndexChanged, this, &FindingView::showGraph);
    auto *left = new QWidget;
    auto *column = new QVBoxLayout(left);
    column->setContentsMargins(0, 4, 0, 0);
    column->addLayout(tools);
    column->addWidget(m_graph, 1);
    auto *tables = new QSplitter(Qt::Vertical);
    tables->addWidget(m_nodes);
    tables->addWidget(m_details);
    auto *splitter = new QSplitter(Qt::Horizontal);
    splitter->setChildrenCollapsible(false);
    splitter->addWidget(left);
    splitter->addWidget(tables);
    splitter->setStretchFactor(0, 3);
    splitter->setStretchFactor(1, 2);
    return splitter;
}

QWidget *FindingView::buildOutputs()
{
    m_outputs = new OutputModel(this);
    m_outputNote = new QLabel;
    m_outputNote->setObjectName(QStringLiteral("outputNote"));
    m_outputNote->setWordWrap(true);
    m_outputNote->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto *table = new QTableView;
    table->setObjectName(QStringLiteral("outputTable"));
    table->setAccessibleName(tr("Elements of the outputs, those furthest beyond their tolerance first"));
    table->setModel(m_outputs);
    table->setSelectionBehavior(QAbstractItemView::SelectRows);
    table->setTabKeyNavigation(false);
    table->setShowGrid(false);
    table->setAlternatingRowColors(true);
    table->verticalHeader()->hide();
    table->horizontalHeader()->setDefaultSectionSize(fontMetrics().averageCharWidth() * 20);
    table->horizontalHeader()->setStretchLastSection(true);
    auto *page = new QWidget;
    auto *layout = new QVBoxLayout(page);
    layout->setContentsMargins(0, 4, 0, 0);
    layout->addWidget(m_outputNote);
    layout->addWidget(table, 1);
    return page;
}

} // namespace mutascope::gui
