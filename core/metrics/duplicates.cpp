// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/duplicates.h"
#include "core/base/hash.h"
#include "core/coverage/nearest_rows.h"
#include "core/metrics/diversity_rows.h"
#include <algorithm>
#include <cmath>
#include <map>

namespace mutascope {

namespace {

constexpr std::size_t rowsAtOnce = 256; // compared with the originals before them by one matrix product

DenseMatrix slice(const DenseMatrix &matrix, std::size_t begin, std::size_t end)
{
    DenseMatrix result(end - begin, matrix.columns);
    std::copy_n(matrix.row(begin).begin(), result.values.size(), result.values.begin());
    return result;
}

// Originals found so far and which rows they are.
class Originals {
public:
    explicit Originals(double farthest) : m_farthest(farthest * farthest) { }

    // first: row number of the block's first row.
    void take(const DenseMatrix &block, std::size_t first, std::vector<std::size_t> &original)
    {
        const std::size_t known = m_rows.count();
        const auto before = m_rows.nearest(block, 0, known);
        for (std::size_t i = 0; i < block.rows; ++i) {
            const auto row = block.row(i);
            if (!std::ranges::all_of(row, [](double value) { return std::isfinite(value); }))
                continue;
            const Nearest nearest = withNewer(row, before[i], known);
            if (nearest.squaredDistance <= m_farthest)
                original[first + i] = m_numbers[nearest.index];
            else
                append(row, first + i);
        }
    }

private:
    // Originals of the same block are few.
    Nearest withNewer(std::span<const double> row, Nearest nearest, std::size_t known) const
    {
        for (std::size_t i = known; i < m_rows.count(); ++i)
            if (const double distance = squaredDistance(row, m_rows.row(i));
                distance < nearest.squaredDistance)
                nearest = {i, distance};
        return nearest;
    }
    void append(std::span<const double> row, std::size_t number)
    {
        m_rows.append(row);
        m_numbers.push_back(number);
    }

    double m_farthest;
    NearestRows m_rows;
    std::vector<std::size_t> m_numbers;
};

DuplicateGroups allOriginal(std::size_t count)
{
    DuplicateGroups groups;
    for (std::size_t i = 0; i < count; ++i)
        groups.original.push_back(i);
    return groups;
}

} // namespace

std::vector<std::size_t> DuplicateGroups::kept() const
{
    std::vector<std::size_t> result;
    for (std::size_t i = 0; i < original.size(); ++i)
        if (original[i] == i)
            result.push_back(i);
    return result;
}

DuplicateGroups equalImages(const ImageBatch &images)
{
    DuplicateGroups groups = allOriginal(images.count());
    std::map<std::string, std::size_t> firsts;
    for (std::size_t i = 0; i < images.count(); ++i)
        groups.original[i] = firsts.emplace(sha256(images.pixels(i)), i).first->second;
    return groups;
}

DuplicateGroups nearRows(const FeatureRows &features, double farthest)
{
    DuplicateGroups groups = allOriginal(features.count);
    const DenseMatrix rows = unitRows(features);
    Originals originals(farthest);
    for (std::size_t begin = 0; begin < rows.rows; begin += rowsAtOnce)
        originals.take(slice(rows, begin, std::min(begin + rowsAtOnce, rows.rows)), begin, groups.original);
    return groups;
}

} // namespace mutascope
