// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/features.h"
#include "core/base/error.h"
#include "core/metrics/fitted_images.h"
#include <algorithm>
#include <nlohmann/json.hpp>

namespace mutascope {

namespace {

constexpr std::size_t mostImagesAtOnce = 256;
constexpr std::size_t pixelsAtOnce = mostImagesAtOnce * 32 * 32;

std::size_t imagesAtOnce(const ImageShape &shape)
{
    const std::size_t pixels = std::size_t(shape.height) * std::size_t(shape.width);
    return std::clamp<std::size_t>(pixelsAtOnce / std::max<std::size_t>(pixels, 1), 1, mostImagesAtOnce);
}

int penultimate(const Model &model)
{
    const auto &layers = model.layers();
    for (auto layer = layers.rbegin(); layer != layers.rend(); ++layer)
        if (layer->neurons != model.spec().classes)
            return int(layers.rend() - layer) - 1;
    throw Error(ErrorCode::Usage,
                "the network " + model.spec().name
                    + " shows no layer but its outputs, so none is penultimate",
                "Take another network for the features, or its outputs");
}

int layerNamed(const Model &model, const std::string &name)
{
    std::vector<std::string> names{"penultimate", "outputs"};
    for (const LayerInfo &layer : model.layers()) {
        if (layer.name == name)
            return int(names.size()) - 2;
        names.push_back(layer.name);
    }
    throwUnknownName("layer", name, names);
}

} // namespace

FeatureNetwork::FeatureNetwork(Model &model, const std::string &layer) : m_model(model), m_layer(layer)
{
    if (layer == "outputs")
        return;
    const int index = layer == "penultimate" ? penultimate(model) : layerNamed(model, layer);
    m_layers = {index};
    m_layer = model.layers()[std::size_t(index)].name;
}

std::size_t FeatureNetwork::width() const
{
    return std::size_t(m_layers.empty() ? m_model.spec().classes
                                        : m_model.layers()[std::size_t(m_layers.front())].neurons);
}

nlohmann::json FeatureNetwork::description() const
{
    const ModelSpec &spec = m_model.spec();
    return {{"network", spec.sha256}, {"layer", m_layer},
            {"output", spec.output},  {"input", spec.input.text()},
            {"scale", spec.scale},    {"mean", spec.mean},
            {"std", spec.std},        {"channels", spec.channelOrder}};
}

std::vector<float> FeatureNetwork::valuesOf(const ImageBatch &portion) const
{
    return m_layers.empty() ? m_model.predict(portion).outputs : m_model.trace(portion, m_layers).values;
}

std::optional<FeatureRows> FeatureNetwork::featuresFrom(const Trace &trace) const
{
    const auto slice = std::ranges::find(trace.layers, m_layer, &LayerSlice::name);
    if (m_layers.empty() || slice == trace.layers.end())
        return std::nullopt;
    FeatureRows rows{trace.count(), std::size_t(slice->count), {}};
    rows.values.reserve(rows.count * rows.width);
    for (std::size_t i = 0; i < rows.count; ++i) {
        const auto values = trace.row(i).subspan(std::size_t(slice->begin), rows.width);
        rows.values.insert(rows.values.end(), values.begin(), values.end());
    }
    return rows;
}

FeatureRows FeatureNetwork::features(const ImageBatch &images) const
{
    const ImageShape &shape = m_model.spec().input;
    const std::size_t portion = imagesAtOnce(shape);
    FeatureRows rows{images.count(), width(), {}};
    rows.values.reserve(rows.count * rows.width);
    for (std::size_t begin = 0; begin < images.count(); begin += portion) {
        const ImageBatch some = images.slice(begin, std::min(images.count(), begin + portion));
        const std::vector<float> values = valuesOf(fittedTo(shape, some));
        if (values.size() != some.count() * rows.width)
            throw Error(ErrorCode::BadModel,
                        "the network " + m_model.spec().name + " gave features of another width than before",
                        "Take another network for the features");
        rows.values.insert(rows.values.end(), values.begin(), values.end());
    }
    return rows;
}

} // namespace mutascope
