// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/coverage/activation_source.h"
#include "core/base/error.h"
#include "core/base/param_builders.h"
#include <algorithm>
#include <cmath>
#include <ranges>

namespace mutascope {

namespace {

LayerSlice named(const std::string &name, const std::vector<LayerSlice> &layers)
{
    std::vector<std::string> names = {"hidden", "outputs", "all"};
    for (const LayerSlice &layer : layers) {
        if (layer.name == name)
            return layer;
        names.push_back(layer.name);
    }
    throwUnknownName("layer", name, names);
}

} // namespace

ActivationSource::ActivationSource(const std::string &choice, const std::vector<LayerSlice> &layers)
    : m_outputs(choice == "outputs"), m_hidden(choice == "hidden"), m_layers(layers)
{
    if (m_outputs || m_hidden)
        return;
    if (choice != "all")
        m_slice = named(choice, layers);
    else if (!layers.empty())
        m_slice = {"all", 0, layers.back().begin + layers.back().count};
}

// The last hidden layer is the last one that is not of the size of the outputs; where all are, the last one.
LayerSlice ActivationSource::sliceFor(const Trace &trace) const
{
    if (!m_hidden)
        return m_slice;
    for (const LayerSlice &layer : std::views::reverse(m_layers))
        if (layer.count != trace.predictions.classes)
            return layer;
    return m_layers.empty() ? LayerSlice{} : m_layers.back();
}

std::span<const float> ActivationSource::of(const Trace &trace, std::size_t row) const
{
    if (m_outputs)
        return trace.predictions.row(row);
    const LayerSlice slice = sliceFor(trace);
    return trace.row(row).subspan(std::size_t(slice.begin), std::size_t(slice.count));
}

std::size_t ActivationSource::width(const Trace &trace) const
{
    return std::size_t(m_outputs ? trace.predictions.classes : sliceFor(trace).count);
}

ParamSpec ActivationSource::param(const std::string &defaultChoice, const char *source)
{
    return textParam("layer", defaultChoice,
                     {"Criterion", source,
                      "Activations that are compared: hidden (the last layer of the layer set that is not as "
                      "wide as the outputs), outputs, all, or the name of a layer of the set.",
                      "", true});
}

bool allFinite(std::span<const float> values)
{
    return std::ranges::all_of(values, [](float value) { return std::isfinite(value); });
}

void appendFinite(std::span<const float> values, DenseMatrix &rows)
{
    if (!allFinite(values))
        return;
    rows.values.insert(rows.values.end(), values.begin(), values.end());
    ++rows.rows;
}

} // namespace mutascope
