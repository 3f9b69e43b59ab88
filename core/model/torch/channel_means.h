// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>

// Means over the maps of a dense [images, channels, height, width] tensor: `maps` = images x channels maps of
// `area` values each. at::mean over two dimensions of small maps costs several times as much.
namespace mutascope {

void channelMeans(const float *values, std::int64_t maps, std::int64_t area, float *means);

// Writes max(value, 0) to out (which may be values itself) and takes its means in the same pass through
// memory: of a convolutional network's time a good part is spent on reading its activations. NaN stays NaN,
// as in at::relu.
void reluChannelMeans(const float *values, std::int64_t maps, std::int64_t area, float *out, float *means);

} // namespace mutascope
