// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/base/rng.h"
#include "core/metrics/metric.h"

namespace mutascope {

// Deep features as they stream by; beyond a bound a uniform sample of them (Vitter, TOMS 1985), the same
// however they are cut into batches. Rows that are not finite are left out and counted.
class FeatureSample {
public:
    FeatureSample(std::size_t most, const Rng &rng) : m_most(most), m_rng(rng) { }
    // Throws Error{Internal} where the width is another than before.
    void add(std::span<const float> row);
    const FeatureRows &rows() const { return m_rows; }
    std::size_t seen() const { return m_seen; } // finite ones
    std::size_t leftOut() const { return m_leftOut; }

private:
    std::size_t m_most;
    Rng m_rng;
    FeatureRows m_rows;
    std::size_t m_seen = 0;
    std::size_t m_leftOut = 0;
};

} // namespace mutascope
