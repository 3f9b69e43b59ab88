// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/coverage/coverage_page.h"

#include "app/gui/accuracy_view.h"
#include "app/gui/coverage/origin_panel.h"
#include "app/gui/format.h"
#include "app/gui/run_choice.h"
#include "widgets/neuron_legend.h"
#include "widgets/search_combo.h"

#include <QGroupBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QSplitter>
#include <QToolButton>
#include <numeric>

namespace mutascope::gui {

CoveragePage::CoveragePage(Workspace &workspace, QWidget *parent) : QWidget(parent), m_workspace(workspace)
{
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(12, 12, 12, 12);
    layout->setSpacing(10);
    layout->addWidget(buildHeader());
    layout->addWidget(buildContent(), 1);
    connectRun();
    connectMapper();
    fillRuns();
    reset(tr("Start a run with a coverage criterion, or open a session."));
}

QWidget *CoveragePage::buildHeader()
{
    auto *header = new QWidget;
    m_run = new widgets::SearchCombo;
    m_run->setObjectName(QStringLiteral("coverageRun"));
    m_run->setAccessibleName(tr("Run"));
    m_run->setToolTip(tr("The run whose coverage is shown"));
    m_since = new QComboBox;
    m_since->setObjectName(QStringLiteral("newSince"));
    m_since->addItem(tr("the search began"), 0);
    m_since->addItem(tr("the last 10 seconds"), 10);
    m_since->addItem(tr("the last 60 seconds"), 60);
    m_since->setToolTip(tr("From when on a neuron counts as newly covered"));
    auto *since = new QLabel(tr("Newly covered s&ince"));
    since->setBuddy(m_since);
    m_figure = new QLabel;
    m_figure->setObjectName(QStringLiteral("coveredNeurons"));
    m_figure->setFont(scaledFont(m_figure->font(), 2.4));
    m_note = new QLabel;
    m_note->setObjectName(QStringLiteral("coverageNote"));
    m_note->setWordWrap(true);
    auto *layout = new QHBoxLayout(header);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(10);
    layout->addWidget(m_figure);
    layout->addWidget(m_note, 1);
    layout->addWidget(m_run);
    layout->addSpacing(10);
    layout->addWidget(since);
    layout->addWidget(m_since);
    connect(m_run, &QComboBox::currentIndexChanged, this,
            [this] { m_workspace.setCurrentRun(m_run->currentData().toLongLong()); });
    connect(m_since, &QComboBox::currentIndexChanged, this, &CoveragePage::showNew);
    return header;
}

QWidget *CoveragePage::buildZoom()
{
    auto *bar = new QWidget;
    auto *layout = new QHBoxLayout(bar);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    layout->addWidget(m_legend);
    layout->addStretch();
    const auto add = [&](const QString &text, const QString &tip, void (widgets::NeuronMap::*act)()) {
        auto *button = new QToolButton;
        button->setText(text);
        button->setToolTip(tip);
        button->setAccessibleName(tip);
        button->setAutoRaise(true);
        connect(button, &QToolButton::clicked, m_map, act);
        layout->addWidget(button);
    };
    add(QStringLiteral("−"), tr("Smaller neurons (−)"), &widgets::NeuronMap::zoomOut);
    add(QStringLiteral("+"), tr("Larger neurons (+)"), &widgets::NeuronMap::zoomIn);
    add(tr("Fit"), tr("All neurons, as large as there is room (0)"), &widgets::NeuronMap::zoomToFit);
    return bar;
}

QWidget *CoveragePage::buildContent()
{
    m_map = new widgets::NeuronMap;
    m_map->setObjectName(QStringLiteral("neuronMap"));
    m_legend = new widgets::NeuronLegend;
    m_origin = new OriginPanel(m_workspace);
    auto *left = new QWidget;
    auto *leftLayout = new QVBoxLayout(left);
    leftLayout->setContentsMargins(0, 0, 0, 0);
    leftLayout->addWidget(buildZoom());
    leftLayout->addWidget(m_map, 1);
    auto *right = new QGroupBox(tr("Chosen neuron"));
    auto *rightLayout = new QVBoxLayout(right);
    rightLayout->addWidget(m_origin);
    auto *splitter = new QSplitter(Qt::Horizontal);
    splitter->setChildrenCollapsible(false);
    splitter->addWidget(left);
    splitter->addWidget(right);
    splitter->setStretchFactor(0, 1);
    splitter->setSizes({860, 380});
    connect(m_map, &widgets::NeuronMap::currentChanged, this, &CoveragePage::onNeuronChosen);
    connect(m_map, &widgets::NeuronMap::activated, this, &CoveragePage::onNeuronChosen);
    return splitter;
}

void CoveragePage::connectRun()
{
    using Controller = bridge::RunController;
    connect(&m_workspace, &Workspace::runsChanged, this, &CoveragePage::fillRuns);
    connect(&m_workspace, &Workspace::sessionChanged, this, &CoveragePage::fillRuns);
    connect(&m_workspace, &Workspace::runStarted, this, [this] {
        m_clock.invalidate();
        reset(tr("The map appears as soon as the search begins."));
    });
    connect(&m_workspace, &Workspace::currentRunChanged, this, [this] {
        fillRuns();
        if (isShownLive())
            return;
        m_clock.invalidate();
        reset(tr("Reading the coverage…"));
        loadStored();
    });
    connect(&m_workspace.controller(), &Controller::neuronCoverageChanged, this, &CoveragePage::showLive);
    connect(&m_workspace.controller(), &Controller::stateChanged, this, [this] {
        if (m_workspace.controller().isBusy())
            return;
        m_stale = m_stale || !isVisible();
        loadStored();
    });
}

void CoveragePage::connectMapper()
{
    using Mapper = bridge::CoverageMapper;
    connect(&m_mapper, &Mapper::mapped, this, &CoveragePage::showStored);
    connect(&m_mapper, &Mapper::beforeFound, this, [this](qint64 run, const std::vector<quint32> &covered) {
        if (run != m_workspace.currentRun() || knowsStart())
            return;
        m_history.setStart(covered);
        showNew();
    });
    connect(&m_mapper, &Mapper::unavailable, this,
            [this](qint64 run, const QString &what, const QString &hint) {
                if (run == m_workspace.currentRun())
                    reset(hint.isEmpty() ? what : tr("%1.\n%2.").arg(what, hint));
            });
    connect(&m_mapper, &Mapper::progress, m_origin, &OriginPanel::showProgress);
    connect(&m_mapper, &Mapper::originFound, this, [this](const bridge::NeuronOrigin &origin) {
        if (origin.neuron == m_map->currentNeuron())
            m_origin->showOrigin(origin);
    });
    connect(&m_mapper, &Mapper::failed, this, [this](const QString &what, const QString &hint) {
        m_origin->showText(hint.isEmpty() ? what : tr("%1. %2").arg(what, hint));
    });
}

void CoveragePage::fillRuns()
{
    fillRunChoice(*m_run, m_workspace);
}

// The map of the run at work is the one that is shown, or will be.
bool CoveragePage::isShownLive() const
{
    const auto &controller = m_workspace.controller();
    return controller.isBusy() && (controller.run() == 0 || m_workspace.isLive(m_workspace.currentRun()));
}

void CoveragePage::reset(const QString &why)
{
    m_mapper.cancel();
    m_history.clear();
    m_stale = true;
    m_map->clear();
    m_map->setEmptyText(why);
    m_origin->clear();
    m_figure->clear();
    m_note->clear();
    m_legend->hide();
    m_since->setEnabled(false);
}

void CoveragePage::loadStored()
{
    if (!isVisible() || !m_stale || m_workspace.currentRun() == 0)
        return;
    m_stale = false;
    m_mapper.setCacheFolder(m_workspace.controller().cacheFolder());
    m_mapper.map(m_workspace.reader().file(), m_workspace.currentRun());
}

void CoveragePage::showLive(const widgets::NeuronMapData &map)
{
    const auto &controller = m_workspace.controller();
    if (m_workspace.currentRun() != controller.run() && !isShownLive())
        return;
    if (!m_clock.isValid())
        m_clock.start();
    m_history.add(double(m_clock.elapsed()) / 1000, map.covered);
    m_stale = false;
    showMap(map);
}

void CoveragePage::showStored(qint64 run, const widgets::NeuronMapData &map)
{
    if (run == m_workspace.currentRun())
        showMap(map);
}

void CoveragePage::showMap(const widgets::NeuronMapData &map)
{
    if (!m_map->setData(map))
        return reset(tr("The coverage that is stored does not fit the layers of the model."));
    m_since->setEnabled(m_history.hasMoments());
    m_legend->show();
    showNew();
}

void CoveragePage::showNew()
{
    const int seconds = m_since->isEnabled() ? m_since->currentData().toInt() : 0;
    m_map->setBefore(seconds == 0 ? m_history.start() : m_history.before(seconds));
    const widgets::NeuronMapCounts counts = m_map->counts();
    if (counts.neurons == 0)
        return;
    m_legend->setCounts(counts, m_map->data().itemsPerNeuron > 1);
    showFigure(counts);
}

// The criterion's value, as the run counts it: of all items, not of the neurons that have one.
void CoveragePage::showFigure(const widgets::NeuronMapCounts &counts)
{
    const widgets::NeuronMapData &map = m_map->data();
    const qint64 covered = std::accumulate(map.covered.begin(), map.covered.end(), qint64(0));
    const qint64 items = counts.neurons * qint64(map.itemsPerNeuron);
    m_figure->setText(percentText(double(covered) / double(items)));
    const QString layers = countText(qint64(map.layers.size()));
    if (map.itemsPerNeuron == 1)
        return m_note->setText(tr("%1 of %2 neurons in %3 layers are covered")
                                   .arg(countText(covered), countText(counts.neurons), layers));
    m_note->setText(
        tr("%1 of %2 items are covered, of which each neuron has %3; %4 of %5 neurons in %6 layers "
           "have one or more that are covered")
            .arg(countText(covered), countText(items), countText(map.itemsPerNeuron),
                 countText(counts.covered), countText(counts.neurons), layers));
}

bool CoveragePage::showsOrigin() const
{
    return m_map->currentNeuron() >= 0 && m_origin->origin().neuron == m_map->currentNeuron();
}

void CoveragePage::onNeuronChosen(int neuron)
{
    if (neuron < 0)
        return m_origin->clear();
    m_origin->showNeuron(m_map->description(neuron));
    if (m_map->state(neuron) == widgets::NeuronMap::State::Never)
        return m_origin->showText(tr("No test has covered it yet."));
    if (m_workspace.currentRun() == 0)
        return;
    m_origin->showProgress(-1);
    m_mapper.setCacheFolder(m_workspace.controller().cacheFolder());
    m_mapper.findOrigin(m_workspace.reader().file(), m_workspace.currentRun(), neuron);
}

void CoveragePage::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    m_workspace.controller().setNeuronCoverageWanted(true);
    const bool moves = m_workspace.controller().state() == bridge::RunController::State::Running;
    if (!isShownLive() || !moves)
        loadStored();
}

void CoveragePage::hideEvent(QHideEvent *event)
{
    QWidget::hideEvent(event);
    m_workspace.controller().setNeuronCoverageWanted(false);
    m_stale = m_stale || m_workspace.controller().isBusy();
}

} // namespace mutascope::gui
