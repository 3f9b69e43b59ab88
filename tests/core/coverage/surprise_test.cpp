// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/coverage/class_traces.h"
#include "tests/core/coverage/coverage_fixture.h"
#include <cmath>
#include <numbers>

namespace mutascope {
namespace {

using namespace coveragetest;

std::unique_ptr<Criterion> trained(const std::string &text, const std::vector<int> &counts,
                                   const std::vector<Row> &rows, const std::vector<std::size_t> &classes)
{
    auto criterion = make(text, counts);
    criterion->fit(classifiedTrace(counts, rows, classes));
    return criterion;
}

double scoreOf(const Criterion &criterion, const Row &row, std::size_t cls)
{
    const Trace trace = classifiedTrace({int(row.size())}, {row}, {cls});
    return imageScores(criterion, TraceRows::all(trace)).at(0);
}

TEST(DistanceSurprise, RatioOfTwoDistances)
{
    auto dsc = trained("dsc", {2}, {{0, 0}, {4, 0}, {0, 3}}, {0, 1, 0});
    EXPECT_DOUBLE_EQ(scoreOf(*dsc, {0, 1}, 0), 0.25); // 1 from (0,0), which is 4 from (4,0)
    EXPECT_DOUBLE_EQ(scoreOf(*dsc, {0, 2}, 0), 0.2); // 1 from (0,3), which is 5 from (4,0)
    EXPECT_DOUBLE_EQ(scoreOf(*dsc, {4, 2}, 1), 0.5); // 2 from (4,0), which is 4 from (0,0)
    EXPECT_EQ(scoreOf(*dsc, {0, 3}, 0), 0);
    EXPECT_TRUE(std::isnan(scoreOf(*dsc, {0, 1}, 2))); // no training image of the class
    EXPECT_TRUE(std::isnan(scoreOf(*dsc, {0, nan}, 0)));
    const Trace noOutputs = withOutputs(traceOf({2}, {{0, 1}}), {{nan, nan, nan}});
    EXPECT_TRUE(std::isnan(imageScores(*dsc, TraceRows::all(noOutputs)).at(0)));
}

TEST(DistanceSurprise, WithoutAnotherClassOrWithATwinInIt)
{
    auto alone = trained("dsc", {1}, {{0}, {1}}, {0, 0});
    EXPECT_TRUE(std::isnan(scoreOf(*alone, {5}, 0)));
    auto twins = trained("dsc", {1}, {{1}, {1}}, {0, 1});
    EXPECT_EQ(scoreOf(*twins, {1}, 0), 0);
    EXPECT_EQ(scoreOf(*twins, {2}, 0), inf);
}

TEST(DistanceSurprise, SamplesAreTheFirstOfEachClass)
{
    auto dsc = trained("dsc:samples=2", {1}, {{0}, {1}, {9}, {20}}, {0, 0, 0, 1});
    EXPECT_DOUBLE_EQ(scoreOf(*dsc, {9}, 0), 8.0 / 19); // the 9 was the third
}

TEST(MahalanobisSurprise, DistanceInStandardDeviations)
{
    // Independent neurons with the mean (1, 0) and the variances 1 and 4.
    auto mdsc = trained("mdsc:ridge=1e-9", {2}, {{0, 2}, {2, 2}, {0, -2}, {2, -2}}, {1, 1, 1, 1});
    EXPECT_NEAR(scoreOf(*mdsc, {4, 4}, 1), std::sqrt(9 + 4), 1e-7);
    EXPECT_NEAR(scoreOf(*mdsc, {1, 0}, 1), 0, 1e-12);
    EXPECT_TRUE(std::isnan(scoreOf(*mdsc, {4, 4}, 0)));
}

// Covariance [[2.5, 1.5], [1.5, 2.5]] (values +-1, +-2 in correlation 0.6), inverse [[0.625, -0.375], ...].
TEST(MahalanobisSurprise, CorrelationCounts)
{
    auto mdsc = trained("mdsc:ridge=1e-9", {2}, {{2, 2}, {-2, -2}, {1, -1}, {-1, 1}}, {0, 0, 0, 0});
    EXPECT_NEAR(scoreOf(*mdsc, {1, 1}, 0), std::sqrt(0.625 + 0.625 - 0.75), 1e-7);
    EXPECT_NEAR(scoreOf(*mdsc, {1, -1}, 0), std::sqrt(0.625 + 0.625 + 0.75), 1e-7);
}

// The ridge is a share of the mean variance: 1 and 3 give 1 + 0.5 * 2 and 3 + 0.5 * 2.
TEST(MahalanobisSurprise, RidgeIsAddedToTheVariances)
{
    const float root = std::sqrt(3.0f);
    auto mdsc
        = trained("mdsc:ridge=0.5", {2}, {{1, root}, {-1, root}, {1, -root}, {-1, -root}}, {0, 0, 0, 0});
    EXPECT_NEAR(scoreOf(*mdsc, {2, 4}, 0), std::sqrt(4.0 / 2 + 16.0 / 4), 1e-6);
}

TEST(LikelihoodSurprise, KernelDensity)
{
    const double half = 0.5 * std::log(2 * std::numbers::pi);
    auto fixed = trained("lsc:bandwidth=1", {1}, {{-1}, {1}, {7}}, {0, 0, 1});
    EXPECT_NEAR(scoreOf(*fixed, {0}, 0), half + 0.5, 1e-12);
    EXPECT_NEAR(scoreOf(*fixed, {1}, 0), half - std::log(0.5 * (1 + std::exp(-2.0))), 1e-12);
    EXPECT_NEAR(scoreOf(*fixed, {1e4f}, 0), half + std::log(2) + 0.5 * 9999.0 * 9999, 1e-4); // no underflow
    EXPECT_TRUE(std::isnan(scoreOf(*fixed, {7}, 1))); // one image is no density
    // Scott: variance 2 (of n - 1), times 2^(-2/5).
    auto scott = trained("lsc:ridge=1e-9", {1}, {{-1}, {1}}, {0, 0});
    const double kernel = 2 * std::pow(2, -0.4);
    EXPECT_NEAR(scoreOf(*scott, {0}, 0), half + 0.5 * std::log(kernel) + 0.5 / kernel, 1e-7);
}

TEST(LikelihoodSurprise, NeuronsOfSmallVarianceAreLeftOut)
{
    const std::vector<Row> rows = {{-1, 5, 0}, {1, 5, 4}, {0, 1, 0}, {3, 2, 1}};
    // The second neuron never changes in class 0; the third varies most.
    auto two = trained("lsc:bandwidth=1", {3}, rows, {0, 0, 1, 1});
    EXPECT_NEAR(scoreOf(*two, {0, 99, 2}, 0), std::log(2 * std::numbers::pi) + 0.5 + 2, 1e-12);
    auto one = trained("lsc:bandwidth=1,neurons=1", {3}, rows, {0, 0, 1, 1});
    EXPECT_NEAR(scoreOf(*one, {99, 99, 2}, 0), 0.5 * std::log(2 * std::numbers::pi) + 2, 1e-12);
    auto none = trained("lsc:min-variance=100", {3}, rows, {0, 0, 1, 1});
    const Error error = errorOf([&] { scoreOf(*none, {0, 0, 0}, 0); });
    EXPECT_EQ(error.code(), ErrorCode::Usage);
    EXPECT_FALSE(error.hint().empty());
}

TEST(MahalanobisSurprise, CovariancesThatNeedTooMuchMemoryAreRefused)
{
    auto mdsc = trained("mdsc:neurons=0,min-variance=0", {12000}, {Row(12000, 1), Row(12000, 2)}, {0, 0});
    const Error error = errorOf([&] { scoreOf(*mdsc, Row(12000, 3), 0); });
    EXPECT_EQ(error.code(), ErrorCode::Usage);
    EXPECT_FALSE(error.hint().empty());
}

// Scores are |x| / 10 for class 0.
std::size_t bucketsHit(const std::string &text, const std::vector<float> &values)
{
    auto dsc = trained(text, {1}, {{0}, {10}}, {0, 1});
    std::vector<Row> rows;
    for (const float value : values)
        rows.push_back({value});
    dsc->commit(TraceRows::all(classifiedTrace({1}, rows, std::vector<std::size_t>(rows.size(), 0))));
    EXPECT_DOUBLE_EQ(dsc->value(), double(coveredOf(*dsc)) / double(coverageCount(*dsc)->total));
    return coveredOf(*dsc);
}

TEST(SurpriseCoverage, Buckets)
{
    EXPECT_EQ(bucketsHit("dsc:k=4", {1, 2, 4}), 1u); // 0.1, 0.2, 0.4 of 0..0.5
    EXPECT_EQ(bucketsHit("dsc:k=4", {1, 5, 10, 15}), 4u);
    EXPECT_EQ(bucketsHit("dsc:k=4", {20, 16}), 1u); // the upper end is in the last bucket
    EXPECT_EQ(bucketsHit("dsc:k=4", {16, 99}), 1u); // clamped into the last
    EXPECT_EQ(bucketsHit("dsc:k=4,clamp=false", {99}), 0u);
    EXPECT_EQ(bucketsHit("dsc:k=4,lower=1,clamp=false", {9}), 0u);
    EXPECT_EQ(bucketsHit("dsc:k=4,lower=1", {9, 11}), 1u);
    EXPECT_EQ(bucketsHit("dsc:k=4,lower=1,upper=5", {11, 29, 49}), 3u);
}

TEST(SurpriseCoverage, HiddenIsTheLastLayerThatIsNotTheOutputs)
{
    const std::vector<int> counts = {2, 1, 3}; // three classes
    auto dsc = make("dsc", counts);
    dsc->fit(classifiedTrace(counts, {{9, 9, 0, 9, 9, 9}, {1, 1, 4, 1, 1, 1}}, {0, 1}));
    const auto scored = [&](const std::string &layer) {
        auto criterion = make("dsc:layer=" + layer, counts);
        criterion->fit(classifiedTrace(counts, {{9, 9, 0, 9, 9, 9}, {1, 1, 4, 1, 1, 1}}, {0, 1}));
        const Trace trace = classifiedTrace(counts, {{8, 9, 1, 9, 9, 7}}, {0});
        return imageScores(*criterion, TraceRows::all(trace)).at(0);
    };
    EXPECT_DOUBLE_EQ(scored("hidden"), 0.25);
    EXPECT_DOUBLE_EQ(scored("layer1"), 0.25);
    EXPECT_DOUBLE_EQ(scored("layer2"), 2 / std::sqrt(3 * 64));
    EXPECT_DOUBLE_EQ(scored("all"), std::sqrt(6) / std::sqrt(5 * 64 + 16));
    EXPECT_DOUBLE_EQ(scored("outputs"), 0); // (1, 0, 0) is the training image's
}

TEST(SurpriseCoverage, TracesOfAnotherModelAreRefused)
{
    auto dsc = trained("dsc", {2}, {{0, 0}, {4, 0}}, {0, 1});
    const Trace moreClasses = withOutputs(traceOf({2}, {{1, 1}}), {{0, 0, 0, 1}});
    EXPECT_EQ(errorOf([&] { dsc->gain(TraceRows::all(moreClasses)); }).code(), ErrorCode::Internal);
    Trace cut = classifiedTrace({2}, {{1, 1}}, {0});
    cut.predictions.outputs.pop_back();
    EXPECT_EQ(errorOf([&] { dsc->gain(TraceRows::all(cut)); }).code(), ErrorCode::Internal);
    EXPECT_EQ(errorOf([&] { dsc->fit(cut); }).code(), ErrorCode::Internal);
}

// rows seen, width, classes, then the number of rows of each class and their values.
std::string tracesState(const std::vector<std::uint64_t> &numbers, const std::vector<float> &values)
{
    StateWriter writer;
    for (const std::uint64_t number : numbers)
        writer.u64(number);
    for (const float value : values)
        writer.f32(value);
    return writer.bytes();
}

void loadTraces(const std::string &bytes)
{
    StateReader reader(bytes);
    ClassTraces::load(reader, 10);
    reader.expectEnd();
}

TEST(ClassTracesState, ImpossibleContentIsRefused)
{
    loadTraces(tracesState({3, 2, 1, 2}, {1, 2, 3, 4}));
    loadTraces(tracesState({0, 0, 0}, {}));
    const std::uint64_t huge = std::uint64_t{1} << 62;
    for (const std::string &bytes :
         {tracesState({3, 2, 1, 2}, {1, 2, 3}), tracesState({3, 2, 1, 2}, {1, 2, 3, nan}),
          tracesState({3, 2, 1, 11}, std::vector<float>(22)), tracesState({3, huge, 1, 4}, {1, 2}),
          tracesState({3, 2, huge, 1}, {1, 2}), tracesState({3, 0, 1, 5}, {}),
          tracesState({0, 2, 1, 1}, {1, 2}), tracesState({3, 2, 0}, {}),
          tracesState({3, 2, 1, 1}, {1, 2, 3})})
        EXPECT_EQ(errorOf([&] { loadTraces(bytes); }).code(), ErrorCode::BadData);
}

} // namespace
} // namespace mutascope
