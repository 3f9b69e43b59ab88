// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/metrics/naturalness_fixture.h"

namespace mutascope {
namespace {

using namespace naturalnesstest;

MetricValue costOf(const std::string &id, const RunTotals &totals, const MetricBatch &batch = {})
{
    const auto metric = makeMetric(id, {});
    metric->add(batch);
    return metric->value(totals);
}

RunTotals someTotals()
{
    RunTotals totals;
    totals.generated = 40;
    totals.failing = 8;
    totals.modelCalls = 1000;
    totals.seconds = 20;
    totals.trainingSeconds = 7;
    totals.trainingCalls = 64;
    totals.peakBytes = 3 << 20;
    return totals;
}

TEST(Efficiency, CostsAreSharedOut)
{
    EXPECT_EQ(costOf("seconds-per-test", someTotals()).value, 0.5);
    EXPECT_EQ(costOf("calls-per-test", someTotals()).value, 25);
    EXPECT_EQ(costOf("seconds-per-failing-test", someTotals()).value, 2.5);
    EXPECT_EQ(costOf("calls-per-failing-test", someTotals()).value, 125);
    EXPECT_EQ(costOf("training-seconds", someTotals()).value, 7);
    EXPECT_EQ(costOf("training-calls", someTotals()).value, 64);
    EXPECT_EQ(costOf("peak-memory", someTotals()).value, 3);
}

TEST(Efficiency, ValidOnesAreTakenFromThoseJudged)
{
    MetricBatch batch = failingBatch(8);
    std::ranges::fill(batch.validity, Validity::Invalid);
    batch.validity[0] = batch.validity[1] = Validity::Valid;
    const MetricValue all = costOf("seconds-per-valid-failing-test", someTotals(), batch);
    EXPECT_EQ(all.value, 10);
    EXPECT_EQ(all.note, "");
    std::ranges::fill(batch.validity.begin() + 2, batch.validity.end(), Validity::Unknown);
    batch.validity[2] = batch.validity[3] = Validity::Invalid; // half of four: four of eight
    const MetricValue some = costOf("calls-per-valid-failing-test", someTotals(), batch);
    EXPECT_EQ(some.value, 250);
    EXPECT_EQ(some.note, "share of valid ones taken from 4 judged of 8 failing tests");
}

TEST(Efficiency, NothingIsDividedByZero)
{
    RunTotals totals = someTotals();
    totals.failing = 0;
    EXPECT_EQ(costOf("seconds-per-failing-test", totals).missing, "needs 1 failing test, has 0");
    totals.generated = 0;
    EXPECT_EQ(costOf("calls-per-test", totals).missing, "needs 1 test, has 0");
    totals.peakBytes = 0;
    EXPECT_EQ(costOf("peak-memory", totals).missing, "the run's memory was not measured");
    MetricBatch invalid = failingBatch(2);
    std::ranges::fill(invalid.validity, Validity::Invalid);
    EXPECT_EQ(costOf("seconds-per-valid-failing-test", someTotals(), invalid).missing,
              "needs 1 valid failing test, has 0");
    EXPECT_FALSE(costOf("seconds-per-valid-failing-test", someTotals(), failingBatch(2)).missing.empty());
}

} // namespace
} // namespace mutascope
