// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <ATen/core/symbol.h>

namespace mutascope {

// The graph operator "mutascope::neuron_values(Tensor x, bool last) -> Tensor": [N, ...] to one value a
// neuron, [N, neurons]. A neuron is a channel (dimension 1, or the last one where last is true) and its value
// the mean over all positions, or a unit of an [N, units] tensor. Differentiable. Registers the operator
// once.
c10::Symbol neuronValuesSymbol();

} // namespace mutascope
