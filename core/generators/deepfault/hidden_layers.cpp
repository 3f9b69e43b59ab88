// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/generators/deepfault/hidden_layers.h"
#include "core/base/error.h"
#include <algorithm>

namespace mutascope::deepfault {

namespace {

// From the end: probabilities, then everything as wide as there are classes, up to the layer that computes
// it from hidden neurons (a classifier of convolutions has a pooling after it).
std::size_t firstOutputLayer(const std::vector<LayerInfo> &layers, int classes)
{
    std::size_t first = layers.size();
    while (first > 0) {
        const LayerInfo &layer = layers[first - 1];
        if (layer.kind != "softmax" && layer.neurons != classes)
            break;
        --first;
        if (layer.parameters > 0)
            break;
    }
    return first;
}

bool has(const std::vector<LayerInfo> &layers, const std::string &kind)
{
    return std::any_of(layers.begin(), layers.end(),
                       [&](const LayerInfo &layer) { return layer.kind == kind; });
}

std::string automatic(const std::vector<LayerInfo> &layers)
{
    if (has(layers, "norm"))
        return "norm,linear";
    return has(layers, "conv") || has(layers, "linear") ? "conv,linear" : "all";
}

} // namespace

LayerSet hiddenLayers(const Model &model, const std::string &patterns)
{
    const std::vector<LayerInfo> &layers = model.layers();
    LayerSet chosen = selectLayers(layers, patterns == "auto" ? automatic(layers) : patterns);
    const auto output = int(firstOutputLayer(layers, model.spec().classes));
    std::erase_if(chosen, [=](int layer) { return layer >= output; });
    if (chosen.empty())
        throw Error(ErrorCode::Usage,
                    "the layer choice '" + patterns + "' picks no hidden layer: the outputs do not count",
                    "List the model's layers with 'mutascope-cli info' and name hidden ones");
    return chosen;
}

} // namespace mutascope::deepfault
