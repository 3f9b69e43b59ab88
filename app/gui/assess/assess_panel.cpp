// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/assess/assess_panel.h"

#include "app/bridge/catalog.h"
#include "app/gui/assess/after_board.h"
#include "app/gui/assess/box_board.h"
#include "app/gui/assess/cell_grid.h"
#include "app/gui/format.h"
#include "widgets/formats.h"

#include <QComboBox>
#include <QDesktopServices>
#include <QDir>
#include <QFileInfo>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QTabWidget>
#include <QUrl>
#include <algorithm>
#include <cmath>

namespace mutascope::gui {

namespace {

using Job = bridge::AssessJob;
using bridge::CellInfo;
using bridge::CellPhase;

qsizetype countOf(const std::vector<CellInfo> &cells, CellPhase phase)
{
    return std::count_if(cells.begin(), cells.end(),
                         [phase](const CellInfo &cell) { return cell.phase == phase; });
}

QString phaseTitle(const QString &phase)
{
    if (phase == QLatin1String("planning"))
        return AssessPanel::tr("Checking the plan, the model and the data…");
    if (phase == QLatin1String("profiling"))
        return AssessPanel::tr("Preparing: profiles of neurons, the network that judges validity…");
    if (phase == QLatin1String("reporting"))
        return AssessPanel::tr("Writing the report…");
    return AssessPanel::tr("Running");
}

} // namespace

void AssessPanel::connectJob()
{
    Job *job = &m_workspace.assessment();
    connect(job, &Job::stateChanged, this, &AssessPanel::onState);
    connect(job, &Job::progressChanged, this, &AssessPanel::showProgress);
    connect(job, &Job::cellsChanged, this, &AssessPanel::showCells);
    connect(job, &Job::tableChanged, this, [this](const bridge::AssessState &assessment) {
        m_assessment = assessment;
        showCells(assessment.cells);
        showFigures();
        updateButtons();
    });
    connect(job, &Job::finished, this, &AssessPanel::showFinished);
    connect(job, &Job::stopped, this, [this] { showEnd(tr("Stopped: it can go on at any time")); });
    connect(job, &Job::failed, this, [this](const QString &what, const QString &hint) {
        showEnd(tr("It did not come to its end"));
        m_note->setText(hint.isEmpty() ? what : what + QStringLiteral(". ") + hint);
        m_workspace.report(Workspace::Severity::Error, what, hint);
    });
    connect(job, &Job::reportWritten, this, [this](const QString &file) {
        updateButtons();
        if (std::exchange(m_openReport, false))
            QDesktopServices::openUrl(QUrl::fromLocalFile(file));
    });
    connect(job, &Job::reportFailed, this, [this](const QString &what, const QString &hint) {
        m_openReport = false;
        updateButtons();
        m_workspace.report(Workspace::Severity::Error, what, hint);
    });
    connect(m_pause, &QPushButton::clicked, this,
            [job] { job->state() == Job::State::Paused ? job->resume() : job->pause(); });
    connect(m_stop, &QPushButton::clicked, job, &Job::stop);
    connect(m_again, &QPushButton::clicked, this, &AssessPanel::goOn);
    connect(m_report, &QPushButton::clicked, this, &AssessPanel::openReport);
    connect(m_open, &QPushButton::clicked, this, &AssessPanel::openFolder);
    connect(m_compare, &QPushButton::clicked, this, [this] { Q_EMIT compareRequested(sessionFiles()); });
}

void AssessPanel::onState(Job::State state)
{
    if (state == Job::State::Running && !m_progress->isVisibleTo(this)) {
        m_clock.invalidate();
        m_assessment = {};
        m_cells->setCells({});
        showFigures();
        m_progress->setRange(0, 0);
        m_note->clear();
        m_title->setText(tr("Beginning…"));
    }
    if (state == Job::State::Paused) {
        m_title->setText(tr("Paused"));
        m_clock.invalidate();
    }
    if (state == Job::State::Stopping)
        m_title->setText(tr("Stopping: runs at work save their step…"));
    updateButtons();
}

void AssessPanel::updateButtons()
{
    const Job &job = m_workspace.assessment();
    const bool busy = job.isBusy();
    const bool any = !m_assessment.setup.folder.isEmpty();
    for (QWidget *widget : std::initializer_list<QWidget *>{m_progress, m_pause, m_stop})
        widget->setVisible(busy);
    m_pause->setText(job.state() == Job::State::Paused ? tr("Res&ume") : tr("Pa&use"));
    m_pause->setEnabled(job.state() != Job::State::Stopping);
    m_stop->setText(job.state() == Job::State::Stopping ? tr("&Stop at once") : tr("&Stop"));
    m_again->setVisible(!busy && any && (!m_assessment.complete() || failedCells() > 0));
    m_again->setText(m_assessment.complete() ? tr("Try failed runs a&gain") : tr("&Go on"));
    m_report->setVisible(any);
    m_report->setEnabled(job.canReport() && !m_openReport);
    for (QPushButton *button : {m_open, m_compare})
        button->setVisible(any);
    m_compare->setEnabled(any && !sessionFiles().isEmpty());
}

// How long what is left will take, as long as it goes on as since the first run began.
QString AssessPanel::leftText(double fraction) const
{
    const double done = fraction - m_clockFraction;
    if (!m_clock.isValid() || done < 0.02)
        return {};
    const double seconds = double(m_clock.elapsed()) / 1000 * (1 - fraction) / done;
    return tr(" · about %1 left").arg(widgets::formatDuration(seconds));
}

void AssessPanel::showProgress(const QString &phase, double fraction)
{
    m_progress->setRange(0, fraction < 0 ? 0 : 1000);
    m_progress->setValue(int(std::lround(std::max(0.0, fraction) * 1000)));
    if (m_workspace.assessment().state() != Job::State::Running)
        return;
    m_title->setText(phaseTitle(phase)
                     + (phase == QLatin1String("running") ? leftText(fraction) : QString()));
    if (phase == QLatin1String("running") && !m_clock.isValid()) {
        m_clock.start();
        m_clockFraction = fraction;
    }
}

void AssessPanel::showCells(const std::vector<CellInfo> &cells)
{
    m_assessment.cells = cells;
    m_cells->setCells(cells);
    QStringList parts{tr("%1 of %2 runs done").arg(countOf(cells, CellPhase::Measured)).arg(cells.size())};
    const std::pair<CellPhase, QString> others[] = {{CellPhase::Running, tr("running")},
                                                    {CellPhase::Measuring, tr("to be measured")},
                                                    {CellPhase::Stopped, tr("interrupted")},
                                                    {CellPhase::Failed, tr("failed")}};
    for (const auto &[phase, words] : others)
        if (const qsizetype number = countOf(cells, phase); number > 0)
            parts.append(QStringLiteral("%1 %2").arg(number).arg(words));
    QString note = parts.join(QStringLiteral(" · "));
    for (auto one = m_assessment.leftOut.begin(); one != m_assessment.leftOut.end(); ++one)
        note += tr("\n%1 is left out: %2.").arg(bridge::generatorName(one.key()), one.value());
    if (!m_assessment.withoutValidator.isEmpty())
        note += tr("\nNobody judges validity: %1").arg(m_assessment.withoutValidator);
    m_note->setText(note);
    showCellNote();
}

void AssessPanel::showCellNote()
{
    const CellInfo *cell = m_cells->currentCell();
    m_cellNote->setForegroundRole(cell ? QPalette::WindowText : QPalette::PlaceholderText);
    if (cell)
        m_cellNote->setText(m_cells->item(m_cells->currentRow(), m_cells->currentColumn())->toolTip());
    else
        m_cellNote->setText(m_assessment.cells.empty()
                                ? tr("How far each run is appears here: a row a generator, a column a run.")
                                : tr("Choose a run to see more of it; a double click opens its session."));
}

FigureFilter AssessPanel::filter() const
{
    const QVariant chosen = m_filter->currentData();
    if (chosen.typeId() == QMetaType::Int)
        return {FigureFilter::Kind(chosen.toInt()), {}};
    return {FigureFilter::Kind::Family, chosen.toString()};
}

void AssessPanel::showFigures()
{
    m_table->setData(tableOf(m_assessment, filter()));
    m_boxes->setPlots(boxesOf(m_assessment, filter()));
    m_parallel->setData(parallelOf(m_assessment, filter()));
    showBands(*m_coverage, m_assessment.coverage);
    showBands(*m_failing, m_assessment.failing);
    m_after->setTables(m_assessment.after);
    m_tabs->setTabVisible(After, !m_assessment.after.empty());
    QString note
        = tr("Mean ± standard deviation over the runs. ↑ more is better, ↓ less is better. Bold: in the "
             "best group (Scott-Knott); ★ significantly better than the next. Point at a cell for its "
             "runs, or for why there is no number.");
    if (m_assessment.smallestP >= 0.05 && m_assessment.generators.size() > 1)
        note += tr(" With so few runs no difference can be significant.");
    m_tableNote->setText(note);
}

void AssessPanel::showFinished(const bridge::AssessState &assessment)
{
    m_assessment = assessment;
    showCells(assessment.cells);
    showFigures();
    showEnd(failedCells() == 0 ? tr("Assessed") : tr("Assessed, but %1 failed").arg(runsText(failedCells())));
    m_workspace.report(Workspace::Severity::Information, tr("The assessment is finished."),
                       tr("Its report is in ‘%1’.").arg(QDir::toNativeSeparators(assessment.setup.folder)));
}

void AssessPanel::showAssessment(const bridge::AssessState &assessment)
{
    m_assessment = assessment;
    showCells(assessment.cells);
    showFigures();
    showEnd(assessment.complete() ? tr("Assessment of %1").arg(assessment.projectName)
                                  : tr("Assessment of %1, not complete").arg(assessment.projectName));
}

void AssessPanel::showEnd(const QString &title)
{
    m_title->setText(title);
    updateButtons();
}

void AssessPanel::showTab(Tab tab)
{
    m_tabs->setCurrentIndex(tab);
}

int AssessPanel::failedCells() const
{
    return int(countOf(m_assessment.cells, CellPhase::Failed));
}

void AssessPanel::goOn()
{
    if (m_workspace.isFree())
        m_workspace.assessment().start(m_assessment.setup);
}

// Written anew, so that it holds what the page shows.
void AssessPanel::openReport()
{
    m_openReport = true;
    updateButtons();
    m_workspace.assessment().writeReport();
}

void AssessPanel::openFolder()
{
    QDesktopServices::openUrl(QUrl::fromLocalFile(m_assessment.setup.folder));
}

QStringList AssessPanel::sessionFiles() const
{
    QStringList files;
    for (const CellInfo &cell : m_assessment.cells) {
        const QString file
            = QDir(m_assessment.setup.folder)
                  .filePath(QStringLiteral("cells/%1-%2.mscope").arg(cell.generator).arg(cell.repeat));
        if (QFileInfo::exists(file))
            files.append(file);
    }
    return files;
}

void AssessPanel::openSession(int row, int column)
{
    const CellInfo *cell = m_cells->cellAt(row, column);
    const QString end
        = cell ? QStringLiteral("/%1-%2.mscope").arg(cell->generator).arg(cell->repeat) : QString();
    for (const QString &file : sessionFiles())
        if (cell && file.endsWith(end))
            m_workspace.openSession(file);
}

} // namespace mutascope::gui
