// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/model/model_fixture.h"
#include <cmath>
#include <limits>

namespace mutascope::modeltest {

namespace {

constexpr float nan = std::numeric_limits<float>::quiet_NaN();
constexpr float infinity = std::numeric_limits<float>::infinity();

Predictions oneRow(std::vector<float> values, bool probabilities = false)
{
    return {1, int(values.size()), probabilities, std::move(values)};
}

TEST(PredictionsTest, TheFirstLargestOutputIsPredicted)
{
    const Predictions two{2, 3, false, {1, 3, 3, -1, -2, -3}};
    EXPECT_EQ(two.predicted(0), 1);
    EXPECT_EQ(two.predicted(1), 0);
}

TEST(PredictionsTest, NotANumberNeverWins)
{
    EXPECT_EQ(oneRow({nan, -5, -4}).predicted(0), 2);
    EXPECT_EQ(oneRow({-5, nan, -6}).predicted(0), 0);
    EXPECT_EQ(oneRow({nan, nan}).predicted(0), 0);
    EXPECT_EQ(oneRow({1, -infinity, infinity}).predicted(0), 2);
}

TEST(PredictionsTest, LogitsBecomeProbabilities)
{
    const auto values = oneRow({0, std::log(2.0f), std::log(5.0f)}).probabilitiesOf(0);
    EXPECT_NEAR(values[0], 0.125f, 1e-6);
    EXPECT_NEAR(values[1], 0.25f, 1e-6);
    EXPECT_NEAR(values[2], 0.625f, 1e-6);
}

TEST(PredictionsTest, LargeLogitsDoNotOverflow)
{
    const auto values = oneRow({1000, 999}).probabilitiesOf(0);
    EXPECT_NEAR(values[0], 0.7310586f, 1e-6);
    EXPECT_EQ(oneRow({infinity, 3}).probabilitiesOf(0), (std::vector<float>{1, 0}));
}

TEST(PredictionsTest, ProbabilitiesStayAsTheyAre)
{
    EXPECT_EQ(oneRow({0.25f, 0.75f}, true).probabilitiesOf(0), (std::vector<float>{0.25f, 0.75f}));
}

} // namespace

} // namespace mutascope::modeltest
