// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/metrics/naturalness_fixture.h"
#include <cmath>
#include <regex>
#include <set>

// What holds for every metric.
namespace mutascope {
namespace {

using namespace naturalnesstest;

constexpr std::size_t count = 90;
const ImageShape shape{16, 12, 3};

MetricBatch fullBatch()
{
    MetricBatch batch = pairs(shape, count, false);
    const std::vector<int> draws = numbers(6, count);
    for (std::size_t i = 0; i < count; ++i) {
        batch.seedIds[i] = std::int64_t(i / 3);
        batch.labels[i] = int(i / 3) % 4;
        batch.failing[i] = draws[i] % 3 != 0;
        batch.predicted[i] = (batch.labels[i] + (batch.failing[i] ? 1 + draws[i] % 3 : 0)) % 4;
        batch.validity[i] = Validity(draws[i] / 64 % 3);
        batch.validatorScores.push_back(draws[i]);
    }
    batch.testFeatures = featureRows(5, count, 0, 3);
    batch.seedFeatures = featureRows(5, count, 0, 5);
    return batch;
}

RunTotals totalsOf(const MetricBatch &batch)
{
    RunTotals totals;
    totals.generated = std::int64_t(batch.failing.size());
    totals.failing = std::ranges::count(batch.failing, 1);
    totals.seedsAttempted = 40;
    totals.modelCalls = 500;
    totals.seconds = 3;
    totals.peakBytes = 1 << 20;
    totals.coverageAdded = {{"nc", 0.25}};
    return totals;
}

class EveryMetric : public ::testing::TestWithParam<std::string> {
protected:
    EveryMetric()
    {
        m_context.shape = shape;
        m_context.classes = 4;
        m_context.reference = &m_reference;
        m_context.referenceValidatorScores = &m_scores;
    }
    std::unique_ptr<Metric> make() const
    {
        const bool lpips = GetParam() == "lpips";
        const std::string network
            = std::string(MUTASCOPE_SOURCE_DIR) + "/tests/core/metrics/pair_distance.pt";
        return makeMetric(GetParam(), m_context, lpips ? Settings{{"network", network}} : Settings{});
    }
    MetricValue inPartsOf(std::size_t size) const
    {
        const MetricBatch batch = fullBatch();
        const auto metric = make();
        for (std::size_t begin = 0; begin < count; begin += size)
            metric->add(slice(batch, begin, std::min(count, begin + size)));
        return metric->value(totalsOf(batch));
    }

private:
    FeatureRows m_reference = featureRows(5, 80, 0, 4);
    std::vector<double> m_scores = {10, 100, 120, 200};
    MetricContext m_context;
};

// A number or a reason, never both, never none, never a NaN.
void expectHonest(const MetricValue &value)
{
    EXPECT_NE(value.value.has_value(), !value.missing.empty()) << value.missing;
    if (value.value) {
        EXPECT_TRUE(std::isfinite(*value.value));
    }
    EXPECT_TRUE(value.quartiles.empty() || value.quartiles.size() == 5);
    EXPECT_TRUE(std::ranges::is_sorted(value.quartiles));
}

TEST_P(EveryMetric, NothingGivesAReason)
{
    const auto metric = make();
    const MetricValue before = metric->value({});
    metric->add({});
    const MetricValue after = metric->value({});
    expectHonest(before);
    expectHonest(after);
    EXPECT_EQ(before.value, after.value);
    if (metricInfo(GetParam()).family == MetricFamily::Naturalness) {
        EXPECT_FALSE(after.value);
    }
}

TEST_P(EveryMetric, HasAValueHoweverTheTestsArrive)
{
    const MetricValue whole = inPartsOf(count);
    expectHonest(whole);
    ASSERT_TRUE(whole.value) << whole.missing;
    for (const std::size_t size : {1, 7, 32}) {
        const MetricValue parts = inPartsOf(size);
        ASSERT_TRUE(parts.value) << size;
        EXPECT_NEAR(*parts.value, *whole.value, 1e-7 * std::abs(*whole.value)) << size;
        EXPECT_EQ(parts.tests, whole.tests);
        EXPECT_EQ(parts.note, whole.note);
    }
}

// Partial tables are shown while a run goes on.
TEST_P(EveryMetric, AskingInBetweenChangesNothing)
{
    const MetricBatch batch = fullBatch();
    const auto metric = make();
    metric->add(slice(batch, 0, 20));
    expectHonest(metric->value(totalsOf(slice(batch, 0, 20))));
    metric->add(slice(batch, 20, count));
    const MetricValue value = metric->value(totalsOf(batch));
    EXPECT_EQ(value.value, metric->value(totalsOf(batch)).value);
    EXPECT_NEAR(value.value.value(), inPartsOf(count).value.value(), 1e-7 * std::abs(value.value.value()));
}

TEST_P(EveryMetric, RefusesMembersOfDifferentLength)
{
    const auto metric = make();
    const auto refuses = [&](const std::function<void(MetricBatch &)> &damage) {
        MetricBatch batch = fullBatch();
        damage(batch);
        EXPECT_THROW(metric->add(batch), Error);
    };
    refuses([](MetricBatch &batch) { batch.failing.pop_back(); });
    refuses([](MetricBatch &batch) { batch.labels.pop_back(); });
    refuses([](MetricBatch &batch) { batch.predicted.push_back(0); });
    refuses([](MetricBatch &batch) { batch.validity.clear(); });
    refuses([](MetricBatch &batch) { batch.seeds = batch.seeds.slice(0, 5); });
    refuses([](MetricBatch &batch) { batch.testFeatures.values.pop_back(); });
    refuses([](MetricBatch &batch) { batch.validatorScores.pop_back(); });
}

TEST_P(EveryMetric, SaysWhatItIs)
{
    const MetricInfo &info = metricInfo(GetParam());
    EXPECT_FALSE(info.name.empty() || info.summary.empty() || info.paper.empty());
    EXPECT_NE(info.summary.back(), '.');
    for (const ParamSpec &param : info.params)
        EXPECT_FALSE(param.tooltip.empty() || param.group.empty() || param.source.empty()) << param.name;
}

// "Who, title, venue year (where there)", or the definition itself.
TEST_P(EveryMetric, NamesItsSource)
{
    const std::string &paper = metricInfo(GetParam()).paper;
    static const std::regex published(".+, .*(\\b(19|20)[0-9]{2}\\b|arXiv [0-9]{4}\\.[0-9]{5}).*");
    EXPECT_TRUE(paper.starts_with("definition: ") ? paper.size() > 30 : std::regex_match(paper, published))
        << paper;
    EXPECT_EQ(paper.find("ours"), std::string::npos) << paper;
}

std::vector<std::string> ids()
{
    std::vector<std::string> all;
    for (const MetricInfo &info : metrics())
        all.push_back(info.id);
    return all;
}

std::string testName(const ::testing::TestParamInfo<std::string> &test)
{
    std::string name = test.param;
    std::ranges::replace(name, '-', '_');
    return name;
}

INSTANTIATE_TEST_SUITE_P(All, EveryMetric, ::testing::ValuesIn(ids()), testName);

TEST(MetricRegistry, IdsAreUniqueAndFamiliesInOrder)
{
    const std::vector<std::string> all = ids();
    EXPECT_EQ(std::set(all.begin(), all.end()).size(), all.size());
    EXPECT_TRUE(std::ranges::is_sorted(metrics(), {}, &MetricInfo::family));
    EXPECT_STREQ(familyName(MetricFamily::Naturalness), "naturalness");
}

TEST(MetricRegistry, UnknownIdsNameTheNearest)
{
    try {
        metricInfo("sim");
        FAIL();
    } catch (const Error &error) {
        EXPECT_EQ(error.code(), ErrorCode::Usage);
        EXPECT_NE(error.hint().find("ssim"), std::string::npos) << error.hint();
    }
}

} // namespace
} // namespace mutascope
