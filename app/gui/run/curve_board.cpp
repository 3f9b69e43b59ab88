// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/run/curve_board.h"

#include "app/gui/format.h"
#include "app/gui/plot_saving.h"
#include "widgets/coverage_plot.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QStackedLayout>
#include <QToolButton>
#include <QVBoxLayout>

namespace mutascope::gui {

namespace {

using widgets::CoveragePlot;

QString coverageId(qint64 run)
{
    return QStringLiteral("coverage-%1").arg(run);
}

QString failingId(qint64 run)
{
    return QStringLiteral("failing-%1").arg(run);
}

} // namespace

CurveBoard::CurveBoard(Workspace &workspace, QWidget *parent)
    : QWidget(parent), m_workspace(workspace), m_plot(new CoveragePlot)
{
    auto *hint = new QLabel(tr("The curves of the session’s runs appear here."));
    hint->setAlignment(Qt::AlignCenter);
    hint->setForegroundRole(QPalette::PlaceholderText);
    m_stack = new QStackedLayout(this);
    m_stack->addWidget(hint);
    m_stack->addWidget(buildPlotPage());
    m_plot->setObjectName(QStringLiteral("coveragePlot"));
    using Controller = bridge::RunController;
    connect(&workspace, &Workspace::sessionChanged, this, &CurveBoard::clear);
    connect(&workspace, &Workspace::runsChanged, this, &CurveBoard::syncRuns);
    connect(&workspace, &Workspace::currentRunChanged, this, &CurveBoard::syncFailing);
    connect(&workspace, &Workspace::runStarted, this, [this] { m_livePoints.clear(); });
    connect(&workspace.controller(), &Controller::runCreated, this, [this](qint64 run) { m_liveRun = run; });
    connect(&workspace.controller(), &Controller::pointsAdded, this, &CurveBoard::addLivePoints);
    connect(&workspace.controller(), &Controller::finished, this,
            [this](const bridge::RunInfo &run) { fetch(run.id); });
}

QWidget *CurveBoard::buildPlotPage()
{
    auto *page = new QWidget;
    auto *layout = new QVBoxLayout(page);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    layout->addWidget(buildPlotBar());
    layout->addWidget(m_plot, 1);
    return page;
}

// What the plot's context menu has, too, where it is found.
QWidget *CurveBoard::buildPlotBar()
{
    auto *axis = new QComboBox;
    axis->setObjectName(QStringLiteral("plotAxis"));
    axis->addItem(tr("Time"), int(CoveragePlot::XAxis::Time));
    axis->addItem(tr("Model calls"), int(CoveragePlot::XAxis::Calls));
    axis->addItem(tr("Tests"), int(CoveragePlot::XAxis::Tests));
    auto *label = new QLabel(tr("Hori&zontal axis"));
    label->setBuddy(axis);
    connect(axis, &QComboBox::currentIndexChanged, m_plot,
            [this, axis] { m_plot->setXAxis(CoveragePlot::XAxis(axis->currentData().toInt())); });
    connect(m_plot, &CoveragePlot::xAxisChanged, axis,
            [this, axis] { axis->setCurrentIndex(axis->findData(int(m_plot->xAxis()))); });
    auto *bar = new QWidget;
    auto *row = new QHBoxLayout(bar);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(label);
    row->addWidget(axis);
    row->addStretch();
    row->addWidget(makeSaveButton(*m_plot, m_workspace));
    return bar;
}

void CurveBoard::clear()
{
    m_plot->clear();
    m_known.clear();
    m_failingRun = 0;
    showPlotOrHint();
}

void CurveBoard::showPlotOrHint()
{
    m_stack->setCurrentIndex(m_plot->seriesIds().isEmpty() ? 0 : 1);
}

void CurveBoard::syncRuns()
{
    const QSet<qint64> known = m_known;
    for (const qint64 run : known)
        if (!m_workspace.reader().run(run))
            removeRun(run);
    for (const bridge::RunInfo &run : m_workspace.reader().runs())
        if (!m_known.contains(run.id))
            fetch(run.id);
    syncFailing();
}

void CurveBoard::removeRun(qint64 run)
{
    m_known.remove(run);
    m_plot->removeSeries(coverageId(run));
    m_plot->removeSeries(failingId(run));
    showPlotOrHint();
}

// One curve of failing tests at a time: the current run's, or the plot would be crowded.
void CurveBoard::syncFailing()
{
    const qint64 run = m_workspace.currentRun();
    if (run == m_failingRun || !m_workspace.reader().run(run))
        return;
    m_plot->removeSeries(failingId(m_failingRun));
    m_failingRun = run;
    fetch(run);
}

void CurveBoard::ensureSeries(qint64 run)
{
    const bridge::RunInfo *info = m_workspace.reader().run(run);
    if (!info)
        return;
    if (!m_plot->hasSeries(coverageId(run)) && !info->criterion.isEmpty())
        m_plot->addSeries(coverageId(run), runTitle(*info));
    if (!m_plot->hasSeries(failingId(run)) && run == m_failingRun)
        m_plot->addSeries(failingId(run), tr("Run %1 · failing tests").arg(run),
                          CoveragePlot::SeriesKind::FailingTests);
    m_plot->setCompanion(failingId(run), coverageId(run));
    showPlotOrHint();
}

void CurveBoard::fetch(qint64 run)
{
    m_known.insert(run);
    m_workspace.reader().fetchCurves(run, this,
                                     [this, run](const bridge::RunCurves &curves) { accept(run, curves); });
}

void CurveBoard::accept(qint64 run, const bridge::RunCurves &curves)
{
    ensureSeries(run);
    bridge::RunCurves merged = curves;
    const double last = curves.coverage.empty() ? -1 : curves.coverage.back().seconds;
    if (m_workspace.isLive(run))
        for (const bridge::CurvePoint &point : std::as_const(m_livePoints))
            if (point.coverage.seconds > last) {
                merged.coverage.push_back(point.coverage);
                merged.failing.push_back(point.failing);
            }
    m_plot->setPoints(coverageId(run), std::move(merged.coverage));
    m_plot->setPoints(failingId(run), std::move(merged.failing));
}

void CurveBoard::addLivePoints(const QList<bridge::CurvePoint> &points)
{
    m_livePoints.append(points);
    if (!m_workspace.isLive(m_liveRun))
        return; // its session is still being opened
    for (const bridge::CurvePoint &point : points) {
        m_plot->appendPoint(coverageId(m_liveRun), point.coverage);
        m_plot->appendPoint(failingId(m_liveRun), point.failing);
    }
}

} // namespace mutascope::gui
