// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/model/torch/input_conversion.h"
#include "core/model/torch/layer_graph.h"
#include "core/model/torch/output_path.h"

namespace mutascope {

// What a few forwards of made-up images tell about a model.
struct ModelFacts {
    int classes = 0;
    bool probabilities = false; // every row is non-negative and sums to 1
    std::vector<std::size_t> taps; // those whose outputs are neurons: one row an image, floating point
    std::vector<LayerInfo> layers; // of these taps
};

// A module's first forward, of made-up images of its shape.
struct FirstForward {
    at::Tensor input;
    c10::IValue returned;
    OutputPath output; // what it classifies with: spec.output, or the first output that fits
};
// Throws Error{BadModel} where the model rejects the shape or has no such output.
FirstForward firstForward(torch::jit::Module &module, const ModelSpec &spec,
                          const InputConversion &conversion);

// Goes on from there with the module and its layer graph. Throws Error{BadModel} where the model does not
// give one row of finite numbers an image, gives other outputs each time, or where reading its neurons
// changes its outputs.
ModelFacts probeModel(torch::jit::Module &module, const LayerGraph &layers, const FirstForward &first,
                      const ModelSpec &spec);

// [N, classes] as rows. Throws Error{BadModel} on any other tensor.
Predictions predictionsOf(const at::Tensor &output, std::size_t images);

} // namespace mutascope
