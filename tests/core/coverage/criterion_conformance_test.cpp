// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/coverage/coverage_fixture.h"
#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

namespace mutascope {
namespace {

using namespace coveragetest;

const std::vector<int> counts = {6, 16, 1, 30, 10};

// What every criterion must do, whatever it measures. A new one needs a row in the list below.
class CriterionConformance : public ::testing::TestWithParam<std::string> {
protected:
    std::unique_ptr<Criterion> fresh() const
    {
        auto criterion = make(GetParam(), counts);
        for (std::uint64_t part = 0; part < 3; ++part)
            criterion->fit(randomTrace(counts, 40, 100 + part));
        return criterion;
    }
    const CriterionInfo &info() const { return *parseCriterion(GetParam()).info; }
    bool ratio() const { return info().ratio; }
    // What is new for ANN depends on what came before; NLC looks at batches, and a repeated one shifts its
    // covariances again. All others are unions.
    bool isUnion() const { return info().id != "ann" && info().id != "nlc"; }
    bool looksAtBatches() const { return info().id == "nlc"; }
};

// Wider than the training set, so that both sides of every range are left.
Trace testTrace(std::uint64_t seed, std::size_t rows = 20)
{
    return randomTrace(counts, rows, seed, 1.4);
}

TEST_P(CriterionConformance, StartsEmptyAndCoversSomething)
{
    auto criterion = fresh();
    EXPECT_EQ(criterion->value(), 0.0);
    criterion->commit(TraceRows::all(testTrace(1)));
    EXPECT_GT(criterion->value(), 0.0);
}

TEST_P(CriterionConformance, GainIsWhatCommitAdds)
{
    auto criterion = fresh();
    for (std::uint64_t round = 0; round < 10; ++round) {
        const Trace trace = testTrace(round);
        const std::size_t begin = round % 5;
        const TraceRows rows{trace, begin, round % 2 == 0 ? begin + 1 : trace.count()};
        const double before = criterion->value();
        const double gain = criterion->gain(rows);
        criterion->commit(rows);
        EXPECT_NEAR(criterion->value() - before, gain, 1e-12);
        EXPECT_GE(gain, 0.0);
        EXPECT_TRUE(looksAtBatches() || criterion->gain(rows) == 0.0);
    }
}

TEST_P(CriterionConformance, ValueNeverFallsAndRatiosStayWithinOne)
{
    auto criterion = fresh();
    double last = 0;
    for (std::uint64_t round = 0; round < 30; ++round) {
        criterion->commit(TraceRows::all(testTrace(round)));
        EXPECT_GE(criterion->value(), last);
        last = criterion->value();
    }
    EXPECT_TRUE(!ratio() || last <= 1.0) << last;
}

TEST_P(CriterionConformance, GainHasNoSideEffects)
{
    auto asked = fresh();
    auto other = fresh();
    const Trace first = testTrace(1);
    const Trace second = testTrace(2);
    asked->commit(TraceRows::all(first));
    other->commit(TraceRows::all(first));
    const std::string before = asked->save();
    const double gain = asked->gain(TraceRows::all(second));
    for (std::size_t row = 0; row < second.count(); ++row)
        asked->gain(TraceRows::one(second, row));
    EXPECT_EQ(asked->save(), before);
    EXPECT_EQ(asked->gain(TraceRows::all(second)), gain);
    EXPECT_EQ(other->gain(TraceRows::all(second)), gain);
}

TEST_P(CriterionConformance, OrderOfCommitsDoesNotMatter)
{
    const Trace trace = testTrace(3);
    auto forwards = fresh();
    auto backwards = fresh();
    auto together = fresh();
    for (std::size_t row = 0; row < trace.count(); ++row) {
        forwards->commit(TraceRows::one(trace, row));
        backwards->commit(TraceRows::one(trace, trace.count() - 1 - row));
    }
    together->commit(TraceRows::all(trace));
    EXPECT_TRUE(!isUnion() || forwards->save() == backwards->save());
    EXPECT_TRUE(looksAtBatches() || forwards->save() == together->save());
}

TEST_P(CriterionConformance, FittingInPartsIsFittingAtOnce)
{
    const Trace whole = randomTrace(counts, 50, 9);
    auto atOnce = make(GetParam(), counts);
    atOnce->fit(whole);
    auto inParts = make(GetParam(), counts);
    for (const auto &[begin, end] : {std::pair(0u, 1u), std::pair(1u, 20u), std::pair(20u, 50u)})
        inParts->fit(partOf(whole, begin, end));
    EXPECT_EQ(atOnce->save(), inParts->save());
}

TEST_P(CriterionConformance, SaveAndLoadGoOnAsBefore)
{
    auto saved = fresh();
    saved->commit(TraceRows::all(testTrace(1)));
    auto loaded = make(GetParam(), counts); // never fitted: the profile is part of the state
    loaded->load(saved->save());
    EXPECT_EQ(loaded->value(), saved->value());
    const Trace next = testTrace(2);
    EXPECT_EQ(loaded->gain(TraceRows::all(next)), saved->gain(TraceRows::all(next)));
    loaded->commit(TraceRows::all(next));
    saved->commit(TraceRows::all(next));
    EXPECT_EQ(loaded->save(), saved->save());
}

TEST_P(CriterionConformance, NotFiniteRowsCoverNothing)
{
    auto criterion = fresh();
    for (const float value : {nan, inf, -inf}) {
        const Row row(63, value);
        const Trace trace = withOutputs(traceOf(counts, {row, row}), {Row(3, value), Row(3, value)});
        EXPECT_EQ(criterion->gain(TraceRows::all(trace)), 0.0) << value;
        criterion->commit(TraceRows::all(trace));
        EXPECT_EQ(criterion->value(), 0.0) << value;
    }
}

TEST_P(CriterionConformance, NeuronsAddUpToTheWhole)
{
    auto criterion = fresh();
    criterion->commit(TraceRows::all(testTrace(1)));
    const auto neurons = neuronCoverage(*criterion);
    if (!neurons)
        return; // which ones have none is checked below
    const CoverageCount count = coverageCount(*criterion).value();
    EXPECT_EQ(neurons->covered.size(), 63u);
    EXPECT_EQ(std::accumulate(neurons->covered.begin(), neurons->covered.end(), std::size_t{0}),
              count.covered);
    EXPECT_EQ(neurons->covered.size() * neurons->itemsPerNeuron, count.total);
    EXPECT_LE(std::ranges::max(neurons->covered), neurons->itemsPerNeuron);
}

// The score of an image is its own: the rows beside it do not matter.
TEST_P(CriterionConformance, ImageScoresAreOfEachImage)
{
    auto criterion = fresh();
    const Trace trace = testTrace(4);
    const std::string before = criterion->save();
    const std::vector<double> together = imageScores(*criterion, TraceRows::all(trace));
    EXPECT_EQ(criterion->save(), before);
    if (together.empty())
        return;
    ASSERT_EQ(together.size(), trace.count());
    for (std::size_t row = 0; row < trace.count(); ++row) {
        const double alone = imageScores(*criterion, TraceRows::one(trace, row)).at(0);
        EXPECT_TRUE((std::isnan(alone) && std::isnan(together[row]))
                    || std::abs(alone - together[row]) <= 1e-9 * std::abs(alone));
    }
}

TEST_P(CriterionConformance, WorksWithoutNeuronsAndWithoutRows)
{
    auto none = make(GetParam(), {});
    Trace noNeurons = traceOf({}, {});
    noNeurons.predictions.count = 3;
    none->fit(noNeurons);
    EXPECT_EQ(none->gain(TraceRows::all(noNeurons)), 0.0);
    none->commit(TraceRows::all(noNeurons));
    EXPECT_EQ(none->value(), 0.0);
    auto criterion = fresh();
    const Trace noRows = partOf(testTrace(1), 0, 0);
    EXPECT_EQ(criterion->gain(TraceRows::all(noRows)), 0.0);
    criterion->commit(TraceRows::all(noRows));
    EXPECT_EQ(criterion->value(), 0.0);
}

TEST_P(CriterionConformance, TracesThatDoNotFitAreRefused)
{
    auto criterion = fresh();
    const Trace narrow = randomTrace({5}, 3, 1);
    const Trace trace = testTrace(1);
    Trace cutOff = trace;
    cutOff.values.pop_back();
    for (const TraceRows &rows :
         {TraceRows::all(narrow), TraceRows::all(cutOff), TraceRows{trace, 3, 2}, TraceRows{trace, 0, 21}}) {
        EXPECT_EQ(errorOf([&] { criterion->gain(rows); }).code(), ErrorCode::Internal);
        EXPECT_EQ(errorOf([&] { criterion->commit(rows); }).code(), ErrorCode::Internal);
    }
    EXPECT_EQ(criterion->value(), 0.0);
}

TEST_P(CriterionConformance, ThoseThatNeedAProfileSaySo)
{
    auto criterion = make(GetParam(), counts);
    const Trace trace = testTrace(1);
    if (!parseCriterion(GetParam()).info->needsFit) {
        EXPECT_GT(criterion->gain(TraceRows::all(trace)), 0.0);
        return;
    }
    EXPECT_EQ(errorOf([&] { criterion->gain(TraceRows::all(trace)); }).code(), ErrorCode::Internal);
    EXPECT_EQ(errorOf([&] { criterion->commit(TraceRows::all(trace)); }).code(), ErrorCode::Internal);
    criterion->fit(trace);
    criterion->commit(TraceRows::all(testTrace(2)));
    EXPECT_EQ(errorOf([&] { criterion->fit(trace); }).code(), ErrorCode::Internal); // would change the past
}

const std::vector<std::string> conformanceTable = {"nc:t=0.75",
                                                   "nc:t=0",
                                                   "kmnc:k=1000",
                                                   "kmnc:k=7",
                                                   "nbc",
                                                   "nbc:margin=0.25",
                                                   "nbc:buckets=11",
                                                   "snac",
                                                   "snac:margin=0.5",
                                                   "snac:buckets=3,bucket-width=0.1",
                                                   "tknc:k=10",
                                                   "tknc:k=1",
                                                   "bknc:k=10",
                                                   "bknc:k=1",
                                                   "tknp",
                                                   "tknp:k=4",
                                                   "lsc",
                                                   "lsc:k=50,upper=100,lower=5,clamp=false,bandwidth=0.2",
                                                   "lsc:neurons=4,layer=hidden,samples=20",
                                                   "dsc",
                                                   "dsc:k=10,layer=outputs,samples=5",
                                                   "mdsc",
                                                   "mdsc:k=10,layer=all,neurons=0,ridge=0.01",
                                                   "ann",
                                                   "ann:threshold=50,layer=all",
                                                   "ann:threshold=0,layer=hidden,vectors=7",
                                                   "nlc"};

INSTANTIATE_TEST_SUITE_P(All, CriterionConformance, ::testing::ValuesIn(conformanceTable),
                         [](const auto &test) {
                             std::string name = test.param;
                             std::replace_if(
                                 name.begin(), name.end(), [](char c) { return !std::isalnum(c); }, '_');
                             return name;
                         });

TEST(CriterionConformanceTable, WhichOnesTellOfNeuronsAndImages)
{
    std::set<std::string> ofNeurons;
    std::set<std::string> ofImages;
    const Trace trace = testTrace(1);
    for (const CriterionInfo &info : criteria()) {
        auto criterion = make(info.id, counts);
        criterion->fit(trace);
        if (neuronCoverage(*criterion))
            ofNeurons.insert(info.id);
        if (!imageScores(*criterion, TraceRows::all(trace)).empty())
            ofImages.insert(info.id);
        EXPECT_EQ(coverageCount(*criterion).has_value(), info.ratio) << info.id;
    }
    EXPECT_EQ(ofNeurons, (std::set<std::string>{"bknc", "kmnc", "nbc", "nc", "snac", "tknc"}));
    EXPECT_EQ(ofImages, (std::set<std::string>{"dsc", "lsc", "mdsc"}));
}

TEST(CriterionConformanceTable, HasEveryCriterion)
{
    std::set<std::string> known;
    std::set<std::string> tested;
    for (const CriterionInfo &info : criteria())
        EXPECT_TRUE(known.insert(info.id).second) << info.id << " is listed twice";
    for (const std::string &text : conformanceTable)
        tested.insert(text.substr(0, text.find(':')));
    EXPECT_EQ(tested, known);
}

} // namespace
} // namespace mutascope
