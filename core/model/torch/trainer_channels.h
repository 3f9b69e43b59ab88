// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/base/image.h"
#include <array>

namespace mutascope {

// Counts the values of each channel: sums that are exact whatever the order of the images.
class ChannelHistogram {
public:
    struct Moments {
        double mean = 0;
        double deviation = 0;
    };

    explicit ChannelHistogram(int channels) : m_counts(std::size_t(channels)) { }
    void add(const ImageBatch &images);
    // Of value / 255; at least one image was added.
    Moments moments(std::size_t channel) const;

private:
    std::vector<std::array<std::uint64_t, 256>> m_counts;
};

} // namespace mutascope
