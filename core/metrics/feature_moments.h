// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/metrics/metric.h"
#include "core/model/torch/matrix_product.h"

namespace mutascope {

struct NormalFit {
    std::size_t count = 0;
    std::vector<double> mean;
    DenseMatrix covariance; // of the sample: divided by count - 1
};

// Mean and covariance of deep features as they stream by, in memory that does not grow with their number.
// Rows are taken in blocks of a fixed size, so that the sums do not depend on how they arrive. Rows that are
// not finite are left out and counted.
class FeatureMoments {
public:
    // Throws Error{Internal} where the width is another than before.
    void add(std::span<const float> row);
    std::size_t count() const { return m_count + m_pending.rows; }
    std::size_t width() const { return m_origin.size(); }
    std::size_t leftOut() const { return m_leftOut; }
    // At least two rows.
    NormalFit fit() const;

private:
    void sumUp();
    std::vector<double> m_origin; // the first row: differences to it do not cancel as much
    DenseMatrix m_pending;
    std::size_t m_count = 0; // summed up
    std::size_t m_leftOut = 0;
    std::vector<double> m_sums;
    DenseMatrix m_products;
};

} // namespace mutascope
