// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/decorators.h"
#include "tests/core/model/model_fixture.h"
#include <algorithm>
#include <cmath>

namespace mutascope::modeltest {

namespace {

FloatImages floats(const ImageBatch &batch)
{
    return {batch.shape(), batch.count(), {batch.all().begin(), batch.all().end()}};
}

ImageBatch changed(const ImageBatch &batch, std::size_t pixel, int by)
{
    std::vector<std::uint8_t> pixels(batch.all().begin(), batch.all().end());
    pixels[pixel] = std::uint8_t(pixels[pixel] + by);
    ImageBatch result(batch.shape());
    for (std::size_t i = 0; i < batch.count(); ++i)
        result.append(batch.shape(),
                      std::span(pixels).subspan(i * batch.shape().size(), batch.shape().size()));
    return result;
}

// The objective by its definition, in double precision from the trace.
double valueOf(Model &model, const ImageBatch &batch, const Objective &objective)
{
    const Trace trace = model.trace(batch, objective.layers);
    double sum = 0;
    for (std::size_t i = 0; i < objective.logitWeights.size(); ++i)
        sum += double(objective.logitWeights[i]) * double(trace.predictions.outputs[i]);
    for (std::size_t i = 0; i < objective.neuronWeights.size(); ++i)
        sum += double(objective.neuronWeights[i]) * double(trace.values[i]);
    return sum;
}

// Central differences of one grey level at every stride-th pixel. The network is linear between kinks of ReLU
// and pooling, which a step may cross: so the typical difference must be small, not every one.
void expectNearDifferences(Model &model, const ImageBatch &batch, const Objective &objective,
                           std::size_t stride)
{
    const FloatImages gradient = model.gradient(floats(batch), objective);
    ASSERT_EQ(gradient.values.size(), batch.all().size());
    std::vector<double> errors;
    double largest = 0;
    for (std::size_t pixel = 0; pixel < gradient.values.size(); pixel += stride) {
        const double difference = (valueOf(model, changed(batch, pixel, 1), objective)
                                   - valueOf(model, changed(batch, pixel, -1), objective))
            / 2;
        errors.push_back(std::abs(difference - double(gradient.values[pixel])));
        largest = std::max(largest, std::abs(difference));
    }
    ASSERT_GT(largest, 0);
    std::ranges::sort(errors);
    EXPECT_LT(errors[errors.size() / 2] / largest, 0.01);
    EXPECT_LT(errors[errors.size() * 9 / 10] / largest, 0.1);
}

std::vector<float> weights(std::size_t count)
{
    Rng rng(5);
    std::vector<float> result(count);
    for (float &value : result)
        value = float(2 * rng.uniform() - 1);
    return result;
}

class GradientTest : public ModelTest {
protected:
    static ModelSpec colourSpec()
    {
        ModelSpec spec = specOf({16, 16, 3});
        spec.mean = {0.2f, 0.5f, 0.7f};
        spec.std = {0.1f, 0.3f, 0.9f};
        return spec;
    }
};

TEST_F(GradientTest, LogitsAgreeWithFiniteDifferences)
{
    const auto model = untrained("lenet5", specOf({28, 28, 1}));
    expectNearDifferences(*model, noiseImages({28, 28, 1}, 2), {weights(20), {}, {}}, 31);
}

TEST_F(GradientTest, PreprocessingBelongsToTheGradient)
{
    const auto model = untrained("lenet4", colourSpec());
    expectNearDifferences(*model, noiseImages({16, 16, 3}, 1), {weights(10), {}, {}}, 7);
}

TEST_F(GradientTest, ChannelOrderBelongsToTheGradient)
{
    ModelSpec spec = colourSpec();
    spec.channelOrder = "bgr";
    const auto model = untrained("lenet4", spec);
    expectNearDifferences(*model, noiseImages({16, 16, 3}, 1), {weights(10), {}, {}}, 7);
}

TEST_F(GradientTest, NeuronsAgreeWithFiniteDifferences)
{
    const auto model = untrained("lenet5", specOf({28, 28, 1}));
    const LayerSet layers = selectLayers(model->layers(), "relu2,fc1");
    expectNearDifferences(*model, noiseImages({28, 28, 1}, 1), {{}, layers, weights(16 + 120)}, 13);
    expectNearDifferences(*model, noiseImages({28, 28, 1}, 1), {weights(10), layers, weights(16 + 120)}, 13);
}

// The mean of a "same" convolution is linear: away from the border each pixel counts with the sum of the
// kernel's weights, so all these gradients are equal.
TEST_F(GradientTest, ConvolutionMeanHasAConstantGradient)
{
    const auto model = untrained("lenet1", specOf({28, 28, 1}));
    const LayerSet layers = selectLayers(model->layers(), "conv1");
    const FloatImages gradient
        = model->gradient(floats(noiseImages({28, 28, 1}, 1)), {{}, layers, {1, 0, 0, 0}});
    const float inner = gradient.values[14 * 28 + 14];
    EXPECT_NE(inner, 0);
    for (std::size_t y = 2; y < 26; ++y)
        for (std::size_t x = 2; x < 26; ++x)
            ASSERT_NEAR(gradient.values[y * 28 + x], inner, std::abs(inner) * 1e-4f);
}

TEST_F(GradientTest, ImagesDoNotInfluenceEachOther)
{
    const auto model = untrained("lenet1", specOf({28, 28, 1}));
    const ImageBatch batch = noiseImages({28, 28, 1}, 3);
    std::vector<float> middle(30, 0.0f);
    middle[13] = 1; // class 3 of the second image
    const FloatImages all = model->gradient(floats(batch), {middle, {}, {}});
    std::vector<float> alone(10, 0.0f);
    alone[3] = 1;
    const FloatImages one = model->gradient(floats(batch.slice(1, 2)), {alone, {}, {}});
    for (std::size_t i = 0; i < 784; ++i) {
        ASSERT_EQ(all.values[i], 0);
        ASSERT_NEAR(all.values[784 + i], one.values[i], 1e-6);
        ASSERT_EQ(all.values[2 * 784 + i], 0);
    }
}

// Weights given after the forward count as those given before; the outputs are those of predict().
TEST_F(GradientTest, WeightsMayFollowFromTheOutputs)
{
    const auto model = untrained("lenet1", specOf({28, 28, 1}));
    const ImageBatch batch = noiseImages({28, 28, 1}, 5);
    const std::vector<float> given = weights(50);
    const FloatImages expected = model->gradient(floats(batch), {given, {}, {}});
    const Predictions predictions = model->predict(batch);
    std::vector<std::size_t> firsts;
    Objective objective;
    objective.weigh = [&](const Predictions &outputs, std::size_t first) {
        firsts.push_back(first);
        for (std::size_t i = 0; i < outputs.outputs.size(); ++i)
            EXPECT_NEAR(outputs.outputs[i], predictions.outputs[first * 10 + i], 1e-4);
        const auto begin = given.begin() + std::ptrdiff_t(first * 10);
        return std::vector<float>(begin, begin + std::ptrdiff_t(outputs.outputs.size()));
    };
    BatchingModel batched(*model, 2);
    EXPECT_EQ(batched.gradient(floats(batch), objective).values,
              batched.gradient(floats(batch), {given, {}, {}}).values);
    EXPECT_EQ(firsts, (std::vector<std::size_t>{0, 2, 4}));
    firsts.clear();
    EXPECT_EQ(model->gradient(floats(batch), objective).values, expected.values);
    EXPECT_EQ(firsts, (std::vector<std::size_t>{0}));
}

TEST_F(GradientTest, LeavesPredictionsAlone)
{
    const auto model = untrained("lenet1", specOf({28, 28, 1}));
    const ImageBatch batch = noiseImages({28, 28, 1}, 2);
    const auto before = model->predict(batch).outputs;
    model->gradient(floats(batch), {weights(20), {}, {}});
    EXPECT_EQ(model->predict(batch).outputs, before);
}

TEST_F(GradientTest, EmptyObjectiveAndWrongSizes)
{
    const auto model = untrained("lenet1", specOf({28, 28, 1}));
    const FloatImages images = floats(noiseImages({28, 28, 1}, 2));
    EXPECT_EQ(model->gradient(images, {}).values, std::vector<float>(2 * 784, 0.0f));
    EXPECT_EQ(model->gradient({{28, 28, 1}, 0, {}}, {}).count, 0u);
    EXPECT_ERROR(Usage, "weights of logits", model->gradient(images, {weights(10), {}, {}}));
    EXPECT_ERROR(Usage, "weights of neurons", model->gradient(images, {{}, {0}, weights(3)}));
}

// (p/255 - 0.5) / 0.5 = p/127.5 - 1
TEST_F(GradientTest, ScaleMeanAndStdAreApplied)
{
    ModelSpec first = specOf({28, 28, 1});
    first.mean = {0.5f};
    first.std = {0.5f};
    ModelSpec second = specOf({28, 28, 1});
    second.scale = 127.5f;
    second.mean = {1.0f};
    const ImageBatch batch = noiseImages({28, 28, 1}, 3);
    const auto a = untrained("lenet5", first)->predict(batch).outputs;
    const auto b = untrained("lenet5", second)->predict(batch).outputs;
    const auto other = untrained("lenet5", specOf({28, 28, 1}))->predict(batch).outputs;
    for (std::size_t i = 0; i < a.size(); ++i)
        EXPECT_NEAR(a[i], b[i], 1e-5);
    EXPECT_NE(a, other);
}

TEST_F(GradientTest, BgrReadsTheChannelsBackwards)
{
    ModelSpec bgr = specOf({16, 16, 3});
    bgr.channelOrder = "bgr";
    const ImageBatch batch = noiseImages({16, 16, 3}, 1);
    std::vector<std::uint8_t> swapped(batch.all().begin(), batch.all().end());
    for (std::size_t i = 0; i < swapped.size(); i += 3)
        std::swap(swapped[i], swapped[i + 2]);
    ImageBatch reversed(batch.shape());
    reversed.append(batch.shape(), swapped);
    EXPECT_EQ(untrained("lenet1", bgr)->predict(batch).outputs,
              untrained("lenet1", specOf({16, 16, 3}))->predict(reversed).outputs);
}

} // namespace

} // namespace mutascope::modeltest
