// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/torch/trainer_channels.h"
#include <algorithm>
#include <cmath>

namespace mutascope {

void ChannelHistogram::add(const ImageBatch &images)
{
    const auto pixels = images.all();
    for (std::size_t i = 0; i < pixels.size(); i += m_counts.size())
        for (std::size_t c = 0; c < m_counts.size(); ++c)
            ++m_counts[c][pixels[i + c]];
}

ChannelHistogram::Moments ChannelHistogram::moments(std::size_t channel) const
{
    double count = 0, sum = 0, squares = 0;
    for (std::size_t level = 0; level < 256; ++level) {
        const auto n = double(m_counts[channel][level]);
        const double value = double(level) / 255.0;
        count += n;
        sum += n * value;
        squares += n * value * value;
    }
    const double mean = sum / count;
    return {mean, std::sqrt(std::max(0.0, squares / count - mean * mean))};
}

} // namespace mutascope
