// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/model/model.h"
#include "core/model/torch/output_path.h"
#include <torch/csrc/jit/api/module.h>
#include <torch/csrc/jit/ir/ir.h>

namespace mutascope {

// A place of a graph where neurons can be read.
struct Tap {
    torch::jit::Value *value = nullptr;
    std::string kind; // as LayerInfo::kind
    std::string operation; // "relu", "conv2d"
    std::string modulePath; // "layer1.0.conv1"; empty: the model itself
    std::string name; // unique
    bool channelsLast = false; // neurons are the last dimension (token models)
};

// The inlined forward of a module with everything constant folded that can be: the basis of every plan.
struct LayerGraph {
    torch::jit::Module module; // the graph's first input
    std::shared_ptr<torch::jit::Graph> graph;
    std::vector<Tap> taps; // in execution order
};

// Prepares module (in evaluation mode) for reading its neurons. Top-level nodes only: what runs inside an if
// or a loop may not run at all.
LayerGraph makeLayerGraph(const torch::jit::Module &module, const OutputPath &output);

// Gives every tap a unique name a person recognises: the path of its module, or, for an operator called
// inside a larger module, the module's path, the operator and its number there ("layer1.0.relu2").
void nameTaps(std::vector<Tap> &taps, const torch::jit::Module &module);

} // namespace mutascope
