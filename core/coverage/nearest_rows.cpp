// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/coverage/nearest_rows.h"
#include <algorithm>
#include <numeric>

namespace mutascope {

namespace {

// Bounds the memory of the products: 128 x 100,000 rows are 100 MB.
constexpr std::size_t queriesAtOnce = 128;

double squaredLength(std::span<const double> row)
{
    return std::inner_product(row.begin(), row.end(), row.begin(), 0.0);
}

} // namespace

double squaredDistance(std::span<const double> a, std::span<const double> b)
{
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
        sum += (a[i] - b[i]) * (a[i] - b[i]);
    return sum;
}

void NearestRows::append(std::span<const double> row)
{
    m_rows.columns = row.size();
    m_rows.values.insert(m_rows.values.end(), row.begin(), row.end());
    ++m_rows.rows;
    m_squares.push_back(squaredLength(row));
    m_largestSquare = std::max(m_largestSquare, m_squares.back());
}

std::vector<Nearest> NearestRows::nearest(const DenseMatrix &queries, std::size_t begin,
                                          std::size_t end) const
{
    std::vector<Nearest> found(queries.rows);
    if (begin < end)
        for (std::size_t first = 0; first < queries.rows; first += queriesAtOnce)
            searchBlock(queries, first, begin, end, found);
    return found;
}

void NearestRows::searchBlock(const DenseMatrix &queries, std::size_t firstQuery, std::size_t begin,
                              std::size_t end, std::vector<Nearest> &found) const
{
    const std::size_t lastQuery = std::min(firstQuery + queriesAtOnce, queries.rows);
    const DenseMatrix products
        = timesTransposed(MatrixView(queries, firstQuery, lastQuery), MatrixView(m_rows, begin, end));
    for (std::size_t i = firstQuery; i < lastQuery; ++i)
        found[i] = nearestOf(queries.row(i), products.row(i - firstQuery), begin);
}

Nearest NearestRows::nearestOf(std::span<const double> query, std::span<const double> products,
                               std::size_t begin) const
{
    const auto reduced = [&](std::size_t i) { return m_squares[begin + i] - 2 * products[i]; };
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < products.size(); ++i)
        least = std::min(least, reduced(i));
    // Twice what rounding can do to a scalar product of that many terms.
    const double rounding = 4 * std::numeric_limits<double>::epsilon() * double(query.size() + 2)
        * (squaredLength(query) + m_largestSquare);
    Nearest best;
    for (std::size_t i = 0; i < products.size(); ++i) {
        if (reduced(i) > least + rounding)
            continue;
        const double distance = squaredDistance(query, m_rows.row(begin + i));
        if (distance < best.squaredDistance)
            best = {begin + i, distance};
    }
    return best;
}

} // namespace mutascope
