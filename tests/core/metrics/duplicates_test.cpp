// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/rng.h"
#include "core/metrics/duplicates.h"
#include <cmath>
#include <gtest/gtest.h>

namespace mutascope {
namespace {

using Groups = std::vector<std::size_t>;

TEST(Duplicates, EqualImages)
{
    ImageBatch images({1, 2, 1});
    for (const std::vector<std::uint8_t> &pixels : {std::vector<std::uint8_t>{1, 2}, {2, 1}, {1, 2}, {1, 2}})
        images.append({{1, 2, 1}, pixels});
    const DuplicateGroups groups = equalImages(images);
    EXPECT_EQ(groups.original, (Groups{0, 1, 0, 0}));
    EXPECT_EQ(groups.kept(), (Groups{0, 1}));
    EXPECT_TRUE(equalImages(ImageBatch()).original.empty());
}

FeatureRows directions(const std::vector<double> &degrees)
{
    FeatureRows rows{degrees.size(), 2, {}};
    for (const double degree : degrees) {
        rows.values.push_back(float(3 * std::cos(degree * M_PI / 180)));
        rows.values.push_back(float(3 * std::sin(degree * M_PI / 180)));
    }
    return rows;
}

// Unit vectors 1 degree apart are 0.01745 apart. A chain does not drift away from its original.
TEST(Duplicates, NearRowsBelongToTheNearestOriginal)
{
    EXPECT_EQ(nearRows(directions({0, 1, 2, 3, 2.4, 90}), 0.03).original, (Groups{0, 0, 2, 2, 2, 5}));
    EXPECT_EQ(nearRows(directions({0, 0.9, 0, 180}), 0).original, (Groups{0, 1, 0, 3}));
    EXPECT_EQ(nearRows(directions({0, 170, 200}), 2).original, (Groups{0, 0, 0}));
}

TEST(Duplicates, LengthDoesNotCountAndNotFiniteRowsRepeatNone)
{
    FeatureRows rows{5, 2, {1, 0, NAN, 0, 5, 0, NAN, 0, INFINITY, 1}};
    EXPECT_EQ(nearRows(rows, 0.1).original, (Groups{0, 1, 0, 3, 4}));
    EXPECT_TRUE(nearRows(FeatureRows(), 0.1).original.empty());
}

// Over the borders of the blocks: against comparing one by one.
TEST(Duplicates, ManyRows)
{
    Rng rng(9);
    FeatureRows rows{700, 3, {}};
    for (std::size_t i = 0; i < 700 * 3; ++i)
        rows.values.push_back(float(rng.normal()));
    const auto unit = [&](std::size_t i) {
        std::vector<double> row(rows.row(i).begin(), rows.row(i).end());
        const double length = std::hypot(row[0], row[1], row[2]);
        return std::vector<double>{row[0] / length, row[1] / length, row[2] / length};
    };
    const auto distance = [&](std::size_t i, std::size_t j) {
        const auto a = unit(i);
        const auto b = unit(j);
        return std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
    };
    Groups expected;
    for (std::size_t i = 0; i < 700; ++i) {
        std::size_t best = i;
        for (std::size_t j = 0; j < i; ++j)
            if (expected[j] == j && distance(i, j) <= 0.2
                && (best == i || distance(i, j) < distance(i, best)))
                best = j;
        expected.push_back(best);
    }
    const DuplicateGroups groups = nearRows(rows, 0.2);
    EXPECT_EQ(groups.original, expected);
    EXPECT_GT(groups.kept().size(), 50);
}

} // namespace
} // namespace mutascope
