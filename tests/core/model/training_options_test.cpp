// SPDX-License-Identifier: GPL-3.0-or-later
// What the options of a training change. Its numbers are checked against PyTorch by test_architectures.py.
#include "tests/core/model/training_fixture.h"
#include <cmath>
#include <nlohmann/json.hpp>

namespace mutascope::modeltest {

namespace {

class TrainingOptionsTest : public TrainingTest {
protected:
    // The learning rate of each step.
    std::vector<double> rates(const TrainOptions &options, const Dataset &data) const
    {
        std::vector<double> result;
        std::size_t seen = 0; // at the last report; the end of an epoch is one more
        trainModel(options, data, m_test, path("rates.pt"), [&](const TrainProgress &progress) {
            if (progress.seen != seen)
                result.push_back(progress.learningRate);
            seen = progress.seen;
            return true;
        });
        return result;
    }

    std::string weights(const TrainOptions &options, const Dataset &data) const
    {
        trainModel(options, data, data, path("weights.pt"), {});
        return bytesOf(path("weights.pt"));
    }
};

TEST_F(TrainingOptionsTest, TheLearningRateFallsAlongACosine)
{
    TrainOptions options = brief(2); // 32 + 4 held out: 2 steps an epoch
    options.learningRate = 1e-3;
    const auto found = rates(options, SquaresDataset(35, 1));
    ASSERT_EQ(found.size(), 2u * 2u);
    const double pi = std::acos(-1.0);
    EXPECT_DOUBLE_EQ(found[0], 1e-3);
    EXPECT_NEAR(found[1], 1e-3 * 0.5 * (1 + std::cos(pi * 16.0 / 31.0 / 2.0)), 1e-15);
    EXPECT_NEAR(found[2], 0.5e-3, 1e-15);
}

TEST_F(TrainingOptionsTest, TheWarmUpRisesToTheRateAndTheCosineFollows)
{
    TrainOptions options = brief(3);
    options.validationShare = 0;
    options.patience = 0;
    options.learningRate = 1e-3;
    options.warmupEpochs = 1;
    const auto found = rates(options, SquaresDataset(64, 1)); // 4 steps an epoch
    ASSERT_EQ(found.size(), 12u);
    for (std::size_t step = 0; step < 4; ++step)
        EXPECT_NEAR(found[step], 1e-3 * double(step + 1) / 4, 1e-15);
    EXPECT_DOUBLE_EQ(found[4], 1e-3);
    EXPECT_NEAR(found[8], 0.5e-3, 1e-15);
}

TEST_F(TrainingOptionsTest, EveryOptionOfTheStepsMatters)
{
    const SquaresDataset data(48, 1);
    const auto changed = [&](auto change) {
        TrainOptions options = brief(1);
        change(options);
        return weights(options, data);
    };
    std::vector<std::string> all = {changed([](TrainOptions &) {})};
    all.push_back(changed([](TrainOptions &o) { o.optimizer = "sgd"; }));
    all.push_back(changed([](TrainOptions &o) { o.optimizer = "sgd", o.momentum = 0; }));
    all.push_back(changed([](TrainOptions &o) { o.optimizer = "sgd", o.weightDecay = 0.1; }));
    all.push_back(changed([](TrainOptions &o) { o.weightDecay = 0.1; }));
    all.push_back(changed([](TrainOptions &o) { o.optimizer = "adamw", o.weightDecay = 0.1; }));
    all.push_back(changed([](TrainOptions &o) { o.labelSmoothing = 0.1; }));
    all.push_back(changed([](TrainOptions &o) { o.warmupEpochs = 0.5; }));
    all.push_back(changed([](TrainOptions &o) { o.cropPadding = 2; }));
    all.push_back(changed([](TrainOptions &o) { o.flip = true; }));
    for (std::size_t i = 0; i < all.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
            EXPECT_FALSE(all[i] == all[j]) << i << " and " << j;
}

TEST_F(TrainingOptionsTest, ADeepNetworkLearnsTheEasyProblem)
{
    TrainOptions options = deep("resnet20", 4);
    options.flip = false; // the class is where the square is
    options.cropPadding = 1;
    EXPECT_GT(train("model.pt", options).testAccuracy, 0.9);
}

TEST_F(TrainingOptionsTest, ADeepTrainingIsRepeatable)
{
    const TrainOptions options = deep("resnet20", 1);
    EXPECT_TRUE(weights(options, SquaresDataset(50, 1)) == weights(options, SquaresDataset(50, 1)));
}

TEST_F(TrainingOptionsTest, TheTimeBudgetEndsATraining)
{
    TrainOptions options = brief();
    options.seconds = 1e-9;
    const TrainResult none = train("none.pt", options);
    EXPECT_EQ(none.end, TrainEnd::Time);
    EXPECT_EQ(none.epochsRun, 0);
    EXPECT_FALSE(none.interrupted);
    EXPECT_EQ(loadTorchScript(path("none.pt"), specOf(small))->spec().classes, 3);
    options.seconds = 1e6;
    EXPECT_EQ(train("all.pt", options).end, TrainEnd::Epochs);
}

TEST_F(TrainingOptionsTest, WhyATrainingEndedIsSaid)
{
    TrainOptions options = brief(9);
    options.learningRate = 1e-12;
    options.patience = 2;
    EXPECT_EQ(train("a.pt", options).end, TrainEnd::Patience);
    EXPECT_EQ(train("b.pt", options, [](const TrainProgress &) { return false; }).end, TrainEnd::Interrupted);
}

TEST_F(TrainingOptionsTest, BatchNormalisationNeedsTwoImagesAStep)
{
    TrainOptions options = deep("resnet20", 1);
    options.batchSize = 1;
    EXPECT_ERROR(Usage, "at least 2 images", train("x.pt", options));
    options.batchSize = 16; // 33 images: a rest of one, which would make the deviations endless
    options.validationShare = 0;
    EXPECT_NO_THROW(weights(options, SquaresDataset(33, 1)));
}

TEST_F(TrainingOptionsTest, DivergenceOfADeepNetworkIsSaid)
{
    TrainOptions options = deep();
    options.learningRate = 1e30;
    EXPECT_ERROR(Usage, "training diverged", train("x.pt", options));
}

TEST_F(TrainingOptionsTest, ContradictionsAreRefused)
{
    TrainOptions options = brief(3);
    options.warmupEpochs = 3;
    EXPECT_ERROR(Usage, "the warm-up of 3 epochs leaves nothing of 3", train("x.pt", options));
    options = brief();
    options.optimizer = "adm";
    EXPECT_ERROR(Usage, "'adm' is not allowed", train("x.pt", options));
    options = brief();
    options.labelSmoothing = 0.9;
    EXPECT_ERROR(Usage, "label-smoothing", train("x.pt", options));
    options = brief();
    options.learningRate = std::nan("");
    EXPECT_ERROR(Usage, "learning-rate", train("x.pt", options));
    options.learningRate = 1e300; // no float
    EXPECT_ERROR(Usage, "learning-rate", train("x.pt", options));
}

TEST_F(TrainingOptionsTest, ParametersAndOptionsAreTheSame)
{
    EXPECT_EQ(paramsOf(TrainOptions()).toJson().dump(),
              ParamSet(architectureInfo("lenet5").params).toJson().dump());
    ParamSet params(architectureInfo("vgg16").params);
    params.set("epochs", "7");
    params.set("flip", "false");
    params.set("optimizer", "adamw");
    params.set("budget-time", "12.5");
    params.set("warmup-epochs", "0.5");
    const TrainOptions options = trainOptions("vgg16", params);
    EXPECT_EQ(options.epochs, 7);
    EXPECT_FALSE(options.flip);
    EXPECT_DOUBLE_EQ(options.learningRate, 0.05);
    EXPECT_EQ(paramsOf(options).toJson().dump(), params.toJson().dump());
}

} // namespace

} // namespace mutascope::modeltest
