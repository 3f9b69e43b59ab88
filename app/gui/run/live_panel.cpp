// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/run/live_panel.h"

#include "app/gui/format.h"
#include "app/gui/losses/training_text.h"
#include "app/gui/run/curve_board.h"
#include "app/gui/vertical_area.h"
#include "widgets/image_compare.h"
#include "widgets/run_status.h"

#include <QGroupBox>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSplitter>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace mutascope::gui {

namespace {
constexpr int maximumLogBlocks = 5000; // shown; the session keeps all
} // namespace

LivePanel::LivePanel(Workspace &workspace, QWidget *parent) : QWidget(parent), m_workspace(workspace)
{
    m_status = new widgets::RunStatus;
    m_status->setObjectName(QStringLiteral("runStatus"));
    auto *curves = new QGroupBox(tr("Coverage and failing tests"));
    auto *curvesLayout = new QVBoxLayout(curves);
    curvesLayout->addWidget(new CurveBoard(workspace));
    auto *finds = new QSplitter(Qt::Vertical);
    finds->setChildrenCollapsible(false);
    finds->addWidget(buildPreview());
    finds->addWidget(buildLog());
    finds->setStretchFactor(0, 3);
    finds->setStretchFactor(1, 1);
    auto *upper = new QSplitter(Qt::Horizontal);
    upper->setChildrenCollapsible(false);
    upper->addWidget(new VerticalArea(buildStatus()));
    upper->addWidget(finds);
    upper->setSizes({410, 450});
    auto *splitter = new QSplitter(Qt::Vertical);
    splitter->setChildrenCollapsible(false);
    splitter->addWidget(upper);
    splitter->addWidget(curves);
    splitter->setStretchFactor(0, 0);
    splitter->setStretchFactor(1, 1);
    splitter->setSizes({430, 300});
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(splitter);
    connectRun();
}

QWidget *LivePanel::buildStatus()
{
    m_losses = new QLabel;
    m_losses->setObjectName(QStringLiteral("runLosses"));
    m_losses->setWordWrap(true);
    m_losses->setToolTip(tr("Losses of the last batch; the Training page draws them"));
    m_losses->hide();
    auto *status = new QWidget;
    auto *layout = new QVBoxLayout(status);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_losses);
    layout->addWidget(m_status, 1);
    return status;
}

QWidget *LivePanel::buildPreview()
{
    auto *group = new QGroupBox(tr("Last failing test"));
    m_previewStack = new QStackedWidget;
    auto *none = new QLabel(tr("The failing test found last appears here."));
    none->setAlignment(Qt::AlignCenter);
    none->setWordWrap(true);
    none->setForegroundRole(QPalette::PlaceholderText);
    auto *found = new QWidget;
    m_previewTitle = new QLabel;
    m_previewTitle->setWordWrap(true);
    auto *compare = new QPushButton(tr("Co&mpare"));
    m_preview = new widgets::ImageCompare;
    m_preview->setDifferenceVisible(false);
    m_preview->setControlsVisible(false); // the Compare page has them
    auto *layout = new QVBoxLayout(found);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_previewTitle);
    layout->addWidget(m_preview, 1);
    layout->addWidget(compare, 0, Qt::AlignRight);
    m_previewStack->addWidget(none);
    m_previewStack->addWidget(found);
    auto *groupLayout = new QVBoxLayout(group);
    groupLayout->addWidget(m_previewStack);
    connect(compare, &QPushButton::clicked, this, [this] { Q_EMIT m_workspace.testActivated(m_foundTest); });
    return group;
}

QWidget *LivePanel::buildLog()
{
    auto *group = new QGroupBox(tr("Log"));
    m_log = new QPlainTextEdit;
    m_log->setObjectName(QStringLiteral("runLog"));
    m_log->setAccessibleName(tr("Log of the run"));
    m_log->setReadOnly(true);
    m_log->setMaximumBlockCount(maximumLogBlocks);
    m_log->setPlaceholderText(tr("Messages of the run appear here."));
    m_log->setFrameShape(QFrame::NoFrame);
    auto *layout = new QVBoxLayout(group);
    layout->addWidget(m_log);
    return group;
}

void LivePanel::connectRun()
{
    using Controller = bridge::RunController;
    const Controller *controller = &m_workspace.controller();
    connect(&m_workspace, &Workspace::runStarted, this, &LivePanel::reset);
    connect(&m_workspace, &Workspace::currentRunChanged, this, &LivePanel::showStoredRun);
    connect(controller, &Controller::phaseChanged, this, &LivePanel::showPhase);
    connect(controller, &Controller::statusChanged, this, &LivePanel::showStatus);
    connect(controller, &Controller::lossesAdded, this, &LivePanel::showLosses);
    connect(controller, &Controller::failingTestFound, this, &LivePanel::showFound);
    connect(controller, &Controller::logged, this, &LivePanel::appendLog);
    connect(controller, &Controller::stateChanged, this, [this] { showStatus(m_data); });
    connect(controller, &Controller::finished, this, [this](const bridge::RunInfo &run) {
        m_phase = phaseText(run.phase);
        showStatus(m_data);
    });
    connect(controller, &Controller::failed, this, [this](const QString &what) {
        m_phase = phaseText(bridge::RunPhase::Failed);
        showStatus(m_data);
        appendLog({{m_data.seconds, QStringLiteral("error"), what}});
    });
}

void LivePanel::reset()
{
    m_data = {};
    m_data.criterion = m_workspace.controller().criterion();
    m_phase.clear();
    m_preparation.clear();
    m_losses->hide();
    m_foundTest = 0;
    m_status->clear();
    m_log->clear();
    m_previewStack->setCurrentIndex(0);
}

void LivePanel::showPhase(const QString &phase, double fraction)
{
    m_phase = runPhaseWords(phase);
    const bool wasPreparing = !m_preparation.isEmpty();
    m_preparation = preparationWords(phase);
    m_prepared = fraction;
    if (wasPreparing && m_preparation.isEmpty())
        m_data.budgetFraction = -1; // the search tells of it soon
    if (phase != QLatin1String("training"))
        m_losses->hide();
    showStatus(m_data);
}

void LivePanel::showLosses(const std::vector<bridge::LossRow> &rows)
{
    const bridge::LossRow &last = rows.back();
    m_losses->setText(tr("Epoch %1 of %2 · %3").arg(last.epoch).arg(last.epochs).arg(lossesText(last)));
    m_losses->show();
}

QString LivePanel::phaseWords() const
{
    switch (m_workspace.controller().state()) {
    case bridge::RunController::State::Paused:
        return tr("Paused");
    case bridge::RunController::State::Stopping:
        return tr("Stopping");
    default:
        return m_phase;
    }
}

void LivePanel::showStatus(const widgets::RunStatusData &status)
{
    m_data = status;
    m_data.phase = phaseWords();
    m_data.ended = !m_workspace.controller().isBusy() && !m_data.phase.isEmpty();
    m_data.preparation = m_data.ended ? QString() : m_preparation;
    if (!m_data.preparation.isEmpty())
        m_data.budgetFraction = m_prepared; // the bar shows how far the preparation is
    if (m_data.ended)
        m_losses->hide();
    m_status->setData(m_data);
}

void LivePanel::showFound(const bridge::FoundTest &found)
{
    m_foundTest = found.row.id;
    const QString seed = m_workspace.className(found.row.label);
    const QString now = m_workspace.className(found.row.predicted);
    m_previewTitle->setText(tr("Test %1: %2 → %3 by %4").arg(found.row.id).arg(seed, now, found.mutation));
    m_preview->setImages(found.seedImage, found.image, tr("seed: %1").arg(seed), tr("test: %1").arg(now));
    m_previewStack->setCurrentIndex(1);
}

// A run chosen from the session; the one at work tells about itself.
void LivePanel::showStoredRun()
{
    const bridge::RunInfo *run = m_workspace.currentRunInfo();
    if (m_workspace.controller().isBusy() || !run)
        return;
    if (m_workspace.controller().run() == run->id
        && m_workspace.controller().sessionFile() == m_workspace.reader().file())
        return; // just finished: all is shown
    reset();
    m_phase = phaseText(run->phase);
    m_workspace.reader().fetchStatus(run->id, this,
                                     [this](const widgets::RunStatusData &status) { showStatus(status); });
    m_workspace.reader().fetchLog(run->id, this, [this](const QList<bridge::LogLine> &lines) {
        m_log->clear();
        appendLog(lines);
    });
}

void LivePanel::appendLog(const QList<bridge::LogLine> &lines)
{
    for (const bridge::LogLine &line : lines) {
        const QString level
            = line.level == QLatin1String("info") ? QString() : line.level + QLatin1String(": ");
        m_log->appendPlainText(
            QStringLiteral("%1  %2%3").arg(widgets::formatDuration(line.seconds), level, line.text));
    }
}

} // namespace mutascope::gui
