// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/coverage/nearest_rows.h"
#include "tests/core/coverage/coverage_fixture.h"

namespace mutascope {
namespace {

using namespace coveragetest;

double commitOutputs(Criterion &ann, const std::vector<Row> &outputs)
{
    Trace trace = traceOf({1}, std::vector<Row>(outputs.size(), Row{0}));
    ann.commit(TraceRows::all(withOutputs(trace, outputs)));
    return ann.value();
}

TEST(NearestNeighbourCoverage, CountsWhatIsFarFromAllStored)
{
    auto ann = make("ann:4", {1});
    EXPECT_EQ(commitOutputs(*ann, {{0, 0}}), 1);
    EXPECT_EQ(commitOutputs(*ann, {{2, 0}, {1, 1}}), 1); // squared distances 4 (not above) and 2
    EXPECT_EQ(commitOutputs(*ann, {{2.5f, 0}}), 2);
    EXPECT_EQ(commitOutputs(*ann, {{4, 0}, {0, 9}, {0, 8}}), 3); // the 8 is near the 9 of its own batch
    EXPECT_EQ(commitOutputs(*ann, {{nan, 0}, {inf, 0}}), 3);
}

TEST(NearestNeighbourCoverage, DependsOnTheOrderAsTheOriginalDoes)
{
    auto outwards = make("ann:4", {1});
    EXPECT_EQ(commitOutputs(*outwards, {{0}, {1.5f}, {3}}), 2);
    auto middleFirst = make("ann:4", {1});
    EXPECT_EQ(commitOutputs(*middleFirst, {{1.5f}, {0}, {3}}), 1);
}

TEST(NearestNeighbourCoverage, StoresAtMostSoMany)
{
    auto ann = make("ann:1,vectors=3", {1});
    EXPECT_EQ(commitOutputs(*ann, {{0}, {10}, {20}, {30}, {40}}), 3);
    EXPECT_EQ(commitOutputs(*ann, {{50}}), 3);
}

TEST(NearestNeighbourCoverage, LayersInsteadOfOutputs)
{
    auto ann = make("ann:1,layer=layer1", {1, 2});
    EXPECT_EQ(ann->gain(TraceRows::all(traceOf({1, 2}, {{0, 5, 5}, {99, 5, 5}}))), 1);
    auto all = make("ann:1,layer=all", {1, 2});
    EXPECT_EQ(all->gain(TraceRows::all(traceOf({1, 2}, {{0, 5, 5}, {99, 5, 5}}))), 2);
}

DenseMatrix randomMatrix(std::size_t rows, std::size_t columns, std::uint64_t seed, double offset)
{
    Rng rng(seed);
    DenseMatrix matrix(rows, columns);
    for (double &value : matrix.values)
        value = offset + rng.normal();
    return matrix;
}

// Against the definition; far from the origin, where the product alone would be all rounding.
TEST(NearestRows, AgreesWithComparingOneByOne)
{
    for (const double offset : {0.0, 1e4, 1e7}) {
        const DenseMatrix stored = randomMatrix(300, 20, 1, offset);
        const DenseMatrix queries = randomMatrix(150, 20, 2, offset);
        NearestRows rows;
        for (std::size_t i = 0; i < stored.rows; ++i)
            rows.append(stored.row(i));
        const std::vector<Nearest> found = rows.nearest(queries, 10, 290);
        for (std::size_t i = 0; i < queries.rows; ++i) {
            Nearest best;
            for (std::size_t j = 10; j < 290; ++j)
                if (const double d = squaredDistance(queries.row(i), stored.row(j)); d < best.squaredDistance)
                    best = {j, d};
            ASSERT_EQ(found[i].index, best.index) << offset;
            ASSERT_EQ(found[i].squaredDistance, best.squaredDistance) << offset;
        }
    }
}

TEST(NearestRows, OfEquallyNearTheFirstAndOfNoneNone)
{
    NearestRows rows;
    for (const double value : {3.0, 1.0, -1.0, 1.0}) {
        const double row[] = {value};
        rows.append(row);
    }
    const DenseMatrix zero(1, 1);
    EXPECT_EQ(rows.nearest(zero, 0, 4)[0].index, 1u);
    EXPECT_EQ(rows.nearest(zero, 2, 4)[0].index, 2u);
    EXPECT_EQ(rows.nearest(zero, 2, 2)[0].index, std::size_t(-1));
    EXPECT_EQ(squaredDistance(rows.row(0), rows.row(2)), 16);
}

} // namespace
} // namespace mutascope
