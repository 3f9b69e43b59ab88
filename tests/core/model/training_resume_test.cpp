// SPDX-License-Identifier: GPL-3.0-or-later
// A training that was stopped and resumed ends with the weights of one that was not.
#include "tests/core/model/training_fixture.h"

namespace mutascope::modeltest {

namespace {

bool firstEpochOnly(const TrainProgress &progress)
{
    return progress.validationAccuracy < 0;
}

bool intoTheSecondEpoch(const TrainProgress &progress)
{
    return progress.epoch == 1 || progress.seen <= 16;
}

class TrainingResumeTest : public TrainingTest {
protected:
    // Stops once where stop says so, resumes, and compares with an uninterrupted training.
    void expectSameWeights(TrainOptions options, const Dataset &data,
                           const std::function<bool(const TrainProgress &)> &stop) const
    {
        const TrainResult whole = trainModel(options, data, data, path("whole.pt"), {});
        options.checkpoint = path("training.ckpt");
        const TrainResult half = trainModel(options, data, data, path("half.pt"), stop);
        EXPECT_EQ(half.end, TrainEnd::Interrupted);
        EXPECT_EQ(half.epochsRun, 1);
        options.resume = true;
        const TrainResult rest = trainModel(options, data, data, path("rest.pt"), {});
        EXPECT_EQ(rest.epochsRun, whole.epochsRun);
        EXPECT_EQ(rest.bestEpoch, whole.bestEpoch);
        EXPECT_EQ(rest.validationAccuracy, whole.validationAccuracy);
        EXPECT_TRUE(bytesOf(path("rest.pt")) == bytesOf(path("whole.pt")));
        EXPECT_FALSE(bytesOf(path("half.pt")) == bytesOf(path("whole.pt")));
    }

    // A checkpoint after the first of three epochs.
    TrainOptions stopped() const
    {
        TrainOptions options = brief(3);
        options.checkpoint = path("training.ckpt");
        train("half.pt", options, firstEpochOnly);
        options.resume = true;
        return options;
    }
};

TEST_F(TrainingResumeTest, AdamOnALeNet)
{
    TrainOptions options = brief(3);
    options.validationShare = 0; // so that the last epoch counts
    expectSameWeights(options, m_train, intoTheSecondEpoch);
}

TEST_F(TrainingResumeTest, MomentumBatchNormalisationAndAugmentation)
{
    TrainOptions options = deep("resnet20", 3);
    options.validationShare = 0;
    options.warmupEpochs = 1.5;
    expectSameWeights(options, SquaresDataset(65, 3), intoTheSecondEpoch);
}

TEST_F(TrainingResumeTest, DropoutAndDropConnect)
{
    TrainOptions options = deep("efficientnet-b3");
    options.validationShare = 0;
    expectSameWeights(options, SquaresDataset(33, 3), intoTheSecondEpoch);
}

TEST_F(TrainingResumeTest, TheBestEpochMayLieBeforeTheStop)
{
    TrainOptions options = brief(4);
    options.learningRate = 1e-12; // no epoch is better than the first
    options.checkpoint = path("training.ckpt");
    train("half.pt", options, firstEpochOnly);
    options.resume = true;
    EXPECT_EQ(train("rest.pt", options).bestEpoch, 1);
    EXPECT_TRUE(bytesOf(path("half.pt")) == bytesOf(path("rest.pt")));
}

TEST_F(TrainingResumeTest, AFinishedTrainingEndsAtOnce)
{
    TrainOptions options = brief(2);
    options.checkpoint = path("training.ckpt");
    const TrainResult first = train("a.pt", options);
    options.resume = true;
    bool trained = false;
    const TrainResult again = train("b.pt", options, [&](const TrainProgress &) { return trained = true; });
    EXPECT_FALSE(trained);
    EXPECT_EQ(again.end, TrainEnd::Epochs);
    EXPECT_EQ(again.testAccuracy, first.testAccuracy);
    EXPECT_TRUE(bytesOf(path("a.pt")) == bytesOf(path("b.pt")));
}

TEST_F(TrainingResumeTest, PatienceAndTimeMayChange)
{
    TrainOptions options = stopped();
    options.patience = 7;
    options.seconds = 1e6;
    EXPECT_EQ(train("rest.pt", options).epochsRun, 3);
}

TEST_F(TrainingResumeTest, OtherSettingsAreNamed)
{
    const TrainOptions options = stopped();
    const auto refused = [&](const std::string &part, auto change) {
        TrainOptions changed = options;
        change(changed);
        EXPECT_ERROR(Usage, part, train("rest.pt", changed));
    };
    refused("learning-rate 0.005, not 0.01", [](TrainOptions &o) { o.learningRate = 0.01; });
    refused("epochs 3, not 4", [](TrainOptions &o) { o.epochs = 4; });
    refused("seed 1, not 2", [](TrainOptions &o) { o.seed = 2; });
    refused("flip false, not true", [](TrainOptions &o) { o.flip = true; });
    refused("model \"lenet1\", not \"lenet4\"", [](TrainOptions &o) { o.architecture = "lenet4"; });
    EXPECT_ERROR(Usage, "images 300, not 90",
                 trainModel(options, SquaresDataset(90, 1), m_test, path("rest.pt"), {}));
    EXPECT_FALSE(std::filesystem::exists(path("rest.pt")));
}

TEST_F(TrainingResumeTest, WhatIsNoCheckpointIsSaid)
{
    TrainOptions options = brief();
    options.resume = true;
    EXPECT_ERROR(Usage, "none was given", train("x.pt", options));
    options.checkpoint = path("missing.ckpt");
    EXPECT_ERROR(NotFound, "there is no checkpoint", train("x.pt", options));
    saveUntrained("lenet1", small, 3, 1, path("model.pt"));
    options.checkpoint = path("model.pt");
    EXPECT_ERROR(BadModel, "is no checkpoint", train("x.pt", options));
    options.checkpoint = write("text.ckpt", "not an archive");
    EXPECT_ERROR(BadModel, "", train("x.pt", options));
}

TEST_F(TrainingResumeTest, DamagedCheckpointsAreRefused)
{
    const TrainOptions options = stopped();
    const std::string bytes = bytesOf(options.checkpoint);
    for (const std::size_t length : {bytes.size() / 3, bytes.size() - 10}) {
        write("training.ckpt", bytes.substr(0, length));
        EXPECT_ERROR(BadModel, "", train("x.pt", options));
    }
    std::string changed = bytes;
    const std::size_t at = changed.find("best_epoch\": 1"); // inside the stored JSON
    const std::size_t other = changed.find("best_epoch\":1");
    const std::size_t place = at != std::string::npos ? at + 13 : other + 12;
    ASSERT_LT(place, changed.size());
    changed[place] = '9';
    write("training.ckpt", changed);
    EXPECT_ERROR(BadModel, "checksum", train("x.pt", options));
}

TEST_F(TrainingResumeTest, AnUnwritableCheckpointIsSaidBeforeTraining)
{
    TrainOptions options = brief();
    options.checkpoint = path("no/folder/training.ckpt");
    EXPECT_ERROR(Io, "cannot write", train("x.pt", options));
}

} // namespace

} // namespace mutascope::modeltest
