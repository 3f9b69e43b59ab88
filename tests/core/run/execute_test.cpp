// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/base/hash.h"
#include "core/mutate/constraint.h"
#include "tests/core/run/run_fixture.h"
#include <nlohmann/json.hpp>

namespace mutascope::test {
namespace {

// Those that mutate images and do nothing else: learning_run_test.cpp has the others.
class EveryGenerator : public RunTest, public testing::WithParamInterface<std::string> { };

INSTANTIATE_TEST_SUITE_P(Generators, EveryGenerator, testing::ValuesIn([] {
                             std::vector<std::string> ids;
                             for (const GeneratorInfo &generator : generators())
                                 if (!generator.needs.training && !generator.needs.gradients)
                                     ids.push_back(generator.id);
                             return ids;
                         }()),
                         [](const auto &test) { return test.param; });

TEST_P(EveryGenerator, CountsAndStoredTestsAgree)
{
    SessionStore store(sessionFile("a.mscope"), SessionStore::Mode::Create);
    const RunRecord run = execute(store, quickConfig(GetParam(), 3000));
    EXPECT_EQ(run.state, RunState::Finished);
    EXPECT_GE(run.counters.modelCalls, 3000);
    EXPECT_EQ(run.counters.seeds, 50);
    EXPECT_EQ(run.counters.modelCalls, run.counters.tests + run.counters.seeds);
    EXPECT_GT(run.counters.failing, 0);
    EXPECT_EQ(run.counters.verified, run.counters.failing);
    EXPECT_EQ(run.counters.verifyCalls, run.counters.failing);
    TestFilter failing;
    failing.failing = true;
    EXPECT_EQ(store.testCount(run.id, failing), run.counters.failing);
    std::int64_t accepted = 0, failures = 0, kept = 0;
    for (const auto &[name, yield] : store.yields(run.id)) {
        accepted += yield.accepted;
        failures += yield.failing;
        kept += yield.kept;
        EXPECT_GE(yield.tried, yield.accepted) << name;
    }
    EXPECT_EQ(accepted, run.counters.tests);
    EXPECT_EQ(failures, run.counters.failing);
    EXPECT_EQ(kept, run.counters.kept);
}

TEST_P(EveryGenerator, ATestIsItsSeedMutatedAlongItsLineage)
{
    SessionStore store(sessionFile("a.mscope"), SessionStore::Mode::Create);
    const RunRecord run = execute(store, quickConfig(GetParam(), 2000));
    for (const TestRecord &test : store.tests(run.id, {}, 0, 200)) {
        const Image seed = store.seedImage(run.id, test.seed);
        Image image = seed;
        for (const TestRecord &step : store.lineage(run.id, test.id))
            image = applyMutation(image, step.mutation);
        EXPECT_EQ(image, store.image(run.id, test.id)) << test.id;
        EXPECT_EQ(sha256(image.pixels), test.imageSha256) << test.id;
        const PixelDistance distance = pixelDistance(seed, image);
        EXPECT_EQ(test.l0, distance.l0);
        EXPECT_EQ(test.linf, distance.linf);
        EXPECT_EQ(test.failing, test.predicted != test.label);
    }
}

TEST_P(EveryGenerator, SameSeedSameTestsAndReplayAgrees)
{
    SessionStore store(sessionFile("a.mscope"), SessionStore::Mode::Create);
    const RunRecord first = execute(store, quickConfig(GetParam(), 2500));
    const RunRecord second = execute(store, quickConfig(GetParam(), 2500));
    EXPECT_EQ(fingerprints(store, first.id), fingerprints(store, second.id));
    EXPECT_DOUBLE_EQ(first.coverageEnd, second.coverageEnd);
    const ReplayResult replay = replayRun(store, first.id, control, observed, options);
    EXPECT_EQ(replay.compared, store.testCount(first.id));
    EXPECT_TRUE(replay.same()) << (replay.text.empty() ? "" : replay.text.front());

    RunConfig other = quickConfig(GetParam(), 2500);
    other.seed = 8;
    EXPECT_NE(fingerprints(store, first.id), fingerprints(store, execute(store, other).id));
}

TEST_P(EveryGenerator, ResumedEqualsUninterrupted)
{
    SessionStore store(sessionFile("a.mscope"), SessionStore::Mode::Create);
    const RunRecord whole = execute(store, quickConfig(GetParam(), 4000));
    const RunRecord half = execute(store, quickConfig(GetParam(), 2000));
    Budget larger;
    larger.modelCalls = 4000;
    const RunRecord resumed = resumeRun(store, half.id, larger, control, observed, options);
    EXPECT_EQ(resumed.id, half.id);
    EXPECT_EQ(fingerprints(store, whole.id), fingerprints(store, half.id));
    EXPECT_EQ(resumed.counters.modelCalls, whole.counters.modelCalls);
    EXPECT_EQ(resumed.counters.seedsFailed, whole.counters.seedsFailed);
    EXPECT_EQ(resumed.counters.verified, whole.counters.verified);
    EXPECT_DOUBLE_EQ(resumed.coverageEnd, whole.coverageEnd);
    EXPECT_TRUE(replayRun(store, half.id, control, observed, options).same());
}

TEST_P(EveryGenerator, BudgetOfTestsAndFailures)
{
    SessionStore store(sessionFile("a.mscope"), SessionStore::Mode::Create);
    RunConfig config = quickConfig(GetParam(), 0);
    config.budget = {};
    config.budget.tests = 500;
    EXPECT_GE(execute(store, config).counters.tests, 500);
    config.budget = {};
    config.budget.failures = 5;
    const RunRecord failures = execute(store, config);
    EXPECT_GE(failures.counters.failing, 5);
    EXPECT_LT(failures.counters.tests, 5000);
}

class ExecuteTest : public RunTest { };

TEST_F(ExecuteTest, CoverageRisesAndItsLastPointIsTheRunsEnd)
{
    SessionStore store(sessionFile("a.mscope"), SessionStore::Mode::Create);
    const RunRecord run = execute(store, quickConfig("deephunter", 3000));
    EXPECT_GT(run.coverageEnd, run.coverageStart);
    const std::vector<CoveragePoint> points = store.coverage(run.id);
    ASSERT_GE(points.size(), 2u);
    EXPECT_DOUBLE_EQ(points.front().value, run.coverageStart);
    EXPECT_DOUBLE_EQ(points.back().value, run.coverageEnd);
    EXPECT_EQ(points.back().calls, run.counters.modelCalls);
    EXPECT_EQ(points.back().failing, run.counters.failing);
    for (std::size_t i = 1; i < points.size(); ++i)
        EXPECT_GE(points[i].value, points[i - 1].value);
}

TEST_F(ExecuteTest, SeedsAreCorrectlyClassifiedAndEquallyMany)
{
    SessionStore store(sessionFile("a.mscope"), SessionStore::Mode::Create);
    const RunRecord run = execute(store, quickConfig("random", 100));
    const auto data = project.openData("test");
    std::map<int, int> perClass;
    std::set<std::int64_t> indices;
    ImageBatch batch(data->spec().shape);
    const std::vector<SeedRecord> seeds = store.seeds(run.id);
    for (const SeedRecord &seed : seeds) {
        ++perClass[seed.label];
        indices.insert(seed.datasetIndex);
        const Sample sample = data->sample(std::size_t(seed.datasetIndex));
        EXPECT_EQ(sample.label, seed.label);
        EXPECT_EQ(sample.image, store.seedImage(run.id, seed.index));
        batch.append(sample.image);
    }
    EXPECT_EQ(indices.size(), 50u);
    EXPECT_EQ(perClass.size(), 10u);
    for (const auto &[label, count] : perClass)
        EXPECT_EQ(count, 5) << label;
    const Predictions predictions = project.openModel()->predict(batch);
    for (std::size_t i = 0; i < seeds.size(); ++i)
        EXPECT_EQ(predictions.predicted(i), seeds[i].label);
}

TEST_F(ExecuteTest, EventsTellOfEveryStoredTest)
{
    SessionStore store(sessionFile("a.mscope"), SessionStore::Mode::Create);
    const RunRecord run = execute(store, quickConfig("deephunter", 1500));
    ASSERT_EQ(std::int64_t(observed.tests.size()), store.testCount(run.id));
    for (std::size_t i = 0; i < observed.tests.size(); ++i)
        EXPECT_EQ(observed.tests[i].id, std::int64_t(i) + 1);
    EXPECT_EQ(observed.progresses.back().tests, run.counters.tests);
    for (const char *phase : {"loading", "profiling", "dry-run", "searching", "saving"})
        EXPECT_TRUE(observed.phases.contains(phase)) << phase;
}

TEST_F(ExecuteTest, ConfigurationAndVersionsAreStored)
{
    SessionStore store(sessionFile("a.mscope"), SessionStore::Mode::Create);
    const RunRecord run = execute(store, quickConfig("deephunter", 500));
    const RunConfig config = runConfigFromJson(nlohmann::json::parse(run.config));
    EXPECT_EQ(config.criterion, "kmnc:k=100");
    EXPECT_EQ(config.settings.at("seeds-per-class"), "5");
    EXPECT_EQ(config.threads, 1); // LeNet-5 is fastest with one
    const Project stored = projectFromSnapshot(run.project);
    EXPECT_EQ(stored.model.sha256, sha256OfFile(project.modelFile()));
    EXPECT_EQ(stored.dataSha256.size(), 64u);
    const auto versions = nlohmann::json::parse(run.versions);
    EXPECT_TRUE(versions.contains("torch") && versions.contains("opencv") && versions.contains("mutascope"));
}

TEST_F(ExecuteTest, WrongNamesThrowBeforeAnythingIsStored)
{
    SessionStore store(sessionFile("a.mscope"), SessionStore::Mode::Create);
    RunConfig config = quickConfig("deephunter", 100);
    config.settings["seeds-per-clas"] = "3";
    EXPECT_THROW(execute(store, config), Error);
    config = quickConfig("deephuntr", 100);
    EXPECT_THROW(execute(store, config), Error);
    config = quickConfig("deephunter", 100);
    config.criterion = "knmc:10";
    EXPECT_THROW(execute(store, config), Error);
    config = quickConfig("deephunter", 100);
    config.layers = "no-such-layer";
    EXPECT_THROW(execute(store, config), Error);
    EXPECT_TRUE(store.runs().empty());
}

TEST_F(ExecuteTest, ABudgetThatEndsBeforeTheFirstTestIsTold)
{
    SessionStore store(sessionFile("a.mscope"), SessionStore::Mode::Create);
    const RunRecord early = execute(store, quickConfig("random", 5));
    EXPECT_EQ(early.counters.tests, 0);
    EXPECT_EQ(early.message.find("the budget ended before the first test: 50 model calls"), 0u)
        << early.message;
    EXPECT_EQ(execute(store, quickConfig("random", 1000)).message, "");
}

TEST_F(ExecuteTest, WrongPreprocessingIsToldAsSuch)
{
    SessionStore store(sessionFile("a.mscope"), SessionStore::Mode::Create);
    project.model.mean = {-40.0f};
    try {
        execute(store, quickConfig("deephunter", 100));
        FAIL() << "a model that classifies nothing correctly must be refused";
    } catch (const Error &error) {
        EXPECT_EQ(error.code(), ErrorCode::BadModel);
        EXPECT_NE(error.message().find("classified correctly"), std::string::npos) << error.message();
        EXPECT_NE(error.hint().find("mean"), std::string::npos) << error.hint();
    }
}

} // namespace
} // namespace mutascope::test
