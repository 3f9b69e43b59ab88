// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/comparison/comparison_page.h"

#include "app/bridge/places.h"
#include "app/gui/assess/assess_figures.h"
#include "app/gui/assess/metric_choice.h"
#include "app/gui/comparison/paired_gallery.h"
#include "app/gui/comparison/run_tree.h"
#include "app/gui/format.h"
#include "widgets/message_bar.h"

#include <QCheckBox>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QHeaderView>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QTabWidget>
#include <QTableWidget>
#include <algorithm>
#include <cmath>

namespace mutascope::gui {

using bridge::ComparedRun;

void ComparisonPage::connectComparison()
{
    using bridge::Comparison;
    connect(m_tree, &RunTree::changed, this, &ComparisonPage::onChosen);
    connect(&m_comparison, &Comparison::filesRead, this,
            [this](const QList<bridge::ComparedFile> &files) { m_tree->setFiles(files); });
    connect(&m_comparison, &Comparison::curvesRead, this,
            [this](const std::vector<bridge::BandCurve> &coverage,
                   const std::vector<bridge::BandCurve> &failing) {
                showBands(*m_coverage, coverage);
                showBands(*m_failing, failing);
            });
    connect(&m_comparison, &Comparison::pairsRead, this,
            [this](int offset, const QList<bridge::PairedRow> &rows, int all) {
                m_pairs->pairs()->setRows(offset, rows, all);
                m_pairsNote->setText(
                    all == 0 ? tr("None of the runs has a verified failing test.")
                             : tr("%1 seed images, those that fail in most columns first. Below each test "
                                  "the class it is taken for; a double click opens it.")
                                   .arg(countText(all)));
            });
    connect(m_pairs->pairs(), &PairedModel::moreWanted, &m_comparison, &Comparison::readMorePairs);
    connect(&m_comparison, &Comparison::busyChanged, this, &ComparisonPage::updateButtons);
    connect(&m_comparison, &Comparison::progressChanged, this,
            [this](double fraction) { m_progress->setValue(int(std::lround(fraction * 1000))); });
    connect(&m_comparison, &Comparison::measured, this, &ComparisonPage::takeMeasured);
    connect(&m_comparison, &Comparison::rejudged, this, &ComparisonPage::takeRejudged);
    connect(&m_comparison, &Comparison::failed, this, [this](const QString &what, const QString &hint) {
        m_workspace.report(Workspace::Severity::Error, what, hint);
    });
    connect(m_rejudge, &QPushButton::clicked, this, &ComparisonPage::rejudge);
    connect(m_leaveOut, &QPushButton::clicked, this, [this] {
        QList<bridge::RunPlace> places;
        for (const ComparedRun &run : std::as_const(m_others))
            places.append(run.place);
        m_tree->tick(places, false);
    });
    connect(m_tabs, &QTabWidget::currentChanged, this, &ComparisonPage::askPairs);
}

// The open session is always among those compared; what a run adds to it is read when somebody looks.
void ComparisonPage::connectWorkspace()
{
    connect(&m_workspace, &Workspace::sessionChanged, this, &ComparisonPage::syncSession);
    connect(&m_workspace, &Workspace::runsChanged, this, [this] {
        if (isVisible())
            readAgain();
    });
    connect(&m_workspace, &Workspace::projectChanged, this, &ComparisonPage::updateButtons);
}

void ComparisonPage::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    readAgain();
}

void ComparisonPage::syncSession()
{
    const QString open = m_workspace.reader().isOpen() ? m_workspace.reader().file() : QString();
    if (open == m_session)
        return;
    m_session = open;
    if (!open.isEmpty() && !m_files.contains(open))
        m_files.append(open);
    if (isVisible())
        readAgain();
}

void ComparisonPage::readAgain()
{
    m_comparison.readFiles(m_files);
    m_hint->setText(m_files.isEmpty()
                        ? tr("Open a session, or add some: runs of any of them can be compared.")
                        : QString());
    m_hint->setVisible(m_files.isEmpty());
}

void ComparisonPage::addFiles(const QStringList &files)
{
    for (const QString &file : files)
        if (const QString clean = QDir::cleanPath(QDir::current().absoluteFilePath(file));
            !m_files.contains(clean))
            m_files.append(clean);
    readAgain();
}

void ComparisonPage::setFiles(const QStringList &files)
{
    m_files.clear();
    addFiles(files);
}

void ComparisonPage::askFiles()
{
    auto *dialog = new QFileDialog(this, tr("Add Sessions"), bridge::browsingFolder());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFiles);
    dialog->setNameFilter(tr("Sessions (*.mscope)"));
    connect(dialog, &QFileDialog::filesSelected, this, &ComparisonPage::addFiles);
    dialog->open();
}

void ComparisonPage::askFolder()
{
    auto *dialog = new QFileDialog(this, tr("Folder of an Assessment"), bridge::browsingFolder());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::Directory);
    dialog->setOption(QFileDialog::ShowDirsOnly);
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString &folder) {
        const QDir inside(QDir(folder).exists(QStringLiteral("cells"))
                              ? QDir(folder).filePath(QStringLiteral("cells"))
                              : folder);
        QStringList files;
        for (const QFileInfo &info :
             inside.entryInfoList({QStringLiteral("*.mscope")}, QDir::Files, QDir::Name))
            files.append(info.filePath());
        if (files.isEmpty())
            return m_workspace.report(
                Workspace::Severity::Warning,
                tr("There are no sessions in ‘%1’.").arg(QDir::toNativeSeparators(folder)));
        addFiles(files);
    });
    dialog->open();
}

void ComparisonPage::removeSelected()
{
    for (const QString &file : m_tree->selectedFiles())
        m_files.removeAll(file);
    readAgain();
}

// Figures of different models or data must not stand in one table.
void ComparisonPage::onChosen()
{
    const bridge::FittingRuns sorted = bridge::fittingRuns(m_tree->chosen());
    m_runs = sorted.fitting;
    m_others = sorted.others;
    m_groups = bridge::groupsOf(m_runs);
    m_pairsStale = true;
    showOthers();
    showRuns();
    showConfiguration();
    m_comparison.readCurves(m_groups);
    askPairs();
    updateButtons();
}

void ComparisonPage::showOthers()
{
    for (QPushButton *button : {m_rejudge, m_leaveOut})
        button->setVisible(!m_others.isEmpty());
    if (m_others.isEmpty())
        return m_notice->dismiss();
    QStringList models;
    for (const ComparedRun &run : std::as_const(m_others))
        if (const QString name = tr("%1 (%2)").arg(run.modelName, run.info.projectName);
            !models.contains(name))
            models.append(name);
    m_notice->showMessage(
        widgets::MessageBar::Kind::Warning,
        tr("Not shown, for they are of another model or other data: %1, %2.")
            .arg(runsText(m_others.size()), models.join(QStringLiteral(", "))),
        tr("Their figures could not be held against those of %1 (%2). Their failing tests can be put to the "
           "model "
           "of the open project instead.")
            .arg(m_runs.first().modelName, m_runs.first().info.projectName));
}

void ComparisonPage::showRuns()
{
    QStringList metrics;
    for (const QString &id : m_metricChoice->chosen())
        if (m_metrics.contains(id))
            metrics.append(id);
    m_table->setData(runTable(m_runs, m_groups, metrics, m_measured));
}

// A column a group: its runs differ in nothing but their seeds.
void ComparisonPage::showConfiguration()
{
    const QList<QStringList> rows = groupedDifferences();
    m_differencesNote->setText(
        m_runs.size() < 2 ? tr("Tick two runs or more.")
            : rows.isEmpty()
            ? tr("The configurations are the same.")
            : tr("Only what differs; every other parameter is the same in all runs that have it."));
    m_differences->clear();
    m_differences->setRowCount(int(rows.size()));
    m_differences->setColumnCount(rows.isEmpty() ? 0 : int(m_groups.size()));
    QStringList heads;
    for (const bridge::RunGroup &group : std::as_const(m_groups))
        heads.append(tr("%1\n%2").arg(group.name, runsText(group.runs.size())));
    m_differences->setHorizontalHeaderLabels(heads);
    QStringList names;
    for (int row = 0; row < rows.size(); ++row) {
        names.append(rows[row].first());
        for (int column = 1; column < rows[row].size(); ++column) {
            auto *item
                = new QTableWidgetItem(rows[row][column].isEmpty() ? QStringLiteral("–") : rows[row][column]);
            item->setTextAlignment(Qt::AlignCenter);
            item->setToolTip(item->text());
            m_differences->setItem(row, column - 1, item);
        }
    }
    m_differences->setVerticalHeaderLabels(names);
    m_differences->resizeColumnsToContents();
    m_differences->horizontalHeader()->setFixedHeight(fontMetrics().lineSpacing() * 2 + 10);
}

QList<QStringList> ComparisonPage::groupedDifferences() const
{
    QList<QStringList> grouped;
    for (const QStringList &row : bridge::differencesOf(m_runs)) {
        QStringList out{row.first()};
        for (const bridge::RunGroup &group : m_groups) {
            QStringList values;
            for (qsizetype i = 0; i < m_runs.size(); ++i)
                if (group.runs.contains(m_runs[i].place) && !values.contains(row[i + 1]))
                    values.append(row[i + 1]);
            out.append(values.join(QStringLiteral(", ")));
        }
        grouped.append(out);
    }
    return grouped;
}

// Images are read when somebody looks at them.
void ComparisonPage::askPairs()
{
    if (m_tabs->currentIndex() != Pairs || !m_pairsStale)
        return;
    m_pairsStale = false;
    QStringList names;
    for (const bridge::RunGroup &group : std::as_const(m_groups))
        names.append(group.name);
    m_pairs->setGroups(names);
    m_pairsNote->setText(m_groups.isEmpty() ? tr("Tick runs on the left.") : tr("Reading…"));
    if (!m_groups.isEmpty())
        m_comparison.readPairs(m_groups);
}

void ComparisonPage::measure()
{
    const QStringList metrics = m_metricChoice->chosen();
    if (!m_workspace.isFree() || !m_comparison.measure(m_runs, metrics, m_validator->isChecked()))
        return;
    for (const QString &id : metrics)
        if (!m_metrics.contains(id))
            m_metrics.append(id);
}

void ComparisonPage::takeMeasured(const QList<bridge::MeasuredRun> &runs)
{
    for (const bridge::MeasuredRun &run : runs) {
        bridge::MeasuredRun &known = m_measured[run.place];
        known.place = run.place;
        known.error = run.error;
        for (auto one = run.metrics.begin(); one != run.metrics.end(); ++one)
            known.metrics[one.key()] = one.value();
    }
    showRuns();
}

// All chosen ones, so that they stand beside each other in one table after all.
void ComparisonPage::rejudge()
{
    if (!m_workspace.project() || !m_workspace.isFree())
        return;
    QList<bridge::RunPlace> places;
    for (const ComparedRun &run : m_tree->chosen())
        places.append(run.place);
    m_comparison.rejudge(places, m_workspace.project()->folder);
}

void ComparisonPage::takeRejudged(const QList<bridge::RejudgedRun> &runs)
{
    m_rejudged->setData(rejudgedTable(m_tree->chosen(), runs));
    m_rejudgedNote->setText(tr("The stored failing tests of each run, put to the model of %1. Tests whose "
                               "seed it gets wrong anyway say "
                               "nothing and are left out.")
                                .arg(m_workspace.project() ? m_workspace.project()->name : QString()));
    m_tabs->setTabVisible(Rejudged, true);
    m_tabs->setCurrentIndex(Rejudged);
}

void ComparisonPage::openTest(const bridge::RunPlace &place, qint64 test)
{
    if (place.file != m_workspace.reader().file())
        return m_workspace.report(Workspace::Severity::Information,
                                  tr("Test %1 of run %2 is in ‘%3’.")
                                      .arg(test)
                                      .arg(place.run)
                                      .arg(QFileInfo(place.file).fileName()),
                                  tr("Open that session to compare the test with its seed."));
    m_workspace.setCurrentRun(place.run);
    Q_EMIT m_workspace.testActivated(test);
}

void ComparisonPage::showTab(Tab tab)
{
    m_tabs->setCurrentIndex(tab);
}

void ComparisonPage::updateButtons()
{
    const bool busy = m_comparison.isBusy();
    m_measure->setEnabled(!busy && !m_runs.isEmpty());
    m_measure->setVisible(!busy);
    m_progress->setVisible(busy);
    m_cancel->setVisible(busy);
    if (!busy)
        m_progress->setValue(0);
    m_rejudge->setEnabled(!busy && m_workspace.project());
    m_rejudge->setText(
        m_workspace.project()
            ? tr("&Judge all tests again with the model of %1").arg(m_workspace.project()->name)
            : tr("&Judge all tests again (open a project first)"));
}

} // namespace mutascope::gui
