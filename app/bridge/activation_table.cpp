// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bridge/activation_table.h"

#include "app/bridge/convert.h"
#include "core/data/batch.h"

#include <algorithm>
#include <cmath>

namespace mutascope::bridge {

namespace {

constexpr std::size_t batchSize = 32;
constexpr std::size_t strongestShown = 24;
constexpr std::size_t widestLayerKept = 4096; // neurons: of 10,000 images, 160 MB

} // namespace

ActivationTable::ActivationTable(const QString &projectFolder)
{
    const Project project = openProject(toPath(projectFolder));
    m_model = project.openModel();
    m_data = project.openData("test");
}

void ActivationTable::start(int layer, int neuron)
{
    const auto neurons = std::size_t(m_model->layers().at(std::size_t(layer)).neurons);
    m_layer = layer;
    m_neuron = neuron;
    m_whole = neurons <= widestLayerKept;
    m_width = m_whole ? neurons : 1;
    m_seen = 0;
    m_values.clear();
}

bool ActivationTable::measure(int layer, int neuron, qint64 images, const Progress &progress)
{
    const bool known = layer == m_layer && (m_whole || neuron == m_neuron);
    if (!known)
        start(layer, neuron);
    m_neuron = neuron;
    m_shown = std::min(std::size_t(images), m_data->size());
    while (m_seen < m_shown) {
        if (!progress(double(m_seen) / double(m_shown)))
            return false;
        const std::size_t end = std::min(m_shown, m_seen + batchSize);
        add(m_seen, end);
        m_seen = end;
    }
    return true;
}

void ActivationTable::add(std::size_t begin, std::size_t end)
{
    const Trace trace = m_model->trace(batchOf(*m_data, begin, end), {m_layer});
    if (m_whole) {
        m_values.insert(m_values.end(), trace.values.begin(), trace.values.end());
        return;
    }
    for (std::size_t row = 0; row < trace.count(); ++row)
        m_values.push_back(trace.row(row)[std::size_t(m_neuron)]);
}

float ActivationTable::value(std::size_t image) const
{
    return m_values.at(image * m_width + (m_whole ? std::size_t(m_neuron) : 0));
}

NeuronActivation ActivationTable::result() const
{
    NeuronActivation activation;
    activation.layer = m_layer;
    activation.neuron = m_neuron;
    activation.images = qint64(m_shown);
    std::vector<std::size_t> finite;
    for (std::size_t image = 0; image < m_shown; ++image)
        if (std::isfinite(value(image)))
            finite.push_back(image);
    activation.notFinite = qint64(m_shown - finite.size());
    for (const std::size_t image : finite) {
        activation.values.push_back(value(image));
        activation.labels.push_back(m_data->label(image));
    }
    addStrongest(activation, std::move(finite));
    return activation;
}

void ActivationTable::addStrongest(NeuronActivation &activation, std::vector<std::size_t> order) const
{
    const auto shown = std::ptrdiff_t(std::min(strongestShown, order.size()));
    const auto stronger
        = [this](std::size_t a, std::size_t b) { return value(a) != value(b) ? value(a) > value(b) : a < b; };
    std::partial_sort(order.begin(), order.begin() + shown, order.end(), stronger);
    order.resize(std::size_t(shown));
    for (const std::size_t image : order)
        activation.strongest.append(
            {qint64(image), m_data->label(image), value(image), toQImage(m_data->sample(image).image)});
}

} // namespace mutascope::bridge
