// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/coverage/coverage_fixture.h"
#include <algorithm>
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
    bool ratio() const { return parseCriterion(GetParam()).info->ratio; }
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
        EXPECT_EQ(criterion->gain(rows), 0.0);
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
    EXPECT_EQ(forwards->save(), backwards->save());
    EXPECT_EQ(forwards->save(), together->save());
}

TEST_P(CriterionConformance, FittingInPartsIsFittingAtOnce)
{
    const Trace whole = randomTrace(counts, 50, 9);
    auto atOnce = make(GetParam(), counts);
    atOnce->fit(whole);
    auto inParts = make(GetParam(), counts);
    for (const auto &[begin, end] : {std::pair(0, 1), std::pair(1, 20), std::pair(20, 50)}) {
        Trace part = whole;
        part.predictions.count = std::size_t(end - begin);
        part.values.assign(whole.values.begin() + begin * whole.neurons,
                           whole.values.begin() + end * whole.neurons);
        inParts->fit(part);
    }
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
        const Trace trace = traceOf(counts, {row, row});
        EXPECT_EQ(criterion->gain(TraceRows::all(trace)), 0.0) << value;
        criterion->commit(TraceRows::all(trace));
        EXPECT_EQ(criterion->value(), 0.0) << value;
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
    const Trace noRows = traceOf(counts, {});
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

const std::vector<std::string> conformanceTable
    = {"nc:t=0.75",       "nc:t=0", "kmnc:k=1000",     "kmnc:k=7",  "nbc",
       "nbc:margin=0.25", "snac",   "snac:margin=0.5", "tknc:k=10", "tknc:k=1"};

INSTANTIATE_TEST_SUITE_P(All, CriterionConformance, ::testing::ValuesIn(conformanceTable),
                         [](const auto &test) {
                             std::string name = test.param;
                             std::replace_if(
                                 name.begin(), name.end(), [](char c) { return !std::isalnum(c); }, '_');
                             return name;
                         });

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
