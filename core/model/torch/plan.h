// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/model/torch/layer_graph.h"
#include <torch/csrc/jit/runtime/interpreter.h>

namespace mutascope {

// A layer graph compiled for one choice of taps. It runs in TorchScript's interpreter without the profiling
// executor above it, which would compile anew for new batch sizes and make the first calls slow; without
// fusion the outputs are those of the plain forward, bit by bit. Max-pooling is max_pooling.h's.
class Plan {
public:
    enum class Reads { NeuronValues, WholeOutputs };

    // taps: indices into layers.taps, in the order of the result.
    Plan(const LayerGraph &layers, const std::vector<std::size_t> &taps, Reads reads = Reads::NeuronValues);
    // The forward's output, then of each tap the neuron values [N, neurons] or the layer's whole output.
    std::vector<at::Tensor> run(const at::Tensor &input) const;

private:
    torch::jit::Module m_module;
    std::vector<c10::IValue> m_defaults; // for the parameters of forward behind the first
    torch::jit::Code m_code;
};

} // namespace mutascope
