// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/suspicion/suspicion_page.h"

#include "app/gui/format.h"
#include "app/gui/run_choice.h"
#include "app/gui/suspicion/neuron_images.h"
#include "app/gui/suspicion/neuron_table_model.h"
#include "widgets/search_combo.h"
#include "widgets/suspicion_legend.h"
#include "widgets/suspicion_map.h"

#include <QLabel>
#include <QSignalBlocker>
#include <QSortFilterProxyModel>
#include <QStackedWidget>
#include <QTableView>
#include <QVBoxLayout>
#include <algorithm>

namespace mutascope::gui {

SuspicionPage::SuspicionPage(Workspace &workspace, QWidget *parent) : QWidget(parent), m_workspace(workspace)
{
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(12, 12, 12, 12);
    layout->setSpacing(10);
    layout->addWidget(buildHeader());
    m_hint = new QLabel;
    m_hint->setObjectName(QStringLiteral("suspicionHint"));
    m_hint->setAlignment(Qt::AlignCenter);
    m_hint->setWordWrap(true);
    m_hint->setForegroundRole(QPalette::PlaceholderText);
    m_hint->setContentsMargins(60, 20, 60, 20);
    m_stack = new QStackedWidget;
    m_stack->addWidget(m_hint);
    m_stack->addWidget(buildContent());
    layout->addWidget(m_stack, 1);
    connectWorkspace();
    connectReader();
    fillRuns();
    reset(tr("Start a run of DeepFault, or open a session that holds one."));
}

void SuspicionPage::connectWorkspace()
{
    using Controller = bridge::RunController;
    connect(&m_workspace, &Workspace::runsChanged, this, &SuspicionPage::fillRuns);
    connect(&m_workspace, &Workspace::sessionChanged, this, &SuspicionPage::fillRuns);
    connect(&m_workspace, &Workspace::currentRunChanged, this, [this] {
        fillRuns();
        reset(m_workspace.currentRun() == 0
                  ? tr("Start a run of DeepFault, or open a session that holds one.")
                  : tr("Reading the ranking…"));
        load();
    });
    // A run ranks its neurons once: there is nothing to be read again when that is shown.
    const auto again = [this] {
        if (m_suspicion.run == m_workspace.currentRun())
            return;
        m_stale = true;
        load();
    };
    connect(&m_workspace.controller(), &Controller::checkpointed, this, again);
    connect(&m_workspace.controller(), &Controller::finished, this, again);
}

void SuspicionPage::connectReader()
{
    using Reader = bridge::SuspicionReader;
    connect(&m_reader, &Reader::found, this, &SuspicionPage::accept);
    connect(&m_reader, &Reader::missing, this, [this](qint64 run) {
        m_reading = false;
        const bool live = m_workspace.isLive(run);
        showHint(live ? tr("This run has ranked no neurons yet: the activity spectrum comes first.")
                      : tr("This run has ranked no neurons. DeepFault does, once its activity spectrum is "
                           "complete."));
    });
    connect(&m_reader, &Reader::failed, this, [this](const QString &what, const QString &hint) {
        m_reading = false;
        showHint(hint.isEmpty() ? what : tr("%1.\n%2.").arg(what, hint));
    });
}

void SuspicionPage::fillRuns()
{
    fillRunChoice(*m_run, m_workspace);
}

void SuspicionPage::reset(const QString &why)
{
    m_reader.cancel();
    m_reading = false;
    m_stale = true;
    m_suspicion = {};
    m_title->clear();
    m_note->clear();
    m_map->setSuspicion({});
    m_model->setNeurons({}, {});
    m_images->clear(tr("Choose a neuron in the map or in the table."));
    showHint(why);
}

void SuspicionPage::showHint(const QString &text)
{
    m_hint->setText(text);
    m_stack->setCurrentIndex(0);
    m_class->hide();
    m_classLabel->hide();
}

void SuspicionPage::load()
{
    if (!isVisible() || !m_stale || m_workspace.currentRun() == 0)
        return;
    m_stale = false;
    m_reading = true;
    m_reader.read(m_workspace.reader().file(), m_workspace.currentRun());
}

void SuspicionPage::accept(const bridge::Suspicion &suspicion)
{
    m_reading = false;
    if (suspicion.run != m_workspace.currentRun())
        return;
    m_suspicion = suspicion;
    m_title->setText(
        tr("%1 failed, %2 passed").arg(countText(suspicion.failed), countText(suspicion.passed)));
    m_stack->setCurrentIndex(1);
    fillClasses();
    showRanking();
}

QString SuspicionPage::classText(int label) const
{
    return label < 0 ? tr("All classes") : m_workspace.className(label);
}

void SuspicionPage::fillClasses()
{
    QStringList texts;
    QVariantList values;
    for (const bridge::SuspicionRanking &ranking : m_suspicion.rankings) {
        texts.append(tr("%1 · %2 failed").arg(classText(ranking.label), countText(ranking.failed)));
        values.append(ranking.label);
    }
    const QSignalBlocker blocker(m_class);
    m_class->setEntries(texts, values);
    m_class->setCurrentIndex(texts.isEmpty() ? -1 : 0);
    m_class->setVisible(texts.size() > 1);
    m_classLabel->setVisible(texts.size() > 1);
}

void SuspicionPage::chooseClass(int label)
{
    m_class->setCurrentIndex(m_class->findData(label));
}

const bridge::SuspicionRanking *SuspicionPage::ranking(int label) const
{
    const auto found
        = std::find_if(m_suspicion.rankings.begin(), m_suspicion.rankings.end(),
                       [=](const bridge::SuspicionRanking &ranking) { return ranking.label == label; });
    return found == m_suspicion.rankings.end() ? nullptr : &*found;
}

void SuspicionPage::showRanking()
{
    const bridge::SuspicionRanking *chosen = ranking(m_class->currentData().toInt());
    if (!chosen)
        return showHint(tr("The run ranked no neurons: it had no seeds."));
    const bridge::SuspicionRanking *used = chosen->ofAllClasses ? ranking(-1) : chosen;
    if (!used)
        used = chosen;
    widgets::SuspicionMapData shown;
    QStringList layers;
    for (const bridge::SuspicionLayer &layer : m_suspicion.layers) {
        shown.layers.push_back({layer.name, layer.neurons});
        shown.scores.resize(shown.scores.size() + std::size_t(layer.neurons));
        layers.append(layer.name);
    }
    double highest = 0;
    for (const bridge::SuspiciousNeuron &neuron : used->neurons) {
        const int index = mapIndex(neuron);
        shown.scores[std::size_t(index)] = neuron.score;
        highest = std::max(highest, neuron.score);
        if (int(shown.top.size()) < m_suspicion.top)
            shown.top.push_back(index);
    }
    m_legend->setScale(highest, int(shown.top.size()));
    m_map->setSuspicion(std::move(shown));
    m_model->setNeurons(layers, used->neurons);
    showNote(*chosen, *used);
    if (!used->neurons.isEmpty())
        chooseRow(0);
}

void SuspicionPage::showNote(const bridge::SuspicionRanking &chosen, const bridge::SuspicionRanking &used)
{
    QString text = m_suspicion.measure == QLatin1String("random")
        ? tr("Random neurons, the baseline; scores are Tarantula’s.")
        : tr("Suspicious by %2: %1.").arg(countText(used.suspicious), m_suspicion.measure);
    if (chosen.ofAllClasses && chosen.label >= 0)
        text += QLatin1Char(' ')
            + tr("Only %1 inputs of this class fail: the ranking over all classes is used.")
                  .arg(countText(chosen.failed));
    if (used.suspicious > used.neurons.size())
        text += QLatin1Char(' ') + tr("The first %1 are shown.").arg(countText(used.neurons.size()));
    m_note->setText(text);
}

int SuspicionPage::mapIndex(const bridge::SuspiciousNeuron &neuron) const
{
    int first = 0;
    for (int layer = 0; layer < neuron.layer; ++layer)
        first += m_suspicion.layers[layer].neurons;
    return first + neuron.neuron;
}

void SuspicionPage::chooseOnMap(int index)
{
    if (m_selecting || index < 0)
        return;
    const QList<bridge::SuspiciousNeuron> &neurons = m_model->neurons();
    for (int row = 0; row < neurons.size(); ++row)
        if (mapIndex(neurons[row]) == index)
            return chooseRow(row);
    const int layer = m_map->layerOf(index); // not suspicious, so not in the table
    m_table->clearSelection();
    m_images->setNeuron(m_suspicion.layers[layer].name, index - mapIndex({layer, 0}));
}

void SuspicionPage::chooseRow(int row)
{
    const bridge::SuspiciousNeuron &neuron = m_model->neurons()[row];
    m_selecting = true;
    const QModelIndex index = m_sorted->mapFromSource(m_model->index(row, 0));
    m_table->setCurrentIndex(index);
    m_table->selectRow(index.row());
    m_table->scrollTo(index);
    m_map->setCurrentNeuron(mapIndex(neuron));
    m_selecting = false;
    m_images->setNeuron(m_suspicion.layers[neuron.layer].name, neuron.neuron);
}

void SuspicionPage::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    m_images->setActive(true);
    load();
}

void SuspicionPage::hideEvent(QHideEvent *event)
{
    QWidget::hideEvent(event);
    m_images->setActive(false);
}

} // namespace mutascope::gui
