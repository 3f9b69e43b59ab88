// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/coverage/criterion.h"
#include "core/generators/deepsmart/shaped_reward.h"
#include <gtest/gtest.h>

namespace mutascope::deepsmart {
namespace {

// A bench with a real criterion and traces made by hand.
class TraceBench : public TestBench {
public:
    TraceBench(const std::string &criterion, const std::vector<LayerSlice> &layers)
        : m_criterion(parseCriterion(criterion).create(layers))
    {
    }
    Evaluation evaluate(std::vector<Candidate>) override { return {}; }
    double gain(const Evaluation &evaluation, std::size_t begin, std::size_t end) const override
    {
        return m_criterion->gain({evaluation.trace, begin, end});
    }
    double commit(const Evaluation &evaluation, std::size_t begin, std::size_t end) override
    {
        m_criterion->commit({evaluation.trace, begin, end});
        return 0;
    }
    TestId keep(Evaluation &, std::size_t, double) override { return 0; }
    Image image(TestId) const override { return {}; }
    void countTries(const std::string &, std::int64_t) override { }
    Model &model() override { throw Error(ErrorCode::Internal, "there is no model"); }

private:
    std::unique_ptr<Criterion> m_criterion;
};

const std::vector<LayerSlice> layers{{"a", 0, 3}, {"b", 3, 2}};

Evaluation rows(std::vector<float> values)
{
    Evaluation evaluation;
    evaluation.trace.layers = layers;
    evaluation.trace.neurons = 5;
    evaluation.trace.predictions = {values.size() / 5, 2, false, std::vector<float>(values.size() / 5 * 2)};
    evaluation.trace.values = std::move(values);
    return evaluation;
}

TEST(ShapedReward, IsHowNearAnUncoveredNeuronCame)
{
    TraceBench bench("nc:0.75", layers);
    bench.commit(rows({0, 0, 8, 1, 0}), 0, 1); // covers neurons 2 and 3
    ShapedReward shaped;
    // Scaled: 0, 0.5, 1 and 1, 0. Uncovered are 0, 1 and 4: neuron 1 is nearest, 1 / (1 + 0.25), of 5
    // neurons.
    EXPECT_NEAR(shaped.of(bench, rows({0, 2, 4, 7, 3}), 0, 1), 0.8 / 5, 1e-9);
    // The nearest of all rows counts: 0.7 scaled, 1 / 1.05.
    EXPECT_NEAR(shaped.of(bench, rows({0, 2, 4, 7, 3, 0, 7, 10, 1, 0}), 0, 2), 1 / 1.05 / 5, 1e-6);
    EXPECT_NEAR(shaped.of(bench, rows({0, 2, 4, 7, 3, 0, 7, 10, 1, 0}), 0, 1), 0.8 / 5, 1e-9);
}

TEST(ShapedReward, CoveredNeuronsCountNoMore)
{
    TraceBench bench("nc:0.75", layers);
    bench.commit(rows({1, 1, 1, 1, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0, 0}), 0, 3); // all but none
    ShapedReward shaped;
    EXPECT_EQ(shaped.of(bench, rows({0, 2, 4, 7, 3}), 0, 1), 0);
}

TEST(ShapedReward, TheThresholdIsThatOfTheParameters)
{
    TraceBench bench("nc:0.5", layers);
    ShapedReward shaped(0.5);
    EXPECT_NEAR(shaped.of(bench, rows({0, 5, 10, 0, 0}), 0, 1), 1.0 / 5, 1e-9);
}

TEST(ShapedReward, OtherCriteriaAreRefused)
{
    for (const char *criterion : {"tknc:2", "ann", "tknp:1"}) {
        TraceBench bench(criterion, layers);
        ShapedReward shaped;
        EXPECT_THROW(shaped.of(bench, rows({0, 2, 4, 7, 3}), 0, 1), Error) << criterion;
    }
}

} // namespace
} // namespace mutascope::deepsmart
