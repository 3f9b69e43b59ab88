// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/after/cluster_run.h"
#include "core/run/after/deduplicate_run.h"
#include "core/run/after/derived_kinds.h"
#include "core/run/after/minimize_run.h"
#include "core/run/after/reduce_run.h"
#include "core/run/after/run_documents.h"
#include "core/run/report.h"
#include "core/run/run.h"
#include "tests/core/base/expect_error.h"
#include "tests/core/run/retrain_fixture.h"

namespace mutascope {
namespace {

class Quiet : public RunObserver {
public:
    void onEvent(const RunEvent &) override { }
};

const auto noProgress = [](auto...) {};

// Inverted squares as tests of a small network that was trained on squares; trained once for all tests.
class AfterRun : public testing::Test {
protected:
    static void SetUpTestSuite() { squares = new SquaresProject(); }
    static void TearDownTestSuite()
    {
        delete squares;
        squares = nullptr;
    }

    AfterRun() : run(squares->addRun(store, 40)) { finish(RunState::Finished); }

    void finish(RunState state)
    {
        const RunRecord record = store.run(run);
        store.finishRun(run, state, "as it was", record.counters, 0.25, 0.75);
    }

    std::int64_t failing(std::int64_t of) const
    {
        TestFilter filter;
        filter.failing = true;
        return store.testCount(of, filter);
    }

    MinimizedRun minimised(const MinimizeRunOptions &options = {})
    {
        return minimizeRun(store, run, options, control, noProgress);
    }

    static SquaresProject *squares;
    SessionStore store{":memory:", SessionStore::Mode::Create};
    std::int64_t run;
    RunControl control;
};

SquaresProject *AfterRun::squares = nullptr;

TEST_F(AfterRun, MinimisedTestsAreARunLikeAnyOther)
{
    const MinimizedRun result = minimised();
    ASSERT_EQ(std::int64_t(result.run.tests.size()), failing(run));
    const StoredDerived stored = storeDerivedRun(store, result.run, *result.model);
    EXPECT_EQ(stored.failing, failing(run));
    EXPECT_EQ(stored.verified, stored.failing);
    const RunRecord record = store.run(stored.run);
    EXPECT_EQ(record.generator, "minimize");
    EXPECT_EQ(record.state, RunState::Finished);
    EXPECT_EQ(record.counters.modelCalls, result.report.modelCalls);
    EXPECT_EQ(record.counters.verified, stored.verified);
    const auto config = nlohmann::json::parse(record.config);
    EXPECT_EQ(config.at("made_from").at("run"), run);
    EXPECT_EQ(config.at("made_from").at("uuid"), store.run(run).uuid);
    EXPECT_EQ(runConfigFromJson(config).generator, "minimize");
    EXPECT_EQ(verifyRun(store, stored.run, control).stillFailing, stored.failing);
}

TEST_F(AfterRun, EachMinimisedTestNamesItsOrigin)
{
    const MinimizedRun result = minimised();
    const StoredDerived stored = storeDerivedRun(store, result.run, *result.model);
    for (const MinimizedTest &row : result.report.tests) {
        const TestRecord was = store.test(run, row.test), now = store.test(stored.run, row.id);
        EXPECT_EQ(now.seed, was.seed);
        EXPECT_EQ(now.predicted, was.predicted);
        EXPECT_EQ(now.parent, 0);
        EXPECT_EQ(now.mutation.values.at("test"), double(was.id));
        EXPECT_EQ(now.l0, row.after.l0);
        EXPECT_LE(row.after.l2, row.before.l2);
        const PixelDistance distance
            = pixelDistance(store.seedImage(run, was.seed), store.image(stored.run, row.id));
        EXPECT_EQ(distance.l0, now.l0);
        const std::vector<PathFrame> path = store.path(stored.run, row.id);
        ASSERT_EQ(path.size(), 2U);
        EXPECT_EQ(path[0].image, store.image(run, was.id));
        EXPECT_EQ(path[1].image, store.image(stored.run, row.id));
    }
}

TEST_F(AfterRun, ChosenTestsAndALimit)
{
    TestFilter filter;
    filter.failing = true;
    const std::vector<TestRecord> tests = store.tests(run, filter);
    ASSERT_GE(tests.size(), 3U);
    MinimizeRunOptions options;
    options.tests = {tests[2].id, tests[0].id};
    const MinimizedRun two = minimised(options);
    ASSERT_EQ(two.report.tests.size(), 2U);
    EXPECT_EQ(two.report.tests[0].test, tests[2].id);
    options = {};
    options.limit = 1;
    EXPECT_EQ(minimised(options).report.tests.size(), 1U);
}

TEST_F(AfterRun, WhatCannotBeMinimisedIsSaid)
{
    MinimizeRunOptions options;
    options.tests = {100'000};
    expectError(ErrorCode::NotFound, "has no test 100000", [&] { minimised(options); });
    TestFilter passing;
    passing.failing = false;
    if (const auto tests = store.tests(run, passing, 0, 1); !tests.empty()) {
        options.tests = {tests[0].id};
        expectError(ErrorCode::Usage, "does not fail", [&] { minimised(options); });
    }
    SessionStore empty(":memory:", SessionStore::Mode::Create);
    RunRecord record = store.run(run);
    const std::int64_t other = empty.createRun(record, {});
    expectError(ErrorCode::NotFound, "no failing test",
                [&] { minimizeRun(empty, other, {}, control, noProgress); });
}

TEST_F(AfterRun, ADerivedRunSaysWhyItCannotBeExecutedAgain)
{
    const MinimizedRun result = minimised();
    const std::int64_t made = storeDerivedRun(store, result.run, *result.model).run;
    Quiet observer;
    expectError(ErrorCode::Usage, "was made from the tests of another run",
                [&] { replayRun(store, made, control, observer); });
    expectError(ErrorCode::Usage, "was made from the tests of another run",
                [&] { resumeRun(store, made, {}, control, observer); });
    EXPECT_NE(reportHtml(store, made, {}).find("Minimised tests"), std::string::npos);
    for (const GeneratorInfo &info : generators())
        for (const GeneratorInfo &kind : derivedKinds())
            EXPECT_NE(info.id, kind.id);
}

TEST_F(AfterRun, ReducedTestsCoverAndRevealTheSame)
{
    ReduceOptions options;
    options.criteria = {"nc:0.5", "kmnc:10", parseCriterion("nc:0.5").text()}; // one twice
    options.cacheFolder = squares->path("cache");
    const ReducedRun result = reduceRun(store, run, options, control, noProgress);
    EXPECT_EQ(result.before.tests, failing(run));
    EXPECT_EQ(result.before.coverage.size(), 2U);
    EXPECT_TRUE(result.before.sameWorth(result.after));
    EXPECT_LT(result.after.tests, result.before.tests);
    std::set<std::pair<int, int>> all, kept;
    TestFilter filter;
    filter.failing = true;
    for (const TestRecord &test : store.tests(run, filter)) {
        all.insert({test.label, test.predicted});
        if (std::ranges::find(result.kept, test.id) != result.kept.end())
            kept.insert({test.label, test.predicted});
    }
    EXPECT_EQ(kept, all);
    EXPECT_EQ(result.before.faults, std::int64_t(all.size()));
    const StoredDerived stored = storeDerivedRun(store, result.run, *result.model);
    EXPECT_EQ(store.run(stored.run).criterion, parseCriterion("nc:0.5").text());
    EXPECT_DOUBLE_EQ(store.run(stored.run).coverageEnd, result.after.coverage[0].second);
    const ReducedRun again = reduceRun(store, run, options, control, noProgress);
    EXPECT_EQ(again.kept, result.kept);
}

TEST_F(AfterRun, FaultsAloneLeaveOneTestAPair)
{
    ReduceOptions options;
    options.criteria = {"none"};
    const ReducedRun result = reduceRun(store, run, options, control, noProgress);
    EXPECT_EQ(result.after.tests, result.before.faults);
    EXPECT_TRUE(result.after.coverage.empty());
    options.criteria = {"nlc"};
    expectError(ErrorCode::Usage, "no share of items",
                [&] { reduceRun(store, run, options, control, noProgress); });
}

TEST_F(AfterRun, ClustersAreStoredAndTheRunStaysAsItWas)
{
    Checkpoint checkpoint;
    checkpoint.counters.tests = 40;
    checkpoint.counters.modelCalls = 77;
    checkpoint.yields["contrast"] = {40, 40, 30, 0};
    checkpoint.generatorState = "generator's";
    checkpoint.criterionState = "criterion's";
    checkpoint.documents = {{"other", {{"kept", true}}}};
    store.writeCheckpoint(run, checkpoint);
    finish(RunState::Stopped);
    ClusterOptions options;
    options.clusters.density.minClusterSize = 3;
    const ClusteredRun result = clusterRun(store, run, options, control, noProgress);
    storeDocument(store, run, clusterDocumentOf(result, options));
    const RunRecord after = store.run(run);
    EXPECT_EQ(after.state, RunState::Stopped);
    EXPECT_EQ(after.message, "as it was");
    EXPECT_EQ(after.counters.modelCalls, 77);
    EXPECT_EQ(after.coverageEnd, 0.75);
    EXPECT_EQ(store.yields(run).at("contrast").tried, 40);
    EXPECT_EQ(store.savedState(run)->generator, "generator's");
    EXPECT_EQ(store.savedState(run)->criterion, "criterion's");
    const auto documents = store.documents(run);
    ASSERT_EQ(documents.size(), 2U);
    EXPECT_EQ(documents[0].name, clusterDocument);
    std::int64_t tests = std::int64_t(documents[0].content.at("noise").size());
    for (const auto &cluster : documents[0].content.at("clusters")) {
        EXPECT_EQ(cluster.at("size"), cluster.at("tests").size());
        std::int64_t inPairs = 0;
        for (const auto &pair : cluster.at("pairs"))
            inPairs += pair.at("tests").get<std::int64_t>();
        EXPECT_EQ(inPairs, cluster.at("size").get<std::int64_t>());
        tests += cluster.at("size").get<std::int64_t>();
    }
    EXPECT_EQ(tests, failing(run));
}

TEST_F(AfterRun, TooFewForACluster)
{
    ClusterOptions options;
    options.clusters.density.minClusterSize = 500;
    expectError(ErrorCode::NotFound, "a cluster needs 500 failing tests, run 1 has",
                [&] { clusterRun(store, run, options, control, noProgress); });
}

TEST_F(AfterRun, NoRunNoDocument)
{
    expectError(ErrorCode::NotFound, "has no run 9", [&] { store.writeDocument(9, {"any", {}}); });
}

TEST_F(AfterRun, ARunThatGoesOnGetsNoDocument)
{
    store.writeCheckpoint(run, {});
    expectError(ErrorCode::Usage, "has not ended", [&] { storeDocument(store, run, {"any", {}}); });
}

// Tests 1 and 2 twice, with the same pixels.
TEST_F(AfterRun, EqualTestsAreFound)
{
    Checkpoint checkpoint;
    TestFilter filter;
    filter.failing = true;
    const std::vector<TestRecord> tests = store.tests(run, filter);
    for (std::size_t i = 0; i < 2; ++i) {
        TestRecord again = store.test(run, tests[i].id);
        again.id = 1000 + std::int64_t(i);
        checkpoint.tests.push_back(again);
        checkpoint.pngs.push_back(store.png(run, tests[i].id));
    }
    store.writeCheckpoint(run, checkpoint);
    DeduplicateOptions options;
    options.farthest = 0;
    const DeduplicatedRun exact = deduplicateRun(store, run, options, control, noProgress);
    ASSERT_EQ(exact.duplicates.size(), 2U);
    EXPECT_EQ(exact.duplicates[0].test, 1000);
    EXPECT_EQ(exact.duplicates[0].original, tests[0].id);
    EXPECT_TRUE(exact.duplicates[0].equal);
    EXPECT_EQ(exact.kept.size(), tests.size());
    options.farthest = 2; // everything of the same two classes
    const DeduplicatedRun near = deduplicateRun(store, run, options, control, noProgress);
    std::set<std::pair<int, int>> pairs;
    for (const TestRecord &test : tests)
        pairs.insert({test.label, test.predicted});
    EXPECT_EQ(near.kept.size(), pairs.size());
    EXPECT_EQ(near.kept.size() + near.duplicates.size(), tests.size() + 2);
    const StoredDerived stored = storeDerivedRun(store, near.run, *near.model);
    EXPECT_EQ(stored.verified, std::int64_t(pairs.size()));
}

TEST_F(AfterRun, StoppedBeforeTheStart)
{
    control.stop();
    EXPECT_TRUE(minimised().report.stopped);
    EXPECT_TRUE(clusterRun(store, run, {}, control, noProgress).stopped);
    EXPECT_TRUE(deduplicateRun(store, run, {}, control, noProgress).stopped);
    expectError(ErrorCode::Usage, "stopped before", [&] { reduceRun(store, run, {}, control, noProgress); });
}

} // namespace
} // namespace mutascope
