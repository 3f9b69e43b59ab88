// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/decorators.h"
#include "tests/core/model/model_fixture.h"

namespace mutascope::modeltest {

namespace {

constexpr ImageShape shape{1, 2, 1};

// Outputs and one neuron are the pixels themselves; notes the size of each call.
class EchoModel : public Model {
public:
    EchoModel() { m_spec.input = shape; }
    const ModelSpec &spec() const override { return m_spec; }
    const std::vector<LayerInfo> &layers() const override { return m_layers; }
    Predictions predict(const ImageBatch &batch) override
    {
        sizes.push_back(batch.count());
        const auto pixels = batch.all();
        return {batch.count(), 2, false, {pixels.begin(), pixels.end()}};
    }
    Trace trace(const ImageBatch &batch, const LayerSet &) override
    {
        Trace result{predict(batch), {{"echo", 0, 1}}, 1, {}};
        for (std::size_t i = 0; i < batch.count(); ++i)
            result.values.push_back(float(batch.pixels(i)[1]));
        return result;
    }
    FloatImages gradient(const FloatImages &images, const Objective &objective) override
    {
        sizes.push_back(images.count);
        FloatImages result = images;
        for (std::size_t i = 0; i < images.values.size(); ++i)
            result.values[i] *= objective.logitWeights[i];
        for (std::size_t i = 0; i < images.count && !objective.neuronWeights.empty(); ++i)
            result.values[2 * i] += objective.neuronWeights[i];
        return result;
    }

    std::vector<std::size_t> sizes;

private:
    ModelSpec m_spec;
    std::vector<LayerInfo> m_layers;
};

ImageBatch images(std::size_t count)
{
    ImageBatch batch(shape);
    for (std::size_t i = 0; i < count; ++i)
        batch.append(shape, std::vector<std::uint8_t>{std::uint8_t(2 * i), std::uint8_t(2 * i + 1)});
    return batch;
}

using Sizes = std::vector<std::size_t>;

TEST(BatchingModelTest, SplitsAtTheMaximum)
{
    for (const auto &[count, expected] : std::vector<std::pair<std::size_t, Sizes>>{
             {1, {1}}, {3, {3}}, {4, {4}}, {5, {4, 1}}, {8, {4, 4}}, {9, {4, 4, 1}}}) {
        EchoModel echo;
        BatchingModel model(echo, 4);
        const Predictions whole = model.predict(images(count));
        EXPECT_EQ(echo.sizes, expected) << count;
        EXPECT_EQ(whole.count, count);
        EXPECT_EQ(whole.outputs, EchoModel().predict(images(count)).outputs);
    }
}

TEST(BatchingModelTest, TracesAreJoined)
{
    EchoModel echo;
    const Trace trace = BatchingModel(echo, 2).trace(images(5), {0});
    EXPECT_EQ(echo.sizes, (Sizes{2, 2, 1}));
    EXPECT_EQ(trace.count(), 5u);
    EXPECT_EQ(trace.values, (std::vector<float>{1, 3, 5, 7, 9}));
    EXPECT_EQ(trace.predictions.outputs.size(), 10u);
    EXPECT_EQ(trace.layers.size(), 1u);
}

TEST(BatchingModelTest, GradientsGetTheirOwnWeights)
{
    EchoModel echo;
    const FloatImages input{shape, 3, {1, 2, 3, 4, 5, 6}};
    const Objective objective{{1, 10, 1, 10, 1, 10}, {0}, {100, 200, 300}};
    const FloatImages result = BatchingModel(echo, 2).gradient(input, objective);
    EXPECT_EQ(echo.sizes, (Sizes{2, 1}));
    EXPECT_EQ(result.count, 3u);
    EXPECT_EQ(result.values, (std::vector<float>{101, 20, 203, 40, 305, 60}));
}

TEST(BatchingModelTest, AnEmptyBatchIsPassedOn)
{
    EchoModel echo;
    EXPECT_EQ(BatchingModel(echo, 4).predict(ImageBatch(shape)).count, 0u);
}

TEST(BatchingModelTest, ABatchSizeOfZeroIsRefused)
{
    EchoModel echo;
    BatchingModel model(echo, 0);
    EXPECT_ERROR(Usage, "batch size", model.predict(images(1)));
}

TEST(CountingModelTest, CountsForwardsOnceAndBackwardsOnceMore)
{
    EchoModel echo;
    CountingModel model(echo);
    model.predict(images(5));
    EXPECT_EQ(model.calls(), 5);
    model.trace(images(3), {0});
    EXPECT_EQ(model.calls(), 8);
    model.gradient({shape, 2, {1, 2, 3, 4}}, {{1, 1, 1, 1}, {}, {}});
    EXPECT_EQ(model.calls(), 12);
    EXPECT_GE(model.seconds(), 0);
}

TEST(CountingModelTest, CountsTheSameBehindBatching)
{
    EchoModel echo;
    CountingModel counting(echo);
    BatchingModel model(counting, 2);
    model.predict(images(7));
    EXPECT_EQ(counting.calls(), 7);
}

} // namespace

} // namespace mutascope::modeltest
