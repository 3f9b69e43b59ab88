// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/suspicion_map.h"

#include <QHelpEvent>
#include <QLocale>
#include <QToolTip>
#include <algorithm>
#include <cmath>
#include <numeric>

namespace mutascope::widgets {

namespace {

constexpr quint32 kShadesOfScore = 1000;

// Every suspicious neuron has at least the palest shade.
std::vector<quint32> shadesOf(const std::vector<double> &scores)
{
    const double highest = scores.empty() ? 0 : *std::max_element(scores.begin(), scores.end());
    std::vector<quint32> shades(scores.size());
    for (std::size_t i = 0; i < scores.size(); ++i)
        if (scores[i] > 0)
            shades[i] = std::max(1U, quint32(std::lround(kShadesOfScore * scores[i] / highest)));
    return shades;
}

bool belongTogether(const SuspicionMapData &data)
{
    const auto add = [](qint64 sum, const NeuronMapLayer &layer) { return sum + layer.neurons; };
    const qint64 neurons = std::accumulate(data.layers.begin(), data.layers.end(), qint64(0), add);
    return neurons == qint64(data.scores.size())
        && std::all_of(data.scores.begin(), data.scores.end(),
                       [](double score) { return std::isfinite(score); })
        && std::all_of(data.top.begin(), data.top.end(),
                       [&](int neuron) { return neuron >= 0 && neuron < neurons; });
}

} // namespace

SuspicionMap::SuspicionMap(QWidget *parent) : NeuronMap(parent)
{
    setAccessibleName(tr("Map of the suspicious neurons"));
    connect(this, &NeuronMap::currentChanged, this, &SuspicionMap::showDescription);
}

// The map's two colours stand for the top and for the rest.
bool SuspicionMap::setSuspicion(SuspicionMapData data)
{
    if (!belongTogether(data))
        return false;
    const std::vector<quint32> shades = shadesOf(data.scores);
    std::vector<quint32> before = shades;
    for (const int neuron : data.top)
        before[std::size_t(neuron)] = 0;
    setData({data.layers, shades, kShadesOfScore});
    setBefore(std::move(before));
    m_suspicion = std::move(data);
    showDescription();
    return true;
}

int SuspicionMap::rankOf(int neuron) const
{
    const auto found = std::find(m_suspicion.top.begin(), m_suspicion.top.end(), neuron);
    return found == m_suspicion.top.end() ? 0 : int(found - m_suspicion.top.begin()) + 1;
}

QString SuspicionMap::describe(int neuron) const
{
    if (neuron < 0 || std::size_t(neuron) >= m_suspicion.scores.size())
        return {};
    const int layer = layerOf(neuron);
    int first = 0;
    for (int i = 0; i < layer; ++i)
        first += m_suspicion.layers[std::size_t(i)].neurons;
    const QString name
        = tr("%1, neuron %2").arg(m_suspicion.layers[std::size_t(layer)].name).arg(neuron - first);
    const double score = m_suspicion.scores[std::size_t(neuron)];
    if (score <= 0)
        return tr("%1: not suspicious").arg(name);
    const QString text = tr("%1: score %2").arg(name, locale().toString(score, 'g', 3));
    const int rank = rankOf(neuron);
    return rank > 0 ? tr("%1, rank %2").arg(text).arg(rank) : text;
}

void SuspicionMap::showDescription()
{
    setAccessibleDescription(describe(currentNeuron()));
}

bool SuspicionMap::viewportEvent(QEvent *event)
{
    if (event->type() != QEvent::ToolTip)
        return NeuronMap::viewportEvent(event);
    const auto *help = static_cast<QHelpEvent *>(event);
    QToolTip::showText(help->globalPos(), describe(neuronAt(help->pos())), this);
    return true;
}

void SuspicionMap::resizeEvent(QResizeEvent *event)
{
    NeuronMap::resizeEvent(event);
    showDescription();
}

void SuspicionMap::changeEvent(QEvent *event)
{
    NeuronMap::changeEvent(event);
    showDescription();
}

} // namespace mutascope::widgets
