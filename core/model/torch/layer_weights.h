// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/model/torch/layer_graph.h"

namespace mutascope {

// Weights and biases of the operator that a tap stands behind; running statistics of a normalisation are
// none.
std::int64_t parametersOf(const Tap &tap, const torch::jit::Module &module);

// Of the whole module, also of what belongs to no layer (a position embedding). A frozen one has only
// constants left: then those of its layers.
std::int64_t parametersOf(const torch::jit::Module &module, const LayerGraph &layers);

} // namespace mutascope
