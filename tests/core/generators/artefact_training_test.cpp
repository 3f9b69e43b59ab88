// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/generators/artefact_training.h"
#include "tests/support/fake_bench.h"
#include "tests/support/fake_data.h"
#include "tests/support/fake_networks.h"
#include <gtest/gtest.h>

namespace mutascope {
namespace {

class TrainingBench : public FakeBench {
public:
    using FakeBench::FakeBench;
    void trained(const LossPoint &point) override { losses.push_back(point); }
    void note(const std::string &level, const std::string &text) override
    {
        notes += level + ": " + text + '\n';
    }
    std::vector<LossPoint> losses;
    std::string notes;
};

class ArtefactTrainingTest : public ::testing::Test {
protected:
    // Trains up to so many steps; returns those made.
    int train(FakeNetworks &networks, int epochs, int limit = 1000)
    {
        ArtefactTraining::Task task{"fake", {{"epochs", epochs}}, &images, {}, 1};
        task.options.epochs = epochs;
        task.options.batch = 4;
        ArtefactTraining training(networks, task);
        training.begin(data, bench);
        int steps = 0;
        for (; !training.ready() && steps < limit; ++steps)
            training.step(bench, data);
        key = training.key();
        return steps;
    }

    FakeModel model;
    std::vector<Seed> seeds;
    TrainingBench bench{model, seeds};
    FakeData data;
    ArrayDataset images = numberedImages(8);
    std::string key;
};

TEST_F(ArtefactTrainingTest, TrainsOnceAndIsFoundThen)
{
    FakeNetworks first;
    EXPECT_EQ(train(first, 3), 6);
    EXPECT_EQ(bench.losses.size(), 6u);
    ASSERT_EQ(data.artefacts.count(key), 1u);
    EXPECT_EQ(data.artefacts[key].description.at("epochs_trained"), 3);
    EXPECT_TRUE(data.checkpoints.empty());
    FakeNetworks second;
    EXPECT_EQ(train(second, 3), 0);
    EXPECT_EQ(second.save(), first.save());
    FakeNetworks other; // another configuration has another key
    EXPECT_EQ(train(other, 4), 8);
}

TEST_F(ArtefactTrainingTest, GoesOnAfterTheLastEpoch)
{
    FakeNetworks whole;
    train(whole, 3);
    data.artefacts.clear();
    FakeNetworks interrupted;
    train(interrupted, 3, 5); // one batch of the third epoch is lost
    FakeNetworks resumed;
    EXPECT_EQ(train(resumed, 3), 2);
    EXPECT_EQ(resumed.save(), whole.save());
    EXPECT_NE(bench.notes.find("goes on after epoch 2"), std::string::npos) << bench.notes;
}

TEST_F(ArtefactTrainingTest, DamagedCheckpointsAreNotUsed)
{
    FakeNetworks interrupted;
    train(interrupted, 3, 5);
    data.checkpoints[key][3] ^= 1;
    FakeNetworks anew;
    EXPECT_EQ(train(anew, 3), 6);
    EXPECT_NE(bench.notes.find("warning: fake: "), std::string::npos) << bench.notes;
}

TEST_F(ArtefactTrainingTest, DivergenceKeepsTheLastGoodEpochAndSaysSo)
{
    FakeNetworks good;
    train(good, 2);
    FakeNetworks diverging;
    diverging.divergesAt = 5;
    train(diverging, 9);
    EXPECT_EQ(diverging.save(), good.save());
    EXPECT_EQ(data.artefacts[key].description.at("epochs_trained"), 2);
    EXPECT_EQ(data.artefacts[key].description.at("diverged"), true);
    EXPECT_NE(bench.notes.find("diverged in epoch 3"), std::string::npos) << bench.notes;
}

TEST_F(ArtefactTrainingTest, DivergenceInTheFirstEpochIsAnError)
{
    FakeNetworks diverging;
    diverging.divergesAt = 2;
    EXPECT_THROW(train(diverging, 9), Error);
    EXPECT_TRUE(data.artefacts.empty());
}

} // namespace
} // namespace mutascope
