// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/training/training_record.h"
#include "tests/support/fake_networks.h"
#include <cmath>
#include <gtest/gtest.h>
#include <iterator>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

namespace mutascope {
namespace {

EpochOptions options(int epochs, std::size_t batch)
{
    EpochOptions result;
    result.epochs = epochs;
    result.batch = batch;
    return result;
}

void finish(EpochTraining &training)
{
    while (!training.done())
        training.step();
}

// The labels of one epoch, in the order they were shown.
std::vector<std::vector<int>> labelsByEpoch(const std::string &seen, int batches)
{
    std::vector<std::vector<int>> epochs;
    std::istringstream lines(seen);
    std::string line;
    for (int i = 0; std::getline(lines, line); ++i) {
        if (i % batches == 0)
            epochs.emplace_back();
        std::istringstream numbers(line);
        std::vector<std::int64_t> all{std::istream_iterator<std::int64_t>(numbers), {}};
        for (std::size_t k = 0; k + 1 < all.size(); ++k) // the last is the drawn number
            epochs.back().push_back(int(all[k]));
    }
    return epochs;
}

TEST(EpochTraining, EveryImageOnceAnEpochInANewOrder)
{
    const ArrayDataset data = numberedImages(10);
    FakeNetworks networks;
    EpochTraining training(networks, data, options(3, 4));
    EXPECT_EQ(training.batchesAnEpoch(), 3);
    finish(training);
    EXPECT_EQ(networks.sizes, (std::vector<std::size_t>{4, 4, 2, 4, 4, 2, 4, 4, 2}));
    EXPECT_EQ(networks.epochs, (std::vector<int>{1, 1, 1, 2, 2, 2, 3, 3, 3}));
    const auto epochs = labelsByEpoch(networks.save(), 3);
    ASSERT_EQ(epochs.size(), 3u);
    for (const std::vector<int> &labels : epochs)
        EXPECT_EQ(std::set<int>(labels.begin(), labels.end()).size(), 10u);
    EXPECT_NE(epochs[0], epochs[1]);
    EXPECT_NE(epochs[1], epochs[2]);
}

TEST(EpochTraining, ARestOfOneImageIsLeftOut)
{
    const ArrayDataset data = numberedImages(9);
    FakeNetworks networks;
    EpochTraining training(networks, data, options(1, 4));
    finish(training);
    EXPECT_EQ(networks.sizes, (std::vector<std::size_t>{4, 4}));
}

TEST(EpochTraining, LabelsTakeTurns)
{
    const DatasetSpec spec{"fake", {1, 1, 1}, 2, {}, "train", {}, "x"};
    const ArrayDataset data(spec, std::vector<std::uint8_t>(8), {0, 0, 1, 0, 0, 1, 0, 0});
    FakeNetworks networks;
    EpochOptions turns = options(1, 4);
    turns.labelsInTurn = true;
    EpochTraining training(networks, data, turns);
    EXPECT_EQ(training.batchesAnEpoch(), 3); // six of label 0, each beside one of label 1
    finish(training);
    const auto labels = labelsByEpoch(networks.save(), 3);
    ASSERT_EQ(labels.size(), 1u);
    EXPECT_EQ(labels[0], (std::vector<int>{0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1}));
}

TEST(EpochTraining, TheSameImagesAreChosenForEveryEpoch)
{
    const ArrayDataset data = numberedImages(50);
    FakeNetworks networks;
    EpochOptions chosen = options(2, 4);
    chosen.images = 8;
    EpochTraining training(networks, data, chosen);
    finish(training);
    const auto epochs = labelsByEpoch(networks.save(), 2);
    ASSERT_EQ(epochs.size(), 2u);
    const std::set<int> first(epochs[0].begin(), epochs[0].end());
    EXPECT_EQ(first.size(), 8u);
    EXPECT_EQ(first, std::set<int>(epochs[1].begin(), epochs[1].end()));
    EXPECT_GT(*first.rbegin(), 7); // not simply the first ones
}

TEST(EpochTraining, ResumedItEndsAsIfNeverInterrupted)
{
    const ArrayDataset data = numberedImages(10);
    FakeNetworks whole;
    EpochTraining uninterrupted(whole, data, options(4, 4));
    finish(uninterrupted);

    FakeNetworks first;
    EpochTraining interrupted(first, data, options(4, 4));
    for (int i = 0; i < 8; ++i) // in the middle of the third epoch
        interrupted.step();
    FakeNetworks second;
    EpochTraining resumed(second, data, options(4, 4));
    resumed.resume(interrupted.checkpoint());
    EXPECT_EQ(resumed.epoch(), 2);
    EXPECT_EQ(resumed.batches(), 6);
    finish(resumed);
    EXPECT_EQ(second.save(), whole.save());
    EXPECT_EQ(resumed.batches(), uninterrupted.batches());
    nlohmann::json description;
    describeTraining(description, resumed);
    nlohmann::json expected;
    describeTraining(expected, uninterrupted);
    EXPECT_EQ(description, expected);
}

TEST(EpochTraining, TheMeansOfItsEpochsCanBeReadFromTheDescription)
{
    const ArrayDataset data = numberedImages(8);
    FakeNetworks networks; // its first loss is the epoch, the second one half
    EpochOptions named = options(3, 4);
    named.name = "VAE";
    EpochTraining training(networks, data, named);
    finish(training);
    nlohmann::json description = {{"epochs", 3}};
    describeTraining(description, training);
    const auto read = epochMeansOf(nlohmann::json::parse(description.dump())); // as it is stored
    ASSERT_EQ(read.size(), 3u);
    for (int epoch = 1; epoch <= 3; ++epoch) {
        const LossPoint &point = read[std::size_t(epoch) - 1];
        EXPECT_EQ(point.training, "VAE");
        EXPECT_EQ(point.epoch, epoch);
        EXPECT_EQ(point.epochs, 3);
        EXPECT_EQ(point.batch, 2 * epoch);
        ASSERT_EQ(point.values.size(), networks.lossNames().size());
        EXPECT_EQ(point.values[0], (std::pair<std::string, double>(networks.lossNames()[0], epoch)));
        EXPECT_EQ(point.values[1].second, 0.5);
    }
    description["epoch_losses"][1]["losses"] = "damaged";
    EXPECT_TRUE(epochMeansOf(description).empty());
    EXPECT_TRUE(epochMeansOf({{"epochs", 3}}).empty());
    EXPECT_TRUE(epochMeansOf({}).empty());
}

TEST(EpochTraining, DivergedItGoesBackToTheLastGoodEpoch)
{
    const ArrayDataset data = numberedImages(8);
    FakeNetworks good;
    EpochTraining two(good, data, options(2, 4));
    finish(two);

    FakeNetworks networks;
    networks.divergesAt = 6; // of the third epoch
    EpochTraining training(networks, data, options(9, 4));
    LossPoint last;
    while (!training.done())
        last = training.step();
    EXPECT_TRUE(training.diverged());
    EXPECT_EQ(training.epoch(), 2);
    EXPECT_TRUE(std::isnan(last.values.back().second)); // shown, not hidden
    EXPECT_EQ(networks.save(), good.save());
}

TEST(EpochTraining, ItsPointsHaveItsName)
{
    const ArrayDataset data = numberedImages(8);
    FakeNetworks networks;
    EpochOptions named = options(1, 4);
    named.name = "CycleGAN, Bag and Boot";
    EpochTraining training(networks, data, named);
    EXPECT_EQ(training.step().training, "CycleGAN, Bag and Boot");
}

TEST(EpochTraining, EndsWhenItIsEnough)
{
    const ArrayDataset data = numberedImages(8);
    FakeNetworks networks;
    EpochOptions early = options(9, 4);
    early.enough = [](int epoch, const std::vector<double> &losses) {
        EXPECT_EQ(losses, (std::vector<double>{double(epoch), 0.5})); // means of the epoch
        return epoch == 3;
    };
    EpochTraining training(networks, data, early);
    finish(training);
    EXPECT_EQ(training.epoch(), 3);
    EXPECT_FALSE(training.diverged());
}

TEST(EpochTraining, RefusesWhatItCannotDo)
{
    FakeNetworks networks;
    const ArrayDataset one = numberedImages(1);
    EXPECT_THROW(EpochTraining(networks, one, options(1, 4)), Error);
    const ArrayDataset data = numberedImages(8);
    EpochTraining training(networks, data, options(1, 4));
    const std::string checkpoint = training.checkpoint();
    EXPECT_THROW(training.resume(checkpoint.substr(0, checkpoint.size() - 3)), Error);
    std::string damaged = checkpoint;
    damaged[2] ^= 1;
    EXPECT_THROW(training.resume(damaged), Error);
    EpochTraining other(networks, data, options(1, 2)); // other batches
    EXPECT_THROW(other.resume(checkpoint), Error);
    finish(training);
    EXPECT_THROW(training.step(), Error);
}

} // namespace
} // namespace mutascope
