// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/retrain.h"
#include "tests/core/base/expect_error.h"
#include "tests/core/run/retrain_fixture.h"
#include <set>

namespace mutascope {
namespace {

std::string contentOf(const std::filesystem::path &file)
{
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

class RetrainTest : public testing::Test {
protected:
    RetrainTest() : store(":memory:", SessionStore::Mode::Create), run(squares.addRun(store, 80)) { }

    RetrainOptions options(const std::string &out) const
    {
        RetrainOptions result;
        result.runs = {run};
        result.out = squares.path(out);
        result.threads = 1;
        result.training.epochs = 6;
        result.training.batchSize = 16;
        result.training.learningRate = 3e-3;
        return result;
    }

    RetrainReport execute(const RetrainOptions &some)
    {
        return retrain(store, some, control, [&](const RetrainProgress &progress) {
            phases.insert(progress.phase);
            if (onProgress)
                onProgress(progress);
        });
    }

    SquaresProject squares;
    SessionStore store;
    std::int64_t run;
    RunControl control;
    std::set<std::string> phases;
    std::function<void(const RetrainProgress &)> onProgress;
};

TEST_F(RetrainTest, TestsOfOtherSeedsFailLessAndTheProjectIsWhole)
{
    TestFilter failing;
    failing.failing = true;
    const auto failures = std::size_t(store.testCount(run, failing));
    ASSERT_GT(failures, 20U); // or there is nothing to learn
    const RetrainReport report = execute(options("new"));
    EXPECT_EQ(report.heldOutTests + report.trainedTests, failures);
    EXPECT_EQ(report.heldOutSeeds + report.trainedSeeds, failures); // a test each
    EXPECT_EQ(report.before.heldOutFailing, 1);
    EXPECT_EQ(report.before.trainedFailing, 1);
    EXPECT_LT(report.after.heldOutFailing, 0.6); // some 40 seeds teach what the inversion of others is
    EXPECT_LT(report.after.trainedFailing, 0.4);
    EXPECT_GE(report.after.cleanAccuracy, report.before.cleanAccuracy - 0.02);
    EXPECT_EQ(phases, (std::set<std::string>{"reading tests", "measuring", "training"}));
    // What was reported is what the new project does.
    const Project made = openProject(squares.path("new"));
    EXPECT_EQ(made.name, "squares (retrained)");
    EXPECT_EQ(made.modelFile(), report.model);
    const std::unique_ptr<Model> model = made.openModel();
    int failingNow = 0;
    for (const TestRecord &test : store.tests(run, failing)) {
        ImageBatch batch(squareShape);
        batch.append(store.image(run, test.id));
        failingNow += model->predict(batch).predicted(0) != test.label;
    }
    EXPECT_NEAR(failingNow,
                report.after.heldOutFailing * double(report.heldOutTests)
                    + report.after.trainedFailing * double(report.trainedTests),
                1e-6);
}

TEST_F(RetrainTest, ImagesThatTookPartAreNotMeasured)
{
    const RetrainReport report = execute(options("new"));
    // Validation: a fifth of the test images that are no seeds with failing tests.
    const std::size_t others = SquaresProject::testImages - report.heldOutSeeds - report.trainedSeeds;
    EXPECT_EQ(report.validationImages, others / 5);
    EXPECT_EQ(report.cleanImages, SquaresProject::testImages - report.trainedSeeds - report.validationImages);
    EXPECT_EQ(report.trainingImages, std::size_t(SquaresProject::trainImages)); // seeds are test images
    const auto test = squares.project.openData("test");
    EXPECT_DOUBLE_EQ(report.before.cleanAccuracy, cleanAccuracy(*squares.project.openModel(), *test));
}

TEST_F(RetrainTest, TheSameSeedGivesTheSameFile)
{
    RetrainOptions brief = options("a");
    brief.training.epochs = 2;
    execute(brief);
    brief.out = squares.path("b");
    execute(brief);
    const std::string name = "lenet1-retrained.pt";
    EXPECT_TRUE(contentOf(squares.path("a") / name) == contentOf(squares.path("b") / name));
    brief.out = squares.path("c");
    brief.training.seed = 2;
    execute(brief);
    EXPECT_FALSE(contentOf(squares.path("a") / name) == contentOf(squares.path("c") / name));
}

TEST_F(RetrainTest, SeedsThatTwoRunsShareAreOne)
{
    const std::int64_t second = squares.addRun(store, 80, 40); // half of them again
    const FailingTests one = failingTestsOf(store, {run}), both = failingTestsOf(store, {run, second});
    EXPECT_GT(both.count(), both.seedLabels.size());
    const std::set<ImageKey> keys(both.seedKeys.begin(), both.seedKeys.end());
    EXPECT_EQ(keys.size(), both.seedKeys.size());
    EXPECT_EQ(one.count(), one.seedLabels.size());
    for (std::size_t i = 0; i < both.count(); ++i)
        EXPECT_EQ(both.images.image(i), inverted(both.seeds.image(both.seedOf[i])));
}

TEST_F(RetrainTest, StoppedAfterAnEpochKeepsIt)
{
    onProgress = [&](const RetrainProgress &progress) {
        if (progress.training.epoch == 2)
            control.stop();
    };
    const RetrainReport report = execute(options("new"));
    EXPECT_TRUE(report.training.interrupted);
    EXPECT_EQ(report.training.keptEpoch, 1);
    EXPECT_TRUE(std::filesystem::exists(report.model));
    EXPECT_NO_THROW(openProject(squares.path("new")).openModel());
}

TEST_F(RetrainTest, StoppedBeforeAnEpochLeavesNothing)
{
    onProgress = [&](const RetrainProgress &progress) {
        if (progress.training.epoch == 1)
            control.stop();
    };
    const RetrainReport report = execute(options("new"));
    EXPECT_TRUE(report.model.empty());
    EXPECT_FALSE(std::filesystem::exists(squares.path("new")));
}

// At whatever step it is asked to stop.
TEST_F(RetrainTest, StoppedBeforeTheTrainingIsNoError)
{
    for (const std::string phase : {"reading tests", "measuring"}) {
        RunControl stopping;
        const RetrainReport report
            = retrain(store, options("new"), stopping, [&](const RetrainProgress &now) {
                  if (now.phase == phase)
                      stopping.stop();
                  EXPECT_NE(now.phase, "training");
              });
        EXPECT_TRUE(report.training.interrupted) << phase;
        EXPECT_EQ(report.training.epochsRun, 0) << phase;
        EXPECT_TRUE(report.model.empty()) << phase;
        EXPECT_FALSE(std::filesystem::exists(squares.path("new"))) << phase;
    }
}

// A rate at which everything is forgotten: no epoch is acceptable, the best one stays.
TEST_F(RetrainTest, StopsWhereCleanAccuracyIsLost)
{
    RetrainOptions wild = options("new");
    wild.training.learningRate = 10;
    wild.training.patience = 2;
    const RetrainReport report = execute(wild);
    EXPECT_EQ(report.training.epochsRun, 2);
    EXPECT_FALSE(report.training.interrupted);
    EXPECT_LT(report.training.validationAfter, report.training.validationBefore - wild.training.tolerance);
}

TEST_F(RetrainTest, RefusalsNameTheWayOut)
{
    const auto refused = [&](ErrorCode code, const std::string &part, auto change) {
        RetrainOptions changed = options("refused");
        change(changed);
        expectError(code, part, [&] { execute(changed); });
        EXPECT_FALSE(std::filesystem::exists(squares.path("refused")));
    };
    refused(ErrorCode::Usage, "no run", [](RetrainOptions &o) { o.runs.clear(); });
    refused(ErrorCode::NotFound, "7", [](RetrainOptions &o) { o.runs = {7}; });
    refused(ErrorCode::Usage, "held-out", [](RetrainOptions &o) { o.heldOut = 1; });
    refused(ErrorCode::Usage, "validation", [](RetrainOptions &o) { o.validation = 0; });
    refused(ErrorCode::Usage, "share of tests", [](RetrainOptions &o) { o.training.testShare = 0; });
    refused(ErrorCode::Usage, "learning rate", [](RetrainOptions &o) { o.training.learningRate = 0; });
    RetrainOptions taken = options("refused");
    taken.out = squares.project.folder;
    expectError(ErrorCode::Usage, "a project in", [&] { execute(taken); });
}

TEST_F(RetrainTest, OnnxModelsAndRunsOfSeveralModelsAreRefused)
{
    Project onnx = squares.project;
    onnx.model.file = "m.onnx";
    std::ofstream(onnx.modelFile()) << "x";
    RunRecord record = store.run(run);
    record.project = projectSnapshot(onnx, "1", "0");
    RetrainOptions some = options("refused");
    some.runs = {store.createRun(record, {})};
    expectError(ErrorCode::Unsupported, "ONNX", [&] { execute(some); });
    some.runs = {run, some.runs[0]};
    expectError(ErrorCode::Usage, "different models", [&] { execute(some); });
}

} // namespace
} // namespace mutascope
