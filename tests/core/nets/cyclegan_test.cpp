// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nets/cyclegan.h"
#include "tests/core/base/expect_error.h"
#include <cmath>
#include <nlohmann/json.hpp>

namespace mutascope {
namespace {

// Grey noise with a bright upper half in the first group, a bright lower one in the second.
TrainingBatch halvesBatch(const ImageShape &shape, std::size_t count, std::uint64_t seed)
{
    TrainingBatch batch{ImageBatch(shape), {}, 1, 1, Rng(seed, 99)};
    Rng rng(seed);
    for (std::size_t i = 0; i < count; ++i) {
        const int group = int(i % 2);
        Image image{shape, {}};
        for (std::size_t value = 0; value < shape.size(); ++value) {
            const bool upper = value < shape.size() / 2;
            image.pixels.push_back(std::uint8_t(rng.below(40) + (upper == (group == 0) ? 200 : 0)));
        }
        batch.images.append(image);
        batch.labels.push_back(group);
    }
    return batch;
}

CycleGanOptions narrow(double dropout = 0.2)
{
    CycleGanOptions options;
    options.width = 4;
    options.dropout = dropout;
    return options;
}

ImageBatch groupOf(const TrainingBatch &batch, int group)
{
    ImageBatch images(batch.images.shape());
    for (std::size_t i = 0; i < batch.labels.size(); ++i)
        if (batch.labels[i] == group)
            images.append(batch.images.image(i));
    return images;
}

// Mean |a - b| of values in [-1, 1].
double difference(const ImageBatch &a, const ImageBatch &b)
{
    double sum = 0;
    for (std::size_t i = 0; i < a.all().size(); ++i)
        sum += std::abs(double(a.all()[i]) - double(b.all()[i]));
    return sum / double(a.all().size()) * 2 / 255;
}

int largestDifference(const ImageBatch &a, const ImageBatch &b)
{
    int largest = 0;
    for (std::size_t i = 0; i < a.all().size(); ++i)
        largest = std::max(largest, std::abs(int(a.all()[i]) - int(b.all()[i])));
    return largest;
}

bool same(const ImageBatch &a, const ImageBatch &b)
{
    return a.shape() == b.shape() && std::ranges::equal(a.all(), b.all());
}

TEST(CycleGan, TakesImagesOfAnySize)
{
    const std::vector<std::pair<ImageShape, int>> cases = {
        {{28, 28, 1}, 3}, {{32, 32, 3}, 3}, {{30, 30, 1}, 3}, {{33, 21, 3}, 2},
        {{8, 8, 1}, 1},   {{1, 3, 1}, 1},   {{96, 96, 3}, 4},
    };
    for (const auto &[shape, levels] : cases) {
        SCOPED_TRACE(shape.text());
        const CycleGan network(shape, narrow());
        EXPECT_EQ(network.description().at("levels"), levels);
        const ImageBatch images = halvesBatch(shape, 3, 1).images;
        const ImageBatch there = network.translate(images);
        EXPECT_EQ(there.shape(), shape);
        EXPECT_EQ(there.count(), 3U);
        EXPECT_EQ(network.cycle(images, std::vector<CycleTurn>(3)).count(), 3U);
        EXPECT_EQ(network.translate(ImageBatch(shape)).count(), 0U);
    }
}

TEST(CycleGan, SmallImagesGetNarrowNetworks)
{
    EXPECT_EQ(CycleGan({28, 28, 1}, {}).description().at("width"), 16);
    EXPECT_EQ(CycleGan({96, 96, 1}, {}).description().at("width"), 32);
}

TEST(CycleGan, EqualTrainingsAreEqual)
{
    CycleGan a({12, 12, 1}, narrow()), b({12, 12, 1}, narrow());
    CycleGanOptions other = narrow();
    other.seed = 2;
    CycleGan c({12, 12, 1}, other);
    for (CycleGan *network : {&a, &b, &c})
        for (std::uint64_t i = 0; i < 3; ++i)
            network->learn(halvesBatch({12, 12, 1}, 6, i));
    EXPECT_TRUE(a.save() == b.save());
    EXPECT_FALSE(a.saveWeights() == c.saveWeights());
}

TEST(CycleGan, SavedAndLoadedGoesOnAsIfNeverInterrupted)
{
    const ImageShape shape{12, 12, 3};
    CycleGan whole(shape, narrow()), resumed(shape, narrow());
    whole.learn(halvesBatch(shape, 6, 1));
    resumed.load(whole.save());
    EXPECT_EQ(whole.learn(halvesBatch(shape, 6, 2)), resumed.learn(halvesBatch(shape, 6, 2)));
    EXPECT_TRUE(whole.save() == resumed.save());
}

TEST(CycleGan, WeightsAloneTranslateAlike)
{
    const ImageShape shape{12, 12, 1};
    CycleGan trained(shape, narrow()), fresh(shape, narrow());
    const TrainingBatch batch = halvesBatch(shape, 6, 1);
    trained.learn(batch);
    EXPECT_FALSE(same(trained.translate(batch.images), fresh.translate(batch.images)));
    fresh.loadWeights(trained.saveWeights());
    EXPECT_TRUE(same(trained.translate(batch.images), fresh.translate(batch.images)));
    EXPECT_TRUE(same(trained.translate(batch.images, true), fresh.translate(batch.images, true)));
}

TEST(CycleGan, RefusesForeignBytes)
{
    CycleGan network({12, 12, 1}, narrow());
    const std::string bytes = network.save(), weights = network.saveWeights();
    const CycleGan wide({12, 12, 1}, {.width = 5});
    for (const std::string &bad :
         {std::string(), bytes.substr(0, bytes.size() / 2), wide.save(), weights, std::string(100, 'x')})
        expectError(ErrorCode::BadData, "", [&] { network.load(bad); });
    expectError(ErrorCode::BadData, "", [&] { network.loadWeights(bytes); });
    EXPECT_TRUE(network.save() == bytes);
}

// What a batch reports is measured before its step: made again here from the images the networks give.
TEST(CycleGan, LossesAreThoseOfTheImages)
{
    const ImageShape shape{16, 16, 1};
    CycleGan network(shape, narrow(0));
    for (std::uint64_t i = 0; i < 20; ++i) // away from first weights, whose images are all grey
        network.learn(halvesBatch(shape, 8, i));
    const TrainingBatch batch = halvesBatch(shape, 8, 77);
    const ImageBatch first = groupOf(batch, 0), second = groupOf(batch, 1);
    const std::vector<CycleTurn> ofFirst(first.count()), ofSecond(second.count(), {true, 1, 0});
    const double cycle = difference(network.cycle(first, ofFirst), first)
        + difference(network.cycle(second, ofSecond), second);
    const double identity
        = difference(network.translate(second), second) + difference(network.translate(first, true), first);
    const std::vector<double> losses = network.learn(batch);
    ASSERT_EQ(network.lossNames()[2], "cycle");
    ASSERT_EQ(network.lossNames()[3], "identity");
    EXPECT_NEAR(losses[2], cycle, 0.01);
    EXPECT_NEAR(losses[3], identity, 0.01);
    EXPECT_GT(std::abs(losses[2] - losses[3]), 0.001); // or one could stand for the other
}

TEST(CycleGan, LearnsToComeBack)
{
    const ImageShape shape{16, 16, 1};
    CycleGanOptions options = narrow(0);
    options.width = 8;
    options.rate = 2e-3;
    CycleGan network(shape, options);
    const double before = network.learn(halvesBatch(shape, 16, 0))[2];
    double after = before;
    for (std::uint64_t i = 1; i < 120; ++i)
        after = network.learn(halvesBatch(shape, 16, i))[2];
    EXPECT_LT(after, before / 3);
}

// Without the other losses a generator only learns what the discriminator of its target group wants to see.
TEST(CycleGan, TranslationsLookLikeTheOtherGroup)
{
    const ImageShape shape{8, 8, 1};
    CycleGanOptions options = narrow(0);
    options.cycle = options.identity = 0;
    options.rate = 5e-3;
    CycleGan network(shape, options);
    const auto batch = [&](std::uint64_t seed) { // dark images, then bright ones
        TrainingBatch made{ImageBatch(shape), {0, 0, 0, 0, 1, 1, 1, 1}, 1, 1, Rng(seed, 99)};
        Rng rng(seed);
        for (const int group : made.labels) {
            Image image{shape, {}};
            for (std::size_t i = 0; i < shape.size(); ++i)
                image.pixels.push_back(std::uint8_t(rng.below(40) + (group == 0 ? 10 : 200)));
            made.images.append(image);
        }
        return made;
    };
    const auto mean = [](const ImageBatch &images) {
        double sum = 0;
        for (const std::uint8_t value : images.all())
            sum += value;
        return sum / double(images.all().size());
    };
    double there = 0, back = 0; // the two nets may go round each other: over the last of the steps
    for (std::uint64_t i = 0; i < 60; ++i) {
        network.learn(batch(i));
        if (i < 30)
            continue;
        there += mean(network.translate(groupOf(batch(900), 0))) / 30;
        back += mean(network.translate(groupOf(batch(900), 1), true)) / 30;
    }
    EXPECT_GT(there, 140);
    EXPECT_LT(back, 110);
}

TEST(CycleGan, ThereAndBackIsACycle)
{
    const ImageShape shape{16, 16, 1};
    CycleGan network(shape, narrow());
    for (std::uint64_t i = 0; i < 5; ++i)
        network.learn(halvesBatch(shape, 8, i));
    const ImageBatch images = halvesBatch(shape, 4, 50).images;
    const auto turns = [](bool second, int rounds) { return std::vector<CycleTurn>(4, {second, rounds, 0}); };
    // Between the two passes translate() rounds to grey levels, which a cycle does not.
    EXPECT_LE(largestDifference(network.cycle(images, turns(false, 1)),
                                network.translate(network.translate(images), true)),
              3);
    EXPECT_LE(largestDifference(network.cycle(images, turns(true, 1)),
                                network.translate(network.translate(images, true))),
              3);
    const ImageBatch once = network.cycle(images, turns(false, 1));
    EXPECT_LE(largestDifference(network.cycle(images, turns(false, 2)), network.cycle(once, turns(false, 1))),
              3);
    EXPECT_FALSE(same(once, network.cycle(images, turns(true, 1))));
}

TEST(CycleGan, NoiseOfAnImageIsItsOwn)
{
    const ImageShape shape{16, 16, 1};
    CycleGan network(shape, narrow(0.5));
    for (std::uint64_t i = 0; i < 5; ++i)
        network.learn(halvesBatch(shape, 8, i));
    const ImageBatch images = halvesBatch(shape, 3, 50).images;
    const std::vector<CycleTurn> turns = {{false, 1, 7}, {true, 2, 8}, {false, 1, 9}};
    const ImageBatch together = network.cycle(images, turns);
    for (std::size_t i = 0; i < turns.size(); ++i) {
        const ImageBatch alone = network.cycle(images.slice(i, i + 1), {turns[i]});
        EXPECT_LE(largestDifference(alone, together.slice(i, i + 1)), 1);
        EXPECT_FALSE(
            same(alone, network.cycle(images.slice(i, i + 1), {{turns[i].second, turns[i].rounds, 70}})));
    }
}

TEST(CycleGan, ABatchOfOneGroupIsPassedOver)
{
    CycleGan network({12, 12, 1}, narrow());
    const std::string before = network.save();
    TrainingBatch batch = halvesBatch({12, 12, 1}, 4, 1);
    batch.labels.assign(4, 1);
    EXPECT_EQ(network.learn(batch), std::vector<double>(4));
    EXPECT_TRUE(network.save() == before);
}

TEST(CycleGan, GroupsNeedNotBeOfOneSize)
{
    CycleGan network({12, 12, 1}, narrow());
    TrainingBatch batch = halvesBatch({12, 12, 1}, 5, 1);
    batch.labels = {0, 1, 1, 1, 1};
    for (const double loss : network.learn(batch))
        EXPECT_TRUE(std::isfinite(loss) && loss > 0);
}

TEST(CycleGan, RefusesImpossibleOptions)
{
    const auto refused = [](CycleGanOptions options) {
        expectError(ErrorCode::Usage, "no CycleGAN can be made", [&] { CycleGan({12, 12, 1}, options); });
    };
    refused({.width = -1});
    refused({.width = 4, .dropout = 1});
    refused({.width = 4, .rate = 0});
    refused({.width = 4, .cycle = -1});
}

} // namespace
} // namespace mutascope
