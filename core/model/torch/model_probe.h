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

// Runs the module on made-up images of spec's shape and finds what it classifies with: spec.output, or the
// first output that fits. Throws Error{BadModel} where the model rejects the shape or has no such output.
OutputPath findOutput(torch::jit::Module &module, const ModelSpec &spec, const InputConversion &conversion);

// Runs the module and its layer graph on made-up images of spec's shape. Throws Error{BadModel} where the
// model rejects the shape, does not give one row of finite numbers an image, gives other outputs each time,
// or where reading its neurons changes its outputs.
ModelFacts probeModel(torch::jit::Module &module, const LayerGraph &layers, const OutputPath &output,
                      const ModelSpec &spec, const InputConversion &conversion);

// [N, classes] as rows. Throws Error{BadModel} on any other tensor.
Predictions predictionsOf(const at::Tensor &output, std::size_t images);

} // namespace mutascope
