// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/data/array_dataset.h"
#include "core/nets/net_state.h"
#include "core/nets/tensors.h"
#include "core/nets/vae.h"
#include "core/nets/vae_network.h"
#include "core/training/epoch_training.h"
#include <cmath>
#include <cstdlib>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace mutascope {
namespace {

at::Tensor tensorOf(at::IntArrayRef sizes, const std::vector<float> &values)
{
    Rng rng(1);
    at::Tensor tensor = normalTensor(sizes, rng);
    std::copy(values.begin(), values.end(), tensor.data_ptr<float>());
    return tensor;
}

double sigmoid(double x)
{
    return 1 / (1 + std::exp(-x));
}

Image noiseImage(const ImageShape &shape, std::uint64_t seed)
{
    Rng rng(seed);
    Image image{shape, {}};
    for (std::size_t i = 0; i < shape.size(); ++i)
        image.pixels.push_back(std::uint8_t(rng.between(0, 255)));
    return image;
}

ImageBatch noiseImages(const ImageShape &shape, std::size_t count)
{
    ImageBatch images(shape);
    for (std::size_t i = 0; i < count; ++i)
        images.append(noiseImage(shape, i + 1));
    return images;
}

VaeOptions small(const std::string &network = "auto")
{
    VaeOptions options;
    options.network = network;
    options.latent = 5;
    options.hidden = 12;
    options.channels = 4;
    return options;
}

TrainingBatch batchOf(const ImageBatch &images, int epoch = 1, int epochs = 1)
{
    return {images, std::vector<int>(images.count()), epoch, epochs, Rng(9)};
}

// Black and white bars in four places.
std::shared_ptr<const Dataset> bars()
{
    DatasetSpec spec{"fake", {8, 8, 1}, 4, {"0", "1", "2", "3"}, "train", {}, "bars"};
    std::vector<std::uint8_t> pixels;
    std::vector<int> labels;
    for (int image = 0; image < 32; ++image) {
        labels.push_back(image % 4);
        for (int i = 0; i < 64; ++i)
            pixels.push_back(i % 8 / 2 == image % 4 ? 230 : 10);
    }
    return std::make_shared<ArrayDataset>(std::move(spec), std::move(pixels), std::move(labels));
}

ErrorCode codeOf(const std::function<void()> &call)
{
    try {
        call();
    } catch (const Error &error) {
        return error.code();
    }
    ADD_FAILURE() << "no error";
    return ErrorCode::Internal;
}

TEST(VaeLoss, DivergenceByHand)
{
    // One half of exp(v) + m^2 - 1 - v: (1, 0) -> 0.5; (0, ln 4) -> (4 - 1 - ln 4) / 2.
    const Posterior posterior{tensorOf({1, 2}, {1, 0}), tensorOf({1, 2}, {0, std::log(4.0f)})};
    EXPECT_NEAR(vaeDivergence(posterior).item<double>(), 0.5 + (3 - std::log(4.0)) / 2, 1e-6);
    const Posterior prior{tensorOf({2, 2}, {0, 0, 0, 0}), tensorOf({2, 2}, {0, 0, 0, 0})};
    EXPECT_NEAR(vaeDivergence(prior).item<double>(), 0, 1e-7);
}

TEST(VaeLoss, CrossEntropyByHand)
{
    // -(t ln s + (1 - t) ln(1 - s)), s the sigmoid of the decoded value.
    const at::Tensor decoded = tensorOf({1, 1, 1, 3}, {0, 2, -1});
    const at::Tensor images = tensorOf({1, 1, 1, 3}, {0.3f, 1, 0.25f});
    const double expected = std::log(2.0) - std::log(sigmoid(2)) - 0.25 * std::log(sigmoid(-1))
        - 0.75 * std::log(1 - sigmoid(-1));
    EXPECT_NEAR(vaeReconstructionLoss(decoded, images).item<double>(), expected, 1e-6);
}

// A network of one pixel, one hidden and one latent unit, whose every weight is given.
class OnePixel : public ::testing::Test {
protected:
    OnePixel()
    {
        VaeOptions options;
        options.latent = options.hidden = 1;
        options.rate = 0.01;
        vae = std::make_unique<Vae>(ImageShape{1, 1, 1}, options);
        std::vector<at::Tensor> weights;
        for (const float value : {1.5f, 0.25f, 0.8f, -0.1f, -0.6f, 0.2f, 2.0f, 0.5f, 0.7f, -0.3f})
            weights.push_back(weights.size() % 2 == 0 ? tensorOf({1, 1}, {value}) : tensorOf({1}, {value}));
        vae->loadWeights(packTensors(weights));
        image = {{1, 1, 1}, {153}}; // 0.6
        images = ImageBatch(image.shape);
        images.append(image);
    }

    static double decodedOf(double point) { return 0.7 * std::max(0.0, 2.0 * point + 0.5) - 0.3; }

    std::unique_ptr<Vae> vae;
    Image image;
    ImageBatch images;
    const double hidden = 1.5 * 0.6 + 0.25;
    const double mean = 0.8 * hidden - 0.1;
    const double logVariance = -0.6 * hidden + 0.2;
};

TEST_F(OnePixel, EncodesToTheMeanAndDecodes)
{
    const Latents point = vae->encode(images);
    ASSERT_EQ(point.count, 1u);
    EXPECT_NEAR(point.values.at(0), mean, 1e-5);
    EXPECT_EQ(vae->decode({1, 1, {1.0f}}).pixels(0)[0],
              std::uint8_t(std::lround(255 * sigmoid(decodedOf(1)))));
    const double error = sigmoid(decodedOf(mean)) - 0.6;
    EXPECT_NEAR(vae->reconstructionErrors(images).at(0), error * error, 1e-6);
}

TEST_F(OnePixel, LossesAreThoseOfTheDrawnPoint)
{
    Rng rng(9);
    const double point = mean + std::exp(logVariance / 2) * rng.normal();
    const double decoded = sigmoid(decodedOf(point));
    const auto losses = vae->learn(batchOf(images));
    EXPECT_NEAR(losses.at(0), -(0.6 * std::log(decoded) + 0.4 * std::log(1 - decoded)), 1e-5);
    EXPECT_NEAR(losses.at(1), (std::exp(logVariance) + mean * mean - 1 - logVariance) / 2, 1e-5);
}

TEST_F(OnePixel, TheFirstStepOfAdamIsItsRate)
{
    // Whatever the gradient's size, Adam's first step has the length of the rate. d loss / d bias of the
    // image = s - t > 0 or < 0.
    Rng rng(9);
    const double point = mean + std::exp(logVariance / 2) * rng.normal();
    const double direction = sigmoid(decodedOf(point)) > 0.6 ? -1 : 1;
    vae->learn(batchOf(images));
    std::vector<at::Tensor> weights;
    for (int i = 0; i < 10; ++i)
        weights.push_back(i % 2 == 0 ? tensorOf({1, 1}, {0}) : tensorOf({1}, {0}));
    unpackTensors(vae->saveWeights(), weights);
    EXPECT_NEAR(weights.back().item<double>(), -0.3 + direction * 0.01, 1e-5);
}

TEST(Vae, AnyShapeComesBack)
{
    struct Case {
        ImageShape shape;
        const char *network;
        bool dense;
    };
    for (const Case &test : {Case{{28, 28, 1}, "auto", true}, Case{{32, 32, 3}, "auto", false},
                             Case{{5, 7, 3}, "auto", false}, Case{{30, 19, 1}, "convolutional", false},
                             Case{{1, 1, 3}, "auto", false}, Case{{3, 40, 3}, "auto", false},
                             Case{{65, 64, 1}, "auto", false}, Case{{9, 5, 3}, "dense", true}}) {
        Vae vae(test.shape, small(test.network));
        EXPECT_EQ(vae.dense(), test.dense) << test.shape.text();
        const ImageBatch images = noiseImages(test.shape, 3);
        const Latents points = vae.encode(images);
        EXPECT_EQ(points.count, 3u);
        EXPECT_EQ(points.width, 5u);
        EXPECT_EQ(points.values.size(), 15u);
        const ImageBatch decoded = vae.decode(points);
        EXPECT_EQ(decoded.shape(), test.shape);
        EXPECT_EQ(decoded.count(), 3u);
        EXPECT_EQ(vae.reconstructionErrors(images).size(), 3u);
        for (const double loss : vae.learn(batchOf(images)))
            EXPECT_TRUE(std::isfinite(loss)) << test.shape.text();
    }
}

TEST(Vae, PublishedSizesAreTheDefaults)
{
    const Vae vae({28, 28, 1}, {});
    EXPECT_EQ(vae.latent(), 400u);
    const nlohmann::json description = vae.description();
    EXPECT_EQ(description.at("hidden"), 1600);
    EXPECT_EQ(description.at("network"), "dense");
    EXPECT_TRUE(description.contains("threads"));
    // Four bytes a weight: 784-1600-400 twice, 400-1600-784, biases.
    const std::size_t weights
        = 784 * 1600 + 1600 + 2 * (1600 * 400 + 400) + 400 * 1600 + 1600 + 1600 * 784 + 784;
    EXPECT_NEAR(double(vae.saveWeights().size()), 4.0 * double(weights), 200);
}

TEST(Vae, PortionsMakeNoDifference)
{
    for (const char *network : {"dense", "convolutional"}) {
        const ImageShape shape{6, 6, 1};
        Vae vae(shape, small(network));
        const ImageBatch images = noiseImages(shape, 131); // more than run at once
        const Latents points = vae.encode(images);
        const ImageBatch decoded = vae.decode(points);
        const std::vector<double> errors = vae.reconstructionErrors(images);
        ASSERT_EQ(decoded.count(), 131u);
        for (const std::size_t row : {0u, 127u, 128u, 130u}) {
            const Latents one = vae.encode(images.slice(row, row + 1));
            for (std::size_t i = 0; i < one.width; ++i)
                EXPECT_NEAR(one.values[i], points.row(row)[i], 1e-5);
            const ImageBatch alone = vae.decode(one);
            for (std::size_t i = 0; i < shape.size(); ++i)
                EXPECT_LE(std::abs(int(alone.pixels(0)[i]) - int(decoded.pixels(row)[i])), 1);
            EXPECT_NEAR(vae.reconstructionErrors(images.slice(row, row + 1)).at(0), errors[row], 1e-6);
        }
    }
}

TEST(Vae, NothingInNothingOut)
{
    const Vae vae({6, 6, 1}, small());
    const ImageBatch none(ImageShape{6, 6, 1});
    EXPECT_EQ(vae.encode(none).count, 0u);
    EXPECT_EQ(vae.decode({0, 5, {}}).count(), 0u);
    EXPECT_TRUE(vae.reconstructionErrors(none).empty());
}

TEST(Vae, LearnsWhatTheDataAre)
{
    const auto data = bars();
    VaeOptions options = small();
    options.hidden = 32;
    options.rate = 0.01;
    Vae vae(data->spec().shape, options);
    ImageBatch images(data->spec().shape);
    for (std::size_t i = 0; i < 4; ++i)
        images.append(data->sample(i).image);
    const std::vector<double> before = vae.reconstructionErrors(images);
    EpochOptions training;
    training.epochs = 60;
    training.batch = 8;
    EpochTraining epochs(vae, *data, training);
    while (!epochs.done())
        epochs.step();
    const std::vector<double> after = vae.reconstructionErrors(images);
    for (std::size_t i = 0; i < 4; ++i)
        EXPECT_LT(after[i], before[i] / 5);
}

TEST(Vae, SameSeedSameWeightsAnotherSeedOthers)
{
    for (const char *network : {"dense", "convolutional"}) {
        const ImageBatch images = noiseImages({8, 8, 1}, 4);
        VaeOptions options = small(network);
        Vae first({8, 8, 1}, options);
        Vae second({8, 8, 1}, options);
        options.seed = 2;
        const Vae other({8, 8, 1}, options);
        EXPECT_EQ(first.saveWeights(), second.saveWeights());
        EXPECT_NE(first.saveWeights(), other.saveWeights());
        for (int i = 0; i < 3; ++i) {
            first.learn(batchOf(images));
            second.learn(batchOf(images));
        }
        EXPECT_EQ(first.save(), second.save());
    }
}

TEST(Vae, SavedAndLoadedLearnsOnAsIfNeverInterrupted)
{
    const ImageBatch images = noiseImages({8, 8, 3}, 4);
    Vae whole({8, 8, 3}, small());
    whole.learn(batchOf(images));
    Vae resumed({8, 8, 3}, small());
    resumed.load(whole.save());
    whole.learn(batchOf(images));
    resumed.learn(batchOf(images));
    EXPECT_EQ(whole.save(), resumed.save());
    Vae finished({8, 8, 3}, small());
    finished.loadWeights(whole.saveWeights());
    EXPECT_EQ(finished.encode(images).values, whole.encode(images).values);
}

TEST(Vae, OnlyTheConvolutionalOneBringsTheDivergenceInSlowly)
{
    const ImageBatch images = noiseImages({8, 8, 1}, 4);
    for (const char *network : {"dense", "convolutional"}) {
        Vae early({8, 8, 1}, small(network));
        Vae late({8, 8, 1}, small(network));
        for (int i = 0; i < 2; ++i) { // Adam's first step does not know the gradients' sizes
            early.learn(batchOf(images, 1, 100));
            late.learn(batchOf(images, 100, 100));
        }
        EXPECT_EQ(early.saveWeights() == late.saveWeights(), std::string(network) == "dense");
    }
}

// Colour images need the smaller weight; where it is 1, the key of what was trained before stays.
TEST(Vae, WeightOfTheDivergence)
{
    const ImageBatch images = noiseImages({8, 8, 3}, 4);
    VaeOptions options = small("convolutional");
    Vae usual({8, 8, 3}, options);
    options.divergence = 0.01;
    Vae same({8, 8, 3}, options);
    options.divergence = 1;
    Vae full({8, 8, 3}, options);
    EXPECT_EQ(usual.description(), same.description());
    EXPECT_FALSE(full.description().contains("divergence"));
    EXPECT_FALSE(Vae({8, 8, 1}, small("dense")).description().contains("divergence"));
    for (int i = 0; i < 2; ++i)
        for (Vae *vae : {&usual, &same, &full})
            vae->learn(batchOf(images));
    EXPECT_TRUE(usual.saveWeights() == same.saveWeights());
    EXPECT_FALSE(usual.saveWeights() == full.saveWeights());
    options.divergence = -1;
    EXPECT_THROW(Vae({8, 8, 3}, options), Error);
}

TEST(Vae, ATrainingThatDivergesIsNoticed)
{
    VaeOptions options = small();
    options.rate = 1e30;
    const auto data = bars();
    Vae vae(data->spec().shape, options);
    EpochOptions training;
    training.batch = 8;
    EpochTraining epochs(vae, *data, training);
    while (!epochs.done())
        epochs.step();
    EXPECT_TRUE(epochs.diverged());
    for (const float value : vae.encode(noiseImages(data->spec().shape, 1)).values)
        EXPECT_TRUE(std::isfinite(value));
}

TEST(Vae, ImpossibleNetworksAreWrongUsage)
{
    VaeOptions odd = small("wavelet");
    EXPECT_EQ(codeOf([&] { Vae({8, 8, 1}, odd); }), ErrorCode::Usage);
    VaeOptions huge = small("dense");
    huge.hidden = 100000;
    EXPECT_EQ(codeOf([&] { Vae({300, 300, 3}, huge); }), ErrorCode::Usage);
    VaeOptions still = small();
    still.rate = 0;
    EXPECT_EQ(codeOf([&] { Vae({8, 8, 1}, still); }), ErrorCode::Usage);
}

TEST(Vae, ForeignOrDamagedWeightsAreBadData)
{
    Vae vae({8, 8, 1}, small());
    const std::string before = vae.saveWeights();
    const Vae other({8, 9, 1}, small());
    for (const std::string &bad : {std::string(), before.substr(0, before.size() / 2), other.saveWeights()})
        EXPECT_EQ(codeOf([&] { vae.loadWeights(bad); }), ErrorCode::BadData);
    EXPECT_EQ(vae.saveWeights(), before);
}

} // namespace
} // namespace mutascope
