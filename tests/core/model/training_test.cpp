// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/model/training_fixture.h"

namespace mutascope::modeltest {

namespace {

TEST_F(TrainingTest, LearnsAnEasyProblem)
{
    const TrainResult result = train("model.pt", brief(5));
    EXPECT_GT(result.testAccuracy, 0.95);
    EXPECT_GT(result.validationAccuracy, 0.95);
    EXPECT_FALSE(result.interrupted);
    EXPECT_FALSE(std::filesystem::exists(path("model.pt.part")));
}

TEST_F(TrainingTest, TheAccuracyIsThatOfTheWrittenFile)
{
    TrainOptions options = brief(1);
    options.learningRate = 2e-3; // not yet perfect
    const TrainResult result = train("model.pt", options);
    const auto model = loadTorchScript(path("model.pt"), specOf(small));
    ImageBatch batch(small);
    for (std::size_t i = 0; i < m_test.size(); ++i)
        batch.append(m_test.sample(i).image);
    const Predictions predictions = model->predict(batch);
    std::size_t correct = 0;
    for (std::size_t i = 0; i < m_test.size(); ++i)
        correct += predictions.predicted(i) == m_test.label(i);
    EXPECT_DOUBLE_EQ(result.testAccuracy, double(correct) / double(m_test.size()));
    EXPECT_EQ(model->spec().classes, 3);
}

TEST_F(TrainingTest, TheSameSeedGivesTheSameFile)
{
    TrainOptions options = brief(2);
    train("a.pt", options);
    train("b.pt", options);
    options.seed = 2;
    train("c.pt", options);
    EXPECT_EQ(bytesOf(path("a.pt")), bytesOf(path("b.pt")));
    EXPECT_NE(bytesOf(path("a.pt")), bytesOf(path("c.pt")));
}

TEST_F(TrainingTest, StopsWhereNothingImproves)
{
    TrainOptions options = brief(9);
    options.learningRate = 1e-12;
    options.patience = 2;
    const TrainResult result = train("model.pt", options);
    EXPECT_EQ(result.epochsRun, 3);
    EXPECT_EQ(result.bestEpoch, 1);
    EXPECT_FALSE(result.interrupted);
}

TEST_F(TrainingTest, PatienceZeroNeverStops)
{
    TrainOptions options = brief(5);
    options.learningRate = 1e-12;
    options.patience = 0;
    EXPECT_EQ(train("model.pt", options).epochsRun, 5);
}

TEST_F(TrainingTest, AnInterruptionKeepsTheBestEpoch)
{
    const auto secondBatch = [](const TrainProgress &p) { return !(p.epoch == 2 && p.seen > 16); };
    const auto endOfFirst = [](const TrainProgress &p) { return p.validationAccuracy < 0; };
    const TrainResult late = train("late.pt", brief(4), secondBatch);
    const TrainResult early = train("early.pt", brief(4), endOfFirst);
    EXPECT_TRUE(late.interrupted);
    EXPECT_TRUE(early.interrupted);
    EXPECT_EQ(late.epochsRun, 1);
    EXPECT_EQ(late.bestEpoch, 1);
    EXPECT_EQ(bytesOf(path("late.pt")), bytesOf(path("early.pt")));
    EXPECT_GT(late.testAccuracy, 0);
}

TEST_F(TrainingTest, AnInterruptionInTheFirstEpochStillWritesAModel)
{
    const TrainResult result = train("model.pt", brief(), [](const TrainProgress &) { return false; });
    EXPECT_TRUE(result.interrupted);
    EXPECT_EQ(result.epochsRun, 0);
    EXPECT_EQ(loadTorchScript(path("model.pt"), specOf(small))->spec().classes, 3);
}

TEST_F(TrainingTest, ReportsEveryBatchAndEachEpochsEnd)
{
    std::vector<TrainProgress> reports;
    train("model.pt", brief(2), [&](const TrainProgress &progress) {
        reports.push_back(progress);
        return true;
    });
    ASSERT_EQ(reports.size(), 2u * 18u); // 270 images in 17 batches, and the end
    EXPECT_EQ(reports[0].seen, 16u);
    EXPECT_EQ(reports[16].seen, 270u);
    EXPECT_EQ(reports[16].total, 270u);
    EXPECT_LT(reports[16].validationAccuracy, 0);
    EXPECT_GE(reports[17].validationAccuracy, 0);
    EXPECT_EQ(reports[17].epochs, 2);
    EXPECT_LT(reports.back().loss, reports[0].loss);
}

TEST_F(TrainingTest, WithoutHeldOutImagesTheLastEpochIsKept)
{
    TrainOptions options = brief(4);
    options.validationShare = 0;
    options.patience = 1;
    const TrainResult result = train("model.pt", options);
    EXPECT_EQ(result.epochsRun, 4);
    EXPECT_EQ(result.bestEpoch, 4);
}

TEST_F(TrainingTest, WrongOptionsAreRefusedBeforeWork)
{
    const auto refused = [&](auto change) {
        TrainOptions options = brief();
        change(options);
        const auto error = errorOf([&] { train("model.pt", options); });
        return error && error->code() == ErrorCode::Usage;
    };
    EXPECT_TRUE(refused([](TrainOptions &o) { o.architecture = "lenet9"; }));
    EXPECT_TRUE(refused([](TrainOptions &o) { o.epochs = 0; }));
    EXPECT_TRUE(refused([](TrainOptions &o) { o.batchSize = 0; }));
    EXPECT_TRUE(refused([](TrainOptions &o) { o.learningRate = -1; }));
    EXPECT_TRUE(refused([](TrainOptions &o) { o.patience = -1; }));
    EXPECT_TRUE(refused([](TrainOptions &o) { o.validationShare = 1; }));
    EXPECT_FALSE(std::filesystem::exists(path("model.pt")));
}

TEST_F(TrainingTest, DivergenceIsSaid)
{
    TrainOptions options = brief();
    options.learningRate = 1e30;
    EXPECT_ERROR(Usage, "training diverged", train("model.pt", options));
    EXPECT_FALSE(std::filesystem::exists(path("model.pt")));
}

TEST_F(TrainingTest, AnUnwritablePlaceIsSaidBeforeTraining)
{
    bool trained = false;
    EXPECT_ERROR(Io, "cannot write", train("no/folder/model.pt", brief(), [&](const TrainProgress &) {
                     trained = true;
                     return true;
                 }));
    EXPECT_FALSE(trained);
}

} // namespace

} // namespace mutascope::modeltest
