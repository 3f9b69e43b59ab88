// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/engines/finding_view.h"

#include "app/gui/engines/graph_items.h"
#include "app/gui/engines/output_model.h"
#include "app/gui/format.h"
#include "widgets/graph_view.h"

#include <QComboBox>
#include <QDir>
#include <QFileDialog>
#include <QLabel>
#include <QPlainTextEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QSignalBlocker>
#include <QTabWidget>
#include <QTableWidget>

namespace mutascope::gui {

namespace {
using Jobs = bridge::EngineJobs;
} // namespace

void FindingView::connectJobs()
{
    Jobs *jobs = &m_workspace.engines();
    connect(&m_reader, &bridge::EngineReader::graphRead, this,
            [this](const bridge::FindingRef &ref, const bridge::GraphData &graph) {
                if (!ref.sameFinding(m_ref))
                    return;
                m_original = graph;
                showGraph();
            });
    connect(&m_reader, &bridge::EngineReader::failed, this,
            [this](const QString &what, const QString &) { m_graph->clear(what); });
    connect(jobs, &Jobs::stateChanged, this, &FindingView::updateButtons);
    connect(jobs, &Jobs::reductionProgress, this, [this](int tests, int operators) {
        m_note->setText(tr("%1 graphs tried; the smallest that fails has %2 operators")
                            .arg(countText(tests))
                            .arg(operators));
    });
    connect(jobs, &Jobs::reduced, this, &FindingView::showReduced);
    connect(jobs, &Jobs::reproduced, this, &FindingView::showOutputs);
    connect(jobs, &Jobs::exported, this, [this](const QString &folder) {
        m_workspace.report(Workspace::Severity::Information,
                           tr("The finding was written to ‘%1’.").arg(QDir::toNativeSeparators(folder)),
                           tr("It holds the model, its inputs, the expected outputs and, for most engines, "
                              "programs that show the failure."));
    });
}

void FindingView::setFinding(const bridge::FindingRef &ref, const bridge::FindingRow &finding)
{
    const bool sameCampaign = ref.sameCampaign(m_ref);
    const bool same = ref.sameFinding(m_ref) && finding.exampleModel == m_finding.exampleModel;
    m_finding = finding;
    if (!sameCampaign)
        m_reduced.clear();
    if (same)
        return updateButtons();
    m_ref = ref;
    m_original = {};
    m_note->clear();
    m_title->setText(tr("Finding %1: %2 at %3").arg(finding.number).arg(finding.symptom, finding.engine));
    m_message->setPlainText(
        tr("Stage: %1\nOperator: %2\nModels that show it: %3, the first is model %4; the "
           "smallest is model %5 with %6 operators\n\n%7")
            .arg(finding.stage, finding.operators.isEmpty() ? tr("unknown") : finding.operators,
                 countText(finding.count), countText(finding.firstModel), countText(finding.exampleModel),
                 countText(finding.exampleOperators), finding.message));
    m_outputs->setRows({});
    m_outputNote->setText(tr("“Run again” runs the model on the engine and on the reference and shows their "
                             "outputs here."));
    m_graph->clear(tr("Reading the graph…"));
    m_reader.readGraph(ref);
    showGraph();
    updateButtons();
}

void FindingView::clear()
{
    m_ref = {};
    m_original = {};
    m_reduced.clear();
    m_title->setText(tr("No finding is selected"));
    m_note->clear();
    m_message->clear();
    m_outputs->setRows({});
    m_outputNote->clear();
    m_nodes->setRowCount(0);
    m_graph->clear(tr("Select a finding to see its graph."));
    updateButtons();
}

bool FindingView::showsReduced() const
{
    return m_which->currentIndex() == 1 && m_reduced.contains(m_ref.number);
}

bridge::FindingRef FindingView::reference() const
{
    bridge::FindingRef ref = m_ref;
    if (showsReduced())
        ref.graph = m_reduced[m_ref.number].graph.json;
    return ref;
}

void FindingView::showGraph()
{
    const bool reduced = m_reduced.contains(m_ref.number);
    m_which->setItemText(0,
                         m_original.nodes.empty()
                             ? tr("Original")
                             : tr("Original (%1 operators)").arg(m_original.operatorCount()));
    m_which->setVisible(reduced);
    if (reduced)
        m_which->setItemText(1, tr("Reduced (%1 operators)").arg(m_reduced[m_ref.number].after));
    const bridge::GraphData &shown = showsReduced() ? m_reduced[m_ref.number].graph : m_original;
    if (shown.nodes.empty())
        return;
    m_graph->setGraph(graphItems(shown));
    fillNodes(shown);
    showNode(shown.marked);
}

void FindingView::fillNodes(const bridge::GraphData &graph)
{
    const QSignalBlocker blocker(m_nodes);
    m_nodes->setCurrentCell(-1, -1);
    m_nodes->setRowCount(int(graph.nodes.size()));
    for (int row = 0; row < int(graph.nodes.size()); ++row) {
        const bridge::GraphNodeEntry &node = graph.nodes[std::size_t(row)];
        const QString texts[]
            = {node.name, node.isInput() ? tr("input") : node.op, node.outputs.join(QLatin1String(", ")),
               row == graph.marked ? markText(graph) : QString()};
        for (int column = 0; column < int(std::size(texts)); ++column)
            m_nodes->setItem(row, column, new QTableWidgetItem(texts[column]));
    }
}

void FindingView::showNode(int node)
{
    const bridge::GraphData &shown = showsReduced() ? m_reduced[m_ref.number].graph : m_original;
    m_details->setRowCount(0);
    if (node < 0 || node >= int(shown.nodes.size()))
        return;
    if (m_nodes->currentRow() != node)
        m_nodes->setCurrentCell(node, 0);
    for (const auto &[name, value] : nodeDetails(shown.nodes[std::size_t(node)])) {
        const int row = m_details->rowCount();
        m_details->insertRow(row);
        m_details->setItem(row, 0, new QTableWidgetItem(name));
        m_details->setItem(row, 1, new QTableWidgetItem(value));
        m_details->item(row, 1)->setToolTip(value);
    }
}

void FindingView::showReduced(const bridge::ReductionInfo &result)
{
    if (!result.finding.sameCampaign(m_ref))
        return;
    m_reduced[result.finding.number] = result;
    if (result.finding.number != m_ref.number)
        return;
    m_note->setText(tr("%1 of %2 operators left after %3 graphs and %4 s%5")
                        .arg(result.after)
                        .arg(result.before)
                        .arg(countText(result.tests))
                        .arg(result.seconds, 0, 'f', 1)
                        .arg(result.complete ? QString() : tr("; more may be possible")));
    m_which->setCurrentIndex(1);
    m_tabs->setCurrentIndex(0);
    showGraph();
    updateButtons();
}

void FindingView::showOutputs(const bridge::ReproductionInfo &result)
{
    if (!result.finding.sameFinding(m_ref))
        return;
    const QString verdict = result.shown ? tr("It still fails") : tr("It does not fail so any more");
    m_note->setText(
        tr("%1: %2 %3, found with %4").arg(verdict, m_finding.engine, result.version, result.versionThen));
    m_outputs->setRows(result.outputs.rows);
    QStringList words = result.outputs.problems;
    if (!result.outputs.refusal.isEmpty())
        words.append(tr("The engine gave no outputs: %1").arg(result.outputs.refusal));
    else
        words.append(tr("%1 of %2 elements are beyond their tolerance. Elements the reference leaves open "
                        "are not compared.")
                         .arg(countText(m_outputs->failing()), countText(qint64(m_outputs->rows().size()))));
    m_outputNote->setText(words.join(u'\n'));
    m_message->appendPlainText(tr("\nNow: %1").arg(result.found.join(QLatin1String("\nNow: "))));
    m_tabs->setCurrentIndex(1);
}

void FindingView::updateButtons()
{
    const Jobs &jobs = m_workspace.engines();
    const bool mine = jobs.isBusy() && jobs.kind() != Jobs::Kind::Campaign;
    const bool can = m_ref.number > 0 && !m_workspace.isBusy();
    for (QPushButton *button : {m_reduce, m_reproduce, m_export})
        button->setEnabled(can);
    m_stop->setVisible(mine && jobs.kind() == Jobs::Kind::Reduction);
    m_stop->setEnabled(jobs.state() == Jobs::State::Running);
    m_progress->setVisible(mine);
    const QString why
        = m_workspace.isBusy() && !mine ? tr("Something is at work; wait or stop it") : QString();
    m_progress->setToolTip(why);
}

void FindingView::askExport()
{
    auto *dialog
        = new QFileDialog(this, tr("Write the Finding Into a New or Empty Folder"), QDir::homePath());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::Directory);
    dialog->setOption(QFileDialog::ShowDirsOnly);
    connect(dialog, &QFileDialog::fileSelected, this, &FindingView::exportTo);
    dialog->open();
}

void FindingView::exportTo(const QString &folder)
{
    if (!m_workspace.isFree())
        return;
    const bridge::FindingRow failure = showsReduced() ? m_reduced[m_ref.number].failure : m_finding;
    m_workspace.engines().exportFinding(reference(), failure, folder);
}

} // namespace mutascope::gui
