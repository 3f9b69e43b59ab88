// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/generators/sinvad/operators.h"
#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>

namespace mutascope::sinvad {
namespace {

constexpr Range wide{-100, 100};

TEST(SinVadOperators, CrossoverTakesBothSidesOfOnePlace)
{
    Rng rng(3);
    const Point one{1, 1, 1, 1};
    const Point other{2, 2, 2, 2};
    std::vector<int> places(5);
    for (int i = 0; i < 3000; ++i) {
        const Point child = crossed(one, other, rng);
        const auto place = std::find(child.begin(), child.end(), 2.0f) - child.begin();
        ASSERT_TRUE(std::all_of(child.begin() + place, child.end(), [](float v) { return v == 2; }));
        ++places[std::size_t(place)];
    }
    EXPECT_EQ(places[0], 0); // at least one coordinate of each
    EXPECT_EQ(places[4], 0);
    for (int place = 1; place <= 3; ++place)
        EXPECT_NEAR(places[std::size_t(place)], 1000, 4.5 * std::sqrt(1000 * 2 / 3.0));
    EXPECT_EQ(crossed({5}, {6}, rng), Point{5});
}

TEST(SinVadOperators, MutationLeavesTheSeedsCoordinatesAlone)
{
    Rng rng(4);
    const Point origin{0, 1, 2, 3};
    Point point{0, 7, 2, 8};
    mutate(point, origin, 0.5, false, wide, rng);
    EXPECT_EQ(point[0], 0);
    EXPECT_EQ(point[2], 2);
    EXPECT_NE(point[1], 7);
    EXPECT_NE(point[3], 8);
    mutate(point, origin, 0.5, true, wide, rng);
    for (std::size_t i = 0; i < 4; ++i)
        EXPECT_NE(point[i], origin[i]);
}

TEST(SinVadOperators, NoiseHasItsDeviationAndStaysInRange)
{
    Rng rng(5);
    const Point origin(20000, 3.0f);
    const Point point = scattered(origin, 0.7, wide, rng);
    double sum = 0;
    double squares = 0;
    for (const float value : point) {
        sum += value - 3;
        squares += (value - 3) * (value - 3);
    }
    EXPECT_NEAR(sum / 20000, 0, 5 * 0.7 / std::sqrt(20000));
    EXPECT_NEAR(std::sqrt(squares / 20000), 0.7, 0.02);
    const Point clamped = scattered(origin, 50, {-1, 4}, rng);
    EXPECT_EQ(*std::min_element(clamped.begin(), clamped.end()), -1);
    EXPECT_EQ(*std::max_element(clamped.begin(), clamped.end()), 4);
}

TEST(SinVadOperators, ResetReturnsAShareToTheSeed)
{
    Rng rng(6);
    const Point origin(10000, 0.0f);
    Point point(10000, 1.0f);
    reset(point, origin, 0.2, rng);
    EXPECT_NEAR(double(changedCoordinates(point, origin)), 8000, 4.5 * std::sqrt(1600));
    reset(point, origin, 0, rng);
    EXPECT_GT(changedCoordinates(point, origin), 0u);
    reset(point, origin, 1, rng);
    EXPECT_EQ(point, origin);
}

TEST(SinVadOperators, DistanceIsTheSumOfDifferences)
{
    const Point origin{1, -2, 0, 4};
    const Point point{1, -3.5f, 0.25f, 3};
    EXPECT_DOUBLE_EQ(l1Distance(point, origin), 1.5 + 0.25 + 1);
    EXPECT_EQ(changedCoordinates(point, origin), 3u);
    EXPECT_DOUBLE_EQ(l1Distance(origin, origin), 0);
}

} // namespace
} // namespace mutascope::sinvad
