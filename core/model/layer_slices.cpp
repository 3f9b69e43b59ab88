// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/layer_slices.h"
#include "core/base/error.h"
#include <fmt/format.h>

namespace mutascope {

std::vector<LayerSlice> sliceLayers(const std::vector<LayerInfo> &layers, const LayerSet &chosen)
{
    std::vector<LayerSlice> slices;
    int begin = 0;
    for (const int index : chosen) {
        if (index < 0 || std::size_t(index) >= layers.size())
            throw Error(ErrorCode::Usage, fmt::format("the model has no layer number {}", index));
        const LayerInfo &layer = layers[std::size_t(index)];
        slices.push_back({layer.name, begin, layer.neurons});
        begin += layer.neurons;
    }
    return slices;
}

} // namespace mutascope
