// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/feature_moments.h"
#include "core/base/error.h"
#include <algorithm>
#include <cmath>
#include <functional>

namespace mutascope {

namespace {

constexpr std::size_t rowsAtOnce = 512;

bool finite(std::span<const float> row)
{
    return std::ranges::all_of(row, [](float value) { return std::isfinite(value); });
}

void addTo(std::vector<double> &sums, std::span<const double> values)
{
    std::ranges::transform(sums, values, sums.begin(), std::plus());
}

} // namespace

void FeatureMoments::add(std::span<const float> row)
{
    if (!m_origin.empty() && row.size() != m_origin.size())
        throw Error(ErrorCode::Internal, "deep features of another network were given to a metric");
    if (!finite(row)) {
        ++m_leftOut;
        return;
    }
    if (m_origin.empty()) {
        m_origin.assign(row.begin(), row.end());
        m_sums.resize(row.size());
        m_products = DenseMatrix(row.size(), row.size());
        m_pending.columns = row.size();
    }
    for (std::size_t i = 0; i < row.size(); ++i)
        m_pending.values.push_back(double(row[i]) - m_origin[i]);
    if (++m_pending.rows == rowsAtOnce)
        sumUp();
}

void FeatureMoments::sumUp()
{
    for (std::size_t i = 0; i < m_pending.rows; ++i)
        addTo(m_sums, m_pending.row(i));
    addTo(m_products.values, gramMatrix(m_pending).values);
    m_count += m_pending.rows;
    m_pending.rows = 0;
    m_pending.values.clear();
}

NormalFit FeatureMoments::fit() const
{
    FeatureMoments all = *this;
    if (all.m_pending.rows > 0)
        all.sumUp();
    const double count = double(all.m_count);
    NormalFit result{all.m_count, m_origin, std::move(all.m_products)};
    for (std::size_t i = 0; i < width(); ++i)
        for (std::size_t j = 0; j < width(); ++j) {
            double &entry = result.covariance.values[i * width() + j];
            entry = (entry - all.m_sums[i] * all.m_sums[j] / count) / (count - 1);
        }
    for (std::size_t i = 0; i < width(); ++i)
        result.mean[i] += all.m_sums[i] / count;
    return result;
}

} // namespace mutascope
