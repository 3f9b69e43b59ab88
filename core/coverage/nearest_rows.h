// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/model/torch/matrix_product.h"
#include <cstddef>
#include <limits>
#include <span>
#include <vector>

namespace mutascope {

struct Nearest {
    std::size_t index = std::size_t(-1); // of equally near rows the first; -1: there are no rows
    double squaredDistance = std::numeric_limits<double>::infinity();
};

// Vectors that are searched for the nearest by Euclidean distance. The search is exact: one matrix product
// for all queries finds the rows that may be nearest, their distances are then computed without it, since
// |q|^2 + |r|^2 - 2qr cancels where q and r are close.
class NearestRows {
public:
    void append(std::span<const double> row); // all of the same width
    std::size_t count() const { return m_rows.rows; }
    std::span<const double> row(std::size_t index) const { return m_rows.row(index); }
    const DenseMatrix &matrix() const { return m_rows; }

    // For each query, among rows [begin, end).
    std::vector<Nearest> nearest(const DenseMatrix &queries, std::size_t begin, std::size_t end) const;

private:
    void searchBlock(const DenseMatrix &queries, std::size_t firstQuery, std::size_t begin, std::size_t end,
                     std::vector<Nearest> &found) const;
    Nearest nearestOf(std::span<const double> query, std::span<const double> products,
                      std::size_t begin) const;
    DenseMatrix m_rows;
    std::vector<double> m_squares; // squared length of each row
    double m_largestSquare = 0;
};

double squaredDistance(std::span<const double> a, std::span<const double> b);

} // namespace mutascope
