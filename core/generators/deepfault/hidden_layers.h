// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/model/model.h"

namespace mutascope::deepfault {

// The layers whose neurons may be suspicious: those of the patterns (selectLayers(), or "auto") without the
// ones that give the outputs, since raising a logit is an attack and locates no fault. "auto": what goes into
// the activations, linear layers and normalisations (convolutions where the model has none). After a ReLU
// nearly every channel's mean is above 0, whatever the input, and where a neuron is inactive its gradient is
// 0. Throws Error{Usage} where no layer is left.
LayerSet hiddenLayers(const Model &model, const std::string &patterns);

} // namespace mutascope::deepfault
