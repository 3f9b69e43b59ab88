// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <ATen/core/symbol.h>

// Graph operators that read neurons: [N, ...] to one value a neuron, [N, neurons]. A neuron is a channel
// (dimension 1, or the last one where last is true) and its value the mean over all positions, or a unit of
// an [N, units] tensor. Differentiable. The operators are registered at the first call.
namespace mutascope {

// "mutascope::neuron_values(Tensor x, bool last) -> Tensor"
c10::Symbol neuronValuesSymbol();
// "mutascope::relu_neuron_values(Tensor x, bool last) -> (Tensor, Tensor)": relu(x) and its neuron values, in
// one pass where that is possible.
c10::Symbol reluNeuronValuesSymbol();
// The same, in place.
c10::Symbol reluNeuronValuesInPlaceSymbol();

} // namespace mutascope
