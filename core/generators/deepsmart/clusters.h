// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/base/image.h"
#include <memory>
#include <vector>

namespace mutascope::deepsmart {

// k-means over raw pixels; sides above 32 px are shrunk to 32 first. The same images give the same clusters.
class Clusters {
public:
    // The cluster of each image; at most as many clusters as images. All images have one shape.
    std::vector<int> fit(const std::vector<std::shared_ptr<const Image>> &images, int clusters);
    std::size_t count() const { return m_centres.size(); }
    int nearest(const Image &image) const; // the first of equals

private:
    std::vector<std::vector<float>> m_centres;
};

} // namespace mutascope::deepsmart
