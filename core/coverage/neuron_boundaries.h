// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/base/param_spec.h"
#include "core/coverage/neuron_profile.h"
#include <cmath>
#include <cstddef>
#include <vector>

namespace mutascope {

// What lies beyond the training range of each neuron, for NBC and SNAC. DeepGauge has one item a side;
// DeepHunter's program cuts what is beyond into buckets of equal width, the last one open-ended.
class NeuronBoundaries {
public:
    explicit NeuronBoundaries(const ParamSet &params); // those of boundaryParams()

    void use(const NeuronProfile &profile);
    std::size_t buckets() const { return m_buckets; }

    static constexpr std::size_t inside = std::size_t(-1);
    // The bucket of a value above the upper (below the lower) boundary, or inside. Values that are not finite
    // are beyond nothing, and a neuron that was never finite over the training set has no boundary.
    std::size_t above(std::size_t neuron, double value) const
    {
        const Range &range = m_ranges[neuron];
        return value > range.upper ? bucketOf(value - range.upper, range) : inside;
    }
    std::size_t below(std::size_t neuron, double value) const
    {
        const Range &range = m_ranges[neuron];
        return value < range.lower ? bucketOf(range.lower - value, range) : inside;
    }

private:
    struct Range {
        double lower = 0;
        double upper = 0;
        double bucket = 0; // width
    };
    // Infinite where the value or the boundary is.
    std::size_t bucketOf(double distance, const Range &range) const
    {
        if (!std::isfinite(distance))
            return inside;
        if (m_buckets == 1)
            return 0;
        const double index = distance / range.bucket;
        return index < double(m_buckets - 1) ? std::size_t(index) : m_buckets - 1;
    }
    double m_margin;
    std::size_t m_buckets;
    double m_bucketShare;
    std::vector<Range> m_ranges;
};

// margin, buckets, bucket-width.
std::vector<ParamSpec> boundaryParams();

} // namespace mutascope
