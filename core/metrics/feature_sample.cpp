// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/feature_sample.h"
#include "core/base/error.h"
#include <algorithm>
#include <cmath>

namespace mutascope {

void FeatureSample::add(std::span<const float> row)
{
    if (m_rows.width != 0 && row.size() != m_rows.width)
        throw Error(ErrorCode::Internal, "deep features of another network were given to a metric");
    if (!std::ranges::all_of(row, [](float value) { return std::isfinite(value); })) {
        ++m_leftOut;
        return;
    }
    m_rows.width = row.size();
    ++m_seen;
    if (m_rows.count < m_most) {
        m_rows.values.insert(m_rows.values.end(), row.begin(), row.end());
        ++m_rows.count;
    } else if (const std::size_t place = m_rng.below(std::uint32_t(m_seen)); place < m_most) {
        std::ranges::copy(row, m_rows.values.begin() + std::ptrdiff_t(place * m_rows.width));
    }
}

} // namespace mutascope
