// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nets/advgan_margin.h"
#include <cmath>
#include <gtest/gtest.h>
#include <limits>

namespace mutascope {
namespace {

Predictions rows(int classes, bool probabilities, std::vector<float> outputs)
{
    return {outputs.size() / std::size_t(classes), classes, probabilities, std::move(outputs)};
}

TEST(AdvGanMargin, UntargetedIsTheLeadOfTheRightClassOverTheBestOther)
{
    const std::vector<int> labels{0, 2};
    MarginLoss loss({-1, 1}, labels);
    // Leads of 2 (over class 2) and -0.5 (behind class 1); kappa 1 keeps both active.
    const std::vector<float> weights = loss.add(rows(3, false, {5, 1, 3, 0, 2, 1.5f}), 0);
    EXPECT_EQ(weights, (std::vector<float>{0.5f, 0, -0.5f, 0, -0.5f, 0.5f}));
    EXPECT_DOUBLE_EQ(loss.value(), (2 - 0.5) / 2);
    EXPECT_DOUBLE_EQ(loss.success(), 0.5);
}

TEST(AdvGanMargin, AnImageThatIsFarEnoughOnTheWrongSideIsLeftAlone)
{
    const std::vector<int> labels{0};
    MarginLoss loss({-1, 1}, labels);
    EXPECT_EQ(loss.add(rows(2, false, {0, 3}), 0), (std::vector<float>{0, 0}));
    EXPECT_DOUBLE_EQ(loss.value(), -1);
    EXPECT_DOUBLE_EQ(loss.success(), 1);
}

TEST(AdvGanMargin, TargetedIsTheLeadOverTheTarget)
{
    const std::vector<int> labels{0, 1, 2};
    MarginLoss loss({1, 0}, labels);
    // The second image is of the target's class: nothing to reach. The third already is where it should be.
    const std::vector<float> weights = loss.add(rows(3, false, {4, 1, 2, 9, 0, 0, 0, 5, 1}), 0);
    EXPECT_EQ(weights, (std::vector<float>{0.5f, -0.5f, 0, 0, 0, 0, 0, 0, 0}));
    EXPECT_DOUBLE_EQ(loss.value(), 3.0 / 2);
    EXPECT_DOUBLE_EQ(loss.success(), 0.5);
}

TEST(AdvGanMargin, TakenForAnotherClassIsNoSuccessWhereThereIsATarget)
{
    const std::vector<int> labels{0};
    MarginLoss loss({1, 0}, labels);
    loss.add(rows(3, false, {0, 1, 2}), 0);
    EXPECT_DOUBLE_EQ(loss.success(), 0);
}

TEST(AdvGanMargin, PortionsAddUpToTheWholeBatch)
{
    const std::vector<int> labels{0, 1, 0, 1};
    const std::vector<float> outputs{3, 1, 0, 2, 1, 4, 2, 2.5f};
    MarginLoss whole({-1, 5}, labels);
    const std::vector<float> all = whole.add(rows(2, false, outputs), 0);
    MarginLoss parts({-1, 5}, labels);
    std::vector<float> joined = parts.add(rows(2, false, {3, 1}), 0);
    const std::vector<float> rest = parts.add(rows(2, false, {0, 2, 1, 4, 2, 2.5f}), 1);
    joined.insert(joined.end(), rest.begin(), rest.end());
    EXPECT_EQ(joined, all);
    EXPECT_DOUBLE_EQ(parts.value(), whole.value());
    EXPECT_DOUBLE_EQ(parts.success(), whole.success());
}

// A model that ends in a softmax must pull as one that ends before it.
TEST(AdvGanMargin, OfProbabilitiesItIsThatOfTheLogits)
{
    const std::vector<double> logits{4, 1, -2};
    double sum = 0;
    for (const double logit : logits)
        sum += std::exp(logit);
    std::vector<float> p;
    for (const double logit : logits)
        p.push_back(float(std::exp(logit) / sum));
    const std::vector<int> labels{0};
    MarginLoss loss({-1, 0}, labels);
    const std::vector<float> weights = loss.add(rows(3, true, p), 0);
    EXPECT_NEAR(loss.value(), 3, 1e-5);
    // Through the softmax's derivative: d margin / d logit must be 1, -1, 0.
    for (std::size_t k = 0; k < 3; ++k) {
        double slope = 0;
        for (std::size_t i = 0; i < 3; ++i)
            slope += weights[i] * p[i] * ((i == k ? 1 : 0) - p[k]);
        EXPECT_NEAR(slope, k == 0 ? 1 : k == 1 ? -1 : 0, 1e-5) << k;
    }
}

TEST(AdvGanMargin, AProbabilityOfZeroStaysFinite)
{
    const std::vector<int> labels{0};
    MarginLoss loss({-1, 0}, labels);
    for (const float weight : loss.add(rows(2, true, {1, 0}), 0))
        EXPECT_TRUE(std::isfinite(weight));
    EXPECT_TRUE(std::isfinite(loss.value()));
}

TEST(AdvGanMargin, NoNumberIsNoSuccessfulValue)
{
    const std::vector<int> labels{0};
    MarginLoss loss({-1, 0}, labels);
    loss.add(rows(2, false, {std::numeric_limits<float>::quiet_NaN(), 1}), 0);
    EXPECT_FALSE(std::isfinite(loss.value()));
}

TEST(AdvGanMargin, WithoutAnAttackedImageItIsZero)
{
    const std::vector<int> labels{1, 1};
    MarginLoss loss({1, 0}, labels);
    EXPECT_EQ(loss.add(rows(2, false, {1, 2, 3, 4}), 0), (std::vector<float>(4, 0)));
    EXPECT_EQ(loss.value(), 0);
    EXPECT_EQ(loss.success(), 0);
}

} // namespace
} // namespace mutascope
