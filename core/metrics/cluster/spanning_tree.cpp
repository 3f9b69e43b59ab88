// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/cluster/spanning_tree.h"
#include "core/base/parallel.h"
#include <algorithm>
#include <cmath>
#include <limits>

namespace mutascope {

namespace {

// Coordinate by coordinate, so that distances to all points are computed several at a time.
class Coordinates {
public:
    explicit Coordinates(const DenseMatrix &points) : m_points(points), m_columns(points.columns, points.rows)
    {
        for (std::size_t i = 0; i < points.rows; ++i)
            for (std::size_t c = 0; c < points.columns; ++c)
                m_columns.row(c)[i] = points.row(i)[c];
    }

    void squaredDistances(std::size_t from, std::vector<double> &squares) const
    {
        squares.assign(m_points.rows, 0);
        for (std::size_t c = 0; c < m_points.columns; ++c) {
            const double origin = m_points.row(from)[c];
            const double *column = m_columns.row(c).data();
            double *sum = squares.data();
#ifdef _OPENMP
#pragma omp simd
#endif
            for (std::size_t i = 0; i < m_points.rows; ++i)
                sum[i] += (column[i] - origin) * (column[i] - origin);
        }
    }

private:
    const DenseMatrix &m_points;
    DenseMatrix m_columns;
};

constexpr std::size_t pointsAtOnce = 64; // of one thread

// Prim's tree: what is not in it yet, and how far from it.
struct Outside {
    std::vector<double> distance;
    std::vector<std::size_t> nearest; // in the tree
    std::vector<bool> joined;

    explicit Outside(std::size_t count)
        : distance(count, std::numeric_limits<double>::infinity()), nearest(count), joined(count)
    {
    }

    void reach(std::size_t from, const std::vector<double> &squares, const std::vector<double> &core)
    {
        for (std::size_t i = 0; i < squares.size(); ++i) {
            const double mutual = std::max({std::sqrt(squares[i]), core[from], core[i]});
            if (mutual < distance[i] && !joined[i]) {
                distance[i] = mutual;
                nearest[i] = from;
            }
        }
    }
    std::size_t closest() const
    {
        std::size_t best = 0;
        double least = std::numeric_limits<double>::infinity();
        for (std::size_t i = 0; i < distance.size(); ++i)
            if (!joined[i] && distance[i] < least) {
                least = distance[i];
                best = i;
            }
        return best;
    }
};

} // namespace

std::vector<double> coreDistances(const DenseMatrix &points, std::size_t neighbours)
{
    const Coordinates coordinates(points);
    const std::size_t rank = std::min(neighbours, points.rows) - 1;
    std::vector<double> core(points.rows);
    inParallel((points.rows + pointsAtOnce - 1) / pointsAtOnce, [&](std::size_t block) {
        std::vector<double> squares;
        const std::size_t end = std::min((block + 1) * pointsAtOnce, points.rows);
        for (std::size_t i = block * pointsAtOnce; i < end; ++i) {
            coordinates.squaredDistances(i, squares);
            std::ranges::nth_element(squares, squares.begin() + std::ptrdiff_t(rank));
            core[i] = std::sqrt(squares[rank]);
        }
    });
    return core;
}

std::vector<TreeEdge> reachabilityTree(const DenseMatrix &points, const std::vector<double> &core)
{
    const Coordinates coordinates(points);
    Outside outside(points.rows);
    std::vector<TreeEdge> edges;
    std::vector<double> squares;
    std::size_t newest = 0;
    while (edges.size() + 1 < points.rows) {
        outside.joined[newest] = true;
        coordinates.squaredDistances(newest, squares);
        outside.reach(newest, squares, core);
        newest = outside.closest();
        edges.push_back({outside.nearest[newest], newest, outside.distance[newest]});
    }
    std::ranges::stable_sort(edges, {}, &TreeEdge::length);
    return edges;
}

} // namespace mutascope
