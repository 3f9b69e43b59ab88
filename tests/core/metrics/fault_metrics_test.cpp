// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/metrics/diversity.h"
#include "core/metrics/fault.h"
#include "tests/core/metrics/fault_rig.h"
#include <cmath>
#include <gtest/gtest.h>
#include <set>

namespace mutascope {
namespace {

using namespace faulttest;

constexpr Validity valid = Validity::Valid;
constexpr Validity invalid = Validity::Invalid;
constexpr Validity unknown = Validity::Unknown;

const std::vector<MetricInfo> &all()
{
    static const std::vector<MetricInfo> infos = {
        failingShareInfo(),       seedSuccessInfo(),        classPairsInfo(),         faultClustersInfo(),
        faultNoiseInfo(),         validFailingShareInfo(),  validSeedSuccessInfo(),   validClassPairsInfo(),
        validFaultClustersInfo(), pairwiseDistanceInfo(),   geometricDiversityInfo(), vendiInfo(),
        pairEntropyInfo(),        outputImpartialityInfo(), coverageAddedInfo()};
    return infos;
}

// Eight tests of four seeds; five fail.
std::vector<RigTest> mixed()
{
    return {{1, 0, 3, true, valid, {}},    {1, 0, 3, true, invalid, {}}, {1, 0, 0, false, valid, {}},
            {2, 0, 4, true, invalid, {}},  {3, 5, 3, true, valid, {}},   {3, 5, 3, true, valid, {}},
            {4, 5, 5, false, unknown, {}}, {4, 5, 5, false, invalid, {}}};
}

TEST(FaultMetrics, CountedByHand)
{
    EXPECT_EQ(measure(failingShareInfo(), mixed()).value, 5.0 / 8);
    EXPECT_EQ(measure(failingShareInfo(), mixed()).tests, 8);
    EXPECT_EQ(measure(seedSuccessInfo(), mixed()).value, 3.0 / 10);
    EXPECT_EQ(measure(classPairsInfo(), mixed()).value, 3);
    EXPECT_EQ(measure(classPairsInfo(), mixed()).tests, 5);
}

TEST(FaultMetrics, ValidOnesAlone)
{
    EXPECT_DOUBLE_EQ(*measure(validFailingShareInfo(), mixed()).value, 3.0 / 8);
    EXPECT_EQ(measure(validSeedSuccessInfo(), mixed()).value, 2.0 / 10);
    EXPECT_EQ(measure(validClassPairsInfo(), mixed()).value, 2);
}

// 4 failing of 5, two of them judged, one valid: half of the failing ones are taken to be valid.
TEST(FaultMetrics, AJudgedSampleStandsForAll)
{
    const std::vector<RigTest> tests = {{1, 0, 1, true, valid, {}},
                                        {2, 0, 1, true, invalid, {}},
                                        {3, 0, 1, true, unknown, {}},
                                        {4, 0, 1, true, unknown, {}},
                                        {5, 0, 0, false, valid, {}}};
    EXPECT_DOUBLE_EQ(*measure(validFailingShareInfo(), tests).value, 2.0 / 5);
    EXPECT_EQ(measure(validSeedSuccessInfo(), tests).value, 1.0 / 10);
}

TEST(FaultMetrics, NobodyJudged)
{
    const std::vector<RigTest> tests = {{1, 0, 1, true, unknown, {}}, {2, 0, 0, false, valid, {}}};
    for (const MetricInfo &info : {validFailingShareInfo(), validSeedSuccessInfo(), validClassPairsInfo()}) {
        const MetricValue value = measure(info, tests);
        EXPECT_FALSE(value.value) << info.id;
        EXPECT_EQ(value.missing,
                  "needs failing tests whose validity was judged by people or an automated "
                  "validator, has 0 of 1");
    }
}

TEST(FaultMetrics, NothingFailedIsAnHonestZero)
{
    const std::vector<RigTest> tests = {{1, 0, 0, false, unknown, {}}};
    for (const MetricInfo &info : {failingShareInfo(), seedSuccessInfo(), classPairsInfo(),
                                   validFailingShareInfo(), validSeedSuccessInfo(), validClassPairsInfo()})
        EXPECT_EQ(measure(info, tests).value, 0) << info.id;
}

TEST(FaultMetrics, TotalsThatCannotBe)
{
    const auto metric = makeMetric(seedSuccessInfo());
    metric->add(batchOf(mixed()));
    EXPECT_THROW(metric->value(totalsOf(mixed(), 2)), Error);
    EXPECT_EQ(metric->value(totalsOf(mixed(), 0)).missing, "needs 1 attempted seed, has 0");
}

// Every metric, here and for diversity.
TEST(FaultMetrics, EmptyRunsHaveNoValueButAReason)
{
    for (const MetricInfo &info : all()) {
        const MetricValue value = makeMetric(info)->value({});
        EXPECT_FALSE(value.value) << info.id;
        EXPECT_TRUE(value.missing.starts_with("needs ")) << info.id << ": " << value.missing;
    }
}

std::vector<RigTest> many()
{
    std::vector<RigTest> tests;
    for (int i = 0; i < 120; ++i)
        tests.push_back({i / 3,
                         i % 4,
                         i % 7,
                         i % 5 != 0,
                         i % 3 == 0 ? invalid : valid,
                         {float(std::sin(i)), float(std::cos(2 * i)), float(i % 7), float(i % 11)}});
    return tests;
}

TEST(FaultMetrics, BatchesDoNotMatter)
{
    for (const MetricInfo &info : all()) {
        if (info.id == "coverage-added")
            continue;
        const ParamTexts texts = info.needs.features ? ParamTexts{{"most-tests", "70"}} : ParamTexts{};
        const auto value = [&](std::size_t atOnce) {
            const auto metric = makeMetric(info, texts);
            const auto tests = many();
            for (std::size_t i = 0; i < tests.size(); i += atOnce)
                metric->add(batchOf({tests.begin() + std::ptrdiff_t(i),
                                     tests.begin() + std::ptrdiff_t(std::min(i + atOnce, tests.size()))}));
            return metric->value(totalsOf(tests, 40));
        };
        const MetricValue whole = value(120);
        ASSERT_TRUE(whole.value) << info.id << ": " << whole.missing;
        EXPECT_TRUE(std::isfinite(*whole.value)) << info.id;
        EXPECT_EQ(whole.value, value(1).value) << info.id;
        EXPECT_EQ(whole.value, value(7).value) << info.id;
        EXPECT_TRUE(!info.needs.features || whole.tests <= 70) << info.id;
    }
}

TEST(FaultMetrics, MembersOfOneLength)
{
    for (const MetricInfo &info : all()) {
        const auto metric = makeMetric(info);
        MetricBatch batch = batchOf(many());
        batch.labels.pop_back();
        EXPECT_THROW(metric->add(batch), Error) << info.id;
        batch = batchOf(many());
        batch.validatorScores = {1};
        EXPECT_THROW(metric->add(batch), Error) << info.id;
        batch = batchOf(many());
        batch.testFeatures.values.pop_back();
        EXPECT_THROW(metric->add(batch), Error) << info.id;
        batch = batchOf(many());
        batch.testFeatures = {};
        if (info.needs.features) {
            EXPECT_THROW(metric->add(batch), Error) << info.id;
        } else {
            EXPECT_NO_THROW(metric->add(batch)) << info.id;
        }
    }
}

TEST(FaultMetrics, FeaturesOfOneWidth)
{
    const auto metric = makeMetric(vendiInfo());
    metric->add(batchOf(withFeatures({{1, 2}})));
    EXPECT_THROW(metric->add(batchOf(withFeatures({{1, 2, 3}}))), Error);
}

TEST(FaultMetrics, Described)
{
    std::set<std::string> ids;
    for (const MetricInfo &info : all()) {
        EXPECT_TRUE(ids.insert(info.id).second) << info.id;
        EXPECT_FALSE(info.name.empty() || info.summary.empty() || info.paper.empty()) << info.id;
        EXPECT_NE(info.summary.back(), '.') << info.id;
    }
}

} // namespace
} // namespace mutascope
