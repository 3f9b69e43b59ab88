// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/retrain/job_panel.h"

#include "app/bridge/catalog.h"
#include "app/gui/accuracy_view.h"
#include "app/gui/format.h"
#include "app/gui/retrain/after_result.h"
#include "app/gui/table_saving.h"
#include "widgets/loss_plot.h"
#include "widgets/share_table.h"

#include <QDir>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QTableWidget>
#include <QVBoxLayout>
#include <cmath>

namespace mutascope::gui {

namespace {

using Jobs = bridge::ModelJobs;

QString measuredOn(const bridge::RetrainLine &line)
{
    return line.seeds == 0
        ? JobPanel::tr("%1 test images that took no part").arg(countText(line.images))
        : JobPanel::tr("%1 tests of %2 seeds").arg(countText(line.images), countText(line.seeds));
}

} // namespace

JobPanel::JobPanel(Workspace &workspace, QWidget *parent) : QWidget(parent), m_workspace(workspace)
{
    m_plot = new widgets::LossPlot;
    m_plot->setObjectName(QStringLiteral("jobPlot"));
    buildTable();
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(10, 0, 0, 0); // the splitter is on the left
    layout->addWidget(buildHead());
    layout->addWidget(m_plot, 1);
    layout->addWidget(m_table);
    layout->addWidget(buildTransfer(), 1);
    m_after = new AfterResult;
    m_after->hide();
    layout->addWidget(m_after, 1);
    layout->addStretch();
    m_plot->hide();
    connectJobs();
    showEnd(tr("Nothing has been done yet"),
            tr("Choose on the left what to do. Progress and the result appear here."));
}

QWidget *JobPanel::buildHead()
{
    m_title = new QLabel;
    m_title->setObjectName(QStringLiteral("jobTitle"));
    m_title->setFont(scaledFont(m_title->font(), 1.3));
    m_note = new QLabel;
    m_note->setObjectName(QStringLiteral("jobNote"));
    m_note->setWordWrap(true);
    m_note->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_progress = new QProgressBar;
    m_progress->setAccessibleName(tr("Progress of the job"));
    m_pause = new QPushButton(tr("Pa&use"));
    m_pause->setObjectName(QStringLiteral("jobPause"));
    m_stop = new QPushButton(tr("&Stop"));
    m_stop->setObjectName(QStringLiteral("jobStop"));
    m_stop->setToolTip(tr("What was learned or measured by then is kept"));
    m_open = new QPushButton(tr("&Open the new project"));
    m_open->setObjectName(QStringLiteral("jobOpen"));
    auto *buttons = new QHBoxLayout;
    buttons->addWidget(m_progress, 1);
    for (QPushButton *button : {m_pause, m_stop, m_open})
        buttons->addWidget(button);
    buttons->addStretch();
    auto *head = new QWidget;
    auto *layout = new QVBoxLayout(head);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_title);
    layout->addWidget(m_note);
    layout->addLayout(buttons);
    return head;
}

void JobPanel::buildTable()
{
    m_table = new QTableWidget(3, 3);
    m_table->setObjectName(QStringLiteral("retrainTable"));
    m_table->setAccessibleName(tr("Before and after"));
    m_table->setHorizontalHeaderLabels({tr("Before"), tr("After"), tr("Measured on")});
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->setTabKeyNavigation(false);
    m_table->horizontalHeader()->setStretchLastSection(true);
    m_table->horizontalHeader()->setHighlightSections(false);
    m_table->verticalHeader()->setHighlightSections(false);
    m_table->setFixedHeight(m_table->horizontalHeader()->sizeHint().height()
                            + m_table->verticalHeader()->defaultSectionSize() * m_table->rowCount()
                            + 2 * m_table->frameWidth());
    m_table->hide();
}

QWidget *JobPanel::buildTransfer()
{
    m_matrix = new widgets::ShareTable;
    m_matrix->setObjectName(QStringLiteral("transferTable"));
    m_matrix->setAccessibleName(tr("Share of the tests that fail on other models as well"));
    m_transfer = new QWidget;
    auto *layout = new QVBoxLayout(m_transfer);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_matrix, 1);
    layout->addWidget(makeSaveButton(*m_matrix, m_workspace), 0, Qt::AlignRight);
    m_transfer->hide();
    return m_transfer;
}

void JobPanel::connectJobs()
{
    Jobs *jobs = &m_workspace.models();
    connect(jobs, &Jobs::stateChanged, this, &JobPanel::onState);
    connect(jobs, &Jobs::phaseChanged, this, [this](const QString &phase, double fraction) {
        if (m_workspace.models().state() == Jobs::State::Running)
            m_title->setText(phase.left(1).toUpper() + phase.mid(1) + QChar(0x2026));
        m_progress->setRange(0, fraction < 0 ? 0 : 1000);
        m_progress->setValue(int(std::lround(fraction * 1000)));
    });
    connect(jobs, &Jobs::pointsAdded, this, &JobPanel::addPoints);
    connect(jobs, &Jobs::trained, this, &JobPanel::showTrained);
    connect(jobs, &Jobs::retrained, this, &JobPanel::showRetrained);
    connect(jobs, &Jobs::transferred, this, &JobPanel::showTransferred);
    connect(jobs, &Jobs::worked, this, &JobPanel::showWorked);
    connect(m_after, &AfterResult::showRequested, this, &JobPanel::showRequested);
    connect(jobs, &Jobs::cancelled, this,
            [this] { showEnd(tr("Stopped"), tr("There was nothing to keep yet; nothing was written.")); });
    connect(jobs, &Jobs::failed, this, [this](const QString &what, const QString &hint) {
        showEnd(tr("It did not come to its end"), what + QStringLiteral(". ") + hint);
        m_workspace.report(Workspace::Severity::Error, what, hint);
    });
    connect(m_pause, &QPushButton::clicked, this,
            [this, jobs] { jobs->state() == Jobs::State::Paused ? jobs->resume() : jobs->pause(); });
    connect(m_stop, &QPushButton::clicked, jobs, &Jobs::stop);
    connect(m_open, &QPushButton::clicked, this, [this] { m_workspace.openProject(m_project); });
}

void JobPanel::onState(Jobs::State state)
{
    const bool busy = state != Jobs::State::Idle;
    if (busy && !m_begun) {
        m_plot->clear();
        for (QWidget *widget : std::initializer_list<QWidget *>{m_plot, m_table, m_transfer, m_after, m_open})
            widget->hide();
        m_progress->setRange(0, 0);
        m_note->clear();
        m_title->setText(tr("Beginning…"));
    }
    m_begun = busy;
    if (state == Jobs::State::Paused)
        m_title->setText(tr("Paused"));
    if (state == Jobs::State::Stopping)
        m_title->setText(tr("Stopping…"));
    for (QWidget *widget : std::initializer_list<QWidget *>{m_progress, m_pause, m_stop})
        widget->setVisible(busy);
    m_pause->setText(state == Jobs::State::Paused ? tr("Res&ume") : tr("Pa&use"));
    m_pause->setEnabled(state != Jobs::State::Stopping);
    m_stop->setEnabled(state != Jobs::State::Stopping);
}

void JobPanel::addPoints(const std::vector<bridge::LossRow> &points)
{
    using Side = widgets::PlotPanel::Side;
    for (const bridge::LossRow &row : points)
        for (const auto &[name, value] : row.values) {
            const bool share = name == QLatin1String("validation accuracy");
            if (!m_plot->hasSeries(name))
                m_plot->addSeries(name, name, share ? Side::Right : Side::Left);
            m_plot->appendSamples(name, {{row.batch, row.epoch, value}});
        }
    const bridge::LossRow &last = points.back();
    m_note->setText(tr("Epoch %1 of %2").arg(last.epoch).arg(last.epochs));
    m_plot->show();
}

void JobPanel::showEnd(const QString &title, const QString &note, const QString &project)
{
    m_title->setText(title);
    m_note->setText(note);
    m_project = project;
    m_open->setVisible(!project.isEmpty());
    for (QWidget *widget : std::initializer_list<QWidget *>{m_progress, m_pause, m_stop})
        widget->hide();
}

void JobPanel::showTrained(const bridge::TrainOutcome &outcome)
{
    showEnd(outcome.interrupted ? tr("Stopped: the best epoch so far is kept") : tr("Trained"),
            tr("%1: %2 of the test images are right; epoch %3 of %4 was the best. The new project is in "
               "‘%5’.")
                .arg(outcome.architecture, percentText(outcome.testAccuracy, 2))
                .arg(outcome.bestEpoch)
                .arg(outcome.epochsRun)
                .arg(QDir::toNativeSeparators(outcome.folder)),
            outcome.folder);
}

void JobPanel::addLine(int row, const QString &name, const bridge::RetrainLine &line)
{
    m_table->setVerticalHeaderItem(row, new QTableWidgetItem(name));
    const QString texts[] = {percentText(line.before, 2), percentText(line.after, 2), measuredOn(line)};
    for (int column = 0; column < 3; ++column)
        m_table->setItem(row, column, new QTableWidgetItem(texts[column]));
}

void JobPanel::showRetrained(const bridge::RetrainOutcome &outcome)
{
    addLine(0, tr("Clean accuracy"), outcome.cleanAccuracy);
    addLine(1, tr("Failing, held out"), outcome.heldOutFailing);
    addLine(2, tr("Failing, trained on"), outcome.trainedFailing);
    m_table->show();
    showEnd(outcome.interrupted ? tr("Stopped: the last good epoch is kept") : tr("Retrained"),
            tr("Epoch %1 of %2 is kept. The new model has a project of its own in ‘%3’.")
                .arg(outcome.keptEpoch)
                .arg(outcome.epochsRun)
                .arg(QDir::toNativeSeparators(outcome.folder)),
            outcome.folder);
}

void JobPanel::showWorked(const bridge::AfterOutcome &outcome)
{
    m_after->setOutcome(outcome);
    m_after->show();
    showEnd(m_after->title(), m_after->note());
}

void JobPanel::showTransferred(const bridge::TransferMatrix &matrix)
{
    widgets::ShareTableData table;
    table.rowTitle = tr("failing tests of");
    table.partName = tr("failing");
    table.wholeName = tr("tests");
    for (const QString &model : matrix.models)
        table.columns.append(QFileInfo(model).fileName());
    for (const bridge::TransferLine &line : matrix.lines) {
        table.rows.append(
            tr("run %1, %2, %3").arg(line.run).arg(bridge::generatorName(line.generator), line.model));
        for (const bridge::TransferShare &share : line.shares)
            table.cells.push_back({share.failing, share.tests});
    }
    m_matrix->setData(std::move(table));
    m_transfer->show();
    showEnd(matrix.interrupted ? tr("Stopped: rows are missing") : tr("Transfer"),
            tr("Share failing, of the tests whose seed the model of the column classifies correctly."));
}

} // namespace mutascope::gui
