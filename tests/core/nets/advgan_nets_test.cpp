// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/base/expect_error.h"
#include "tests/core/nets/advgan_fixture.h"
#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace mutascope {
namespace {

constexpr ImageShape small{12, 12, 1};

AdvGanNets makeNets(const AdvGanOptions &options)
{
    return AdvGanNets(options, LinearTarget(options.shape.size(), 3));
}

int largestChange(const ImageBatch &a, const ImageBatch &b)
{
    int largest = 0;
    for (std::size_t i = 0; i < a.all().size(); ++i)
        largest = std::max(largest, std::abs(int(a.all()[i]) - int(b.all()[i])));
    return largest;
}

class AdvGanSides : public ::testing::TestWithParam<ImageShape> { };

TEST_P(AdvGanSides, LearnsFromAndReturnsImagesOfThisSize)
{
    AdvGanOptions options = smallOptions(GetParam());
    for (const bool skips : {false, true}) {
        options.skips = skips;
        AdvGanNets nets = makeNets(options);
        const TrainingBatch batch = noiseBatch(options.shape, 2);
        for (const double loss : nets.learn(batch))
            EXPECT_TRUE(std::isfinite(loss));
        const ImageBatch perturbed = nets.perturbed(batch.images);
        EXPECT_EQ(perturbed.shape(), options.shape);
        EXPECT_EQ(perturbed.count(), 2u);
    }
}

INSTANTIATE_TEST_SUITE_P(Sizes, AdvGanSides,
                         ::testing::Values(ImageShape{28, 28, 1}, ImageShape{32, 32, 3},
                                           ImageShape{30, 30, 3}, ImageShape{33, 33, 1},
                                           ImageShape{224, 224, 3}, ImageShape{8, 8, 1},
                                           ImageShape{17, 40, 1}, ImageShape{1, 2, 1}),
                         [](const auto &shape) { return shape.param.text(); });

TEST(AdvGanNets, NoPixelChangesByMoreThanTheBoundAfterRounding)
{
    AdvGanOptions options = smallOptions(small);
    options.bound = 7;
    AdvGanNets nets = makeNets(options);
    std::vector<float> weights = nets.generatorWeights();
    for (std::size_t i = weights.size() - 2 * 36; i < weights.size(); ++i)
        weights[i] *= 1e4f; // the last layer: tanh at its ends
    nets.setGeneratorWeights(weights);
    const ImageBatch images = noiseBatch(small, 6, 0, 255).images;
    EXPECT_EQ(largestChange(images, nets.perturbed(images)), 7);
}

// The difference of the loss along a direction near the gradient (a random one would be nearly at right
// angles to it), and what the gradient says of it.
struct Slopes {
    double measured = 0;
    double computed = 0;
};

Slopes slopesOf(AdvGanNets &nets, const TrainingBatch &batch, double step)
{
    std::vector<float> start = nets.generatorWeights();
    for (std::size_t i = start.size() - 2 * 36; i < start.size(); ++i)
        start[i] *= 10; // the last layer: so that perturbations are not minute
    nets.setGeneratorWeights(start);
    const std::vector<float> gradient = nets.generatorGradient(batch).values;
    Rng rng(5);
    std::vector<double> direction;
    double norm = 0;
    double largest = 0;
    for (const float value : gradient)
        largest = std::max(largest, std::abs(double(value)));
    for (const float value : gradient) {
        direction.push_back(value + 0.01 * largest * rng.normal());
        norm += direction.back() * direction.back();
    }
    norm = std::sqrt(norm);
    Slopes slopes;
    std::vector<float> ahead = start;
    std::vector<float> behind = start;
    for (std::size_t i = 0; i < start.size(); ++i) {
        ahead[i] += float(step * direction[i] / norm);
        behind[i] -= float(step * direction[i] / norm);
        slopes.computed += direction[i] / norm * gradient[i];
    }
    nets.setGeneratorWeights(ahead);
    const double above = nets.generatorGradient(batch).loss;
    nets.setGeneratorWeights(behind);
    slopes.measured = (above - nets.generatorGradient(batch).loss) / (2 * step);
    return slopes;
}

// Large enough images: where normalisation sees a few values only, the loss is too rough for differences.
TEST(AdvGanNets, GradientIsThatOfEachPartOfTheLoss)
{
    const ImageShape shape{48, 48, 1};
    const TrainingBatch batch = noiseBatch(shape, 12);
    for (int part = 0; part < 4; ++part) {
        AdvGanOptions options = smallOptions(shape);
        options.adversarialWeight = part == 0 ? 1 : 0;
        options.hingeWeight = part == 1 ? 1 : 0;
        options.ganWeight = part == 2 ? 1e3 : 0;
        options.saturationWeight = part == 3 ? 1 : 0;
        options.skips = part == 3;
        AdvGanNets nets = makeNets(options);
        const Slopes slopes = slopesOf(nets, batch, 5e-5);
        EXPECT_GT(slopes.computed, 0.5) << part;
        EXPECT_NEAR(slopes.measured, slopes.computed, 0.04 * slopes.computed) << part;
    }
}

TEST(AdvGanNets, LearnsToFoolALinearModel)
{
    AdvGanOptions options = smallOptions(small);
    options.goal.kappa = 1;
    options.hingeStart = 0.9;
    options.rate = 3e-3;
    AdvGanNets nets = makeNets(options);
    TrainingBatch batch = noiseBatch(small, 24);
    batch.epochs = 100;
    std::vector<double> losses;
    const double before = nets.learn(batch)[2];
    for (int i = 0; i < 120; ++i)
        losses = nets.learn(batch);
    EXPECT_LT(losses[2], before - 0.9); // -1 at best, where every lead is kappa
    EXPECT_GT(losses[4], 0.9);
}

TEST(AdvGanNets, TheDiscriminatorRestsWhereItsLossIsSmall)
{
    AdvGanOptions options = smallOptions(small);
    options.discriminatorRest = 2; // above any loss
    AdvGanNets resting = makeNets(options);
    const TrainingBatch batch = noiseBatch(small, 8);
    options.adversarialWeight = options.hingeWeight = options.ganWeight = 0; // nor does the generator move
    AdvGanNets still = makeNets(options);
    EXPECT_EQ(still.learn(batch)[0], still.learn(batch)[0]);
    options.discriminatorRest = 0;
    AdvGanNets awake = makeNets(options);
    EXPECT_GT(awake.learn(batch)[0], awake.learn(batch)[0]);
}

TEST(AdvGanNets, SavedAndLoadedLearnsOnBitByBit)
{
    const AdvGanOptions options = smallOptions(small);
    const TrainingBatch batch = noiseBatch(small, 8);
    AdvGanNets whole = makeNets(options);
    AdvGanNets first = makeNets(options);
    for (int i = 0; i < 6; ++i)
        whole.learn(batch);
    for (int i = 0; i < 3; ++i)
        first.learn(batch);
    AdvGanNets second = makeNets(options);
    second.load(first.save());
    for (int i = 0; i < 3; ++i)
        second.learn(batch);
    EXPECT_EQ(second.save(), whole.save());
    AdvGanNets used = makeNets(options);
    used.loadWeights(whole.saveWeights());
    const auto a = used.perturbed(batch.images).all();
    const ImageBatch expected = whole.perturbed(batch.images);
    EXPECT_TRUE(std::ranges::equal(used.perturbed(batch.images).all(), expected.all()));
    EXPECT_EQ(a.size(), expected.all().size());
}

TEST(AdvGanNets, SeedsGiveOtherNetworks)
{
    AdvGanOptions options = smallOptions(small);
    AdvGanNets one = makeNets(options);
    AdvGanNets same = makeNets(options);
    options.seed = 2;
    AdvGanNets other = makeNets(options);
    EXPECT_EQ(one.save(), same.save());
    EXPECT_NE(one.save(), other.save());
}

TEST(AdvGanNets, TheRateFallsAfterItsShareOfTheEpochs)
{
    AdvGanOptions options = smallOptions(small);
    options.slowShare = 0.5;
    TrainingBatch batch = noiseBatch(small, 4);
    const auto movement = [&](int epoch) {
        AdvGanNets nets = makeNets(options);
        const std::vector<float> before = nets.generatorWeights();
        batch.epoch = epoch;
        nets.learn(batch);
        const std::vector<float> after = nets.generatorWeights();
        double sum = 0;
        for (std::size_t i = 0; i < after.size(); ++i)
            sum += std::abs(double(after[i]) - before[i]);
        return sum;
    };
    batch.epochs = 4;
    EXPECT_NEAR(movement(3) / movement(2), 0.1, 1e-3); // Adam's first step is the rate itself
}

TEST(AdvGanNets, DivergenceShowsInTheLosses)
{
    AdvGanOptions options = smallOptions(small);
    options.rate = 1e30;
    AdvGanNets nets = makeNets(options);
    const TrainingBatch batch = noiseBatch(small, 4);
    bool finite = true;
    for (int i = 0; i < 3 && finite; ++i)
        for (const double loss : nets.learn(batch))
            finite = finite && std::isfinite(loss);
    EXPECT_FALSE(finite);
}

TEST(AdvGanNets, BytesOfOthersAreBadData)
{
    const AdvGanOptions options = smallOptions(small);
    AdvGanNets nets = makeNets(options);
    const std::string good = nets.save();
    std::string flipped = good;
    flipped[flipped.size() / 2] = char(flipped[flipped.size() / 2] ^ 1);
    for (const std::string &bad :
         {std::string(), good.substr(0, good.size() / 2), flipped, nets.saveWeights()})
        expectError(ErrorCode::BadData, "", [&] { nets.load(bad); });
    AdvGanOptions wider = options;
    wider.width = 3;
    AdvGanNets other = makeNets(wider);
    expectError(ErrorCode::BadData, "", [&] { other.loadWeights(nets.saveWeights()); });
    EXPECT_EQ(nets.save(), good); // all or nothing
}

} // namespace
} // namespace mutascope
