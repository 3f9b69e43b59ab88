// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/model/model.h"

namespace mutascope {

// Where the neurons of a layer set stand in a row of its trace. Throws Error{Usage} on a number that is no
// layer's.
std::vector<LayerSlice> sliceLayers(const std::vector<LayerInfo> &layers, const LayerSet &chosen);

} // namespace mutascope
