// SPDX-License-Identifier: GPL-3.0-or-later
// Relations between layers that hold for any weights; tests/scripts/test_neuron_values.py compares the values
// themselves with Python's.
#include "tests/core/model/model_fixture.h"
#include <algorithm>

namespace mutascope::modeltest {

namespace {

constexpr ImageShape grey{28, 28, 1};

class TraceTest : public ModelTest {
protected:
    void SetUp() override
    {
        ModelTest::SetUp();
        m_model = untrained("lenet5", specOf(grey));
    }
    Trace all(const ImageBatch &batch)
    {
        return m_model->trace(batch, selectLayers(m_model->layers(), "all"));
    }

    static std::vector<float> layer(const Trace &trace, const std::string &name, std::size_t image)
    {
        const auto found = std::ranges::find(trace.layers, name, &LayerSlice::name);
        EXPECT_NE(found, trace.layers.end()) << name;
        const auto row = trace.row(image).subspan(std::size_t(found->begin), std::size_t(found->count));
        return {row.begin(), row.end()};
    }

    std::unique_ptr<Model> m_model;
};

TEST_F(TraceTest, SlicesCoverTheRowWithoutGaps)
{
    const Trace trace = all(noiseImages(grey, 3));
    int next = 0;
    for (const LayerSlice &slice : trace.layers) {
        EXPECT_EQ(slice.begin, next);
        next += slice.count;
    }
    EXPECT_EQ(trace.neurons, next);
    EXPECT_EQ(next, 3 * 6 + 3 * 16 + 2 * 120 + 2 * 84 + 2 * 10);
    EXPECT_EQ(trace.values.size(), 3u * std::size_t(next));
}

TEST_F(TraceTest, OutputsEqualThoseOfPredict)
{
    const ImageBatch batch = noiseImages(grey, 9);
    EXPECT_EQ(all(batch).predictions.outputs, m_model->predict(batch).outputs);
}

TEST_F(TraceTest, LogitsAndSoftmaxAreTheOutputs)
{
    const Trace trace = all(noiseImages(grey, 4));
    for (std::size_t i = 0; i < 4; ++i) {
        const auto outputs = trace.predictions.row(i);
        EXPECT_EQ(layer(trace, "logits", i), std::vector<float>(outputs.begin(), outputs.end()));
        const auto expected = trace.predictions.probabilitiesOf(i);
        const auto softmax = layer(trace, "softmax", i);
        for (std::size_t c = 0; c < expected.size(); ++c)
            EXPECT_NEAR(softmax[c], expected[c], 1e-6);
    }
}

TEST_F(TraceTest, ReluNeuronsAreTheClippedDenseNeurons)
{
    const Trace trace = all(noiseImages(grey, 4));
    bool clipped = false;
    for (std::size_t i = 0; i < 4; ++i) {
        auto expected = layer(trace, "fc1", i);
        for (float &value : expected) {
            clipped = clipped || value < 0;
            value = std::max(value, 0.0f);
        }
        EXPECT_EQ(layer(trace, "relu3", i), expected);
    }
    EXPECT_TRUE(clipped);
}

TEST_F(TraceTest, ChannelMeansAreOrderedAsTheirOperatorsDemand)
{
    const Trace trace = all(noiseImages(grey, 4));
    for (std::size_t i = 0; i < 4; ++i) {
        const auto conv = layer(trace, "conv1", i);
        const auto relu = layer(trace, "relu1", i);
        const auto pool = layer(trace, "pool1", i);
        for (std::size_t c = 0; c < conv.size(); ++c) {
            EXPECT_GE(relu[c], std::max(conv[c], 0.0f));
            EXPECT_GE(pool[c], relu[c]);
        }
    }
}

TEST_F(TraceTest, ASubsetGivesTheSameValues)
{
    const ImageBatch batch = noiseImages(grey, 3);
    const Trace whole = all(batch);
    const Trace part = m_model->trace(batch, selectLayers(m_model->layers(), "pool2,fc2"));
    ASSERT_EQ(part.layers.size(), 2u);
    EXPECT_EQ(part.neurons, 100);
    for (std::size_t i = 0; i < 3; ++i)
        for (const char *name : {"pool2", "fc2"})
            EXPECT_EQ(layer(part, name, i), layer(whole, name, i));
}

TEST_F(TraceTest, AnImagesRowDoesNotDependOnItsBatch)
{
    const ImageBatch batch = noiseImages(grey, 6);
    const Trace whole = all(batch);
    for (std::size_t i = 0; i < 6; ++i) {
        const Trace alone = all(batch.slice(i, i + 1));
        for (int n = 0; n < whole.neurons; ++n)
            ASSERT_NEAR(alone.row(0)[std::size_t(n)], whole.row(i)[std::size_t(n)], 1e-5) << n;
    }
}

TEST_F(TraceTest, ThreadsDoNotChangeTheValues)
{
    const ImageBatch batch = noiseImages(grey, 16);
    setModelThreads(1);
    const Trace one = all(batch);
    setModelThreads(2);
    const Trace two = all(batch);
    setModelThreads(1);
    for (std::size_t i = 0; i < one.values.size(); ++i)
        ASSERT_NEAR(one.values[i], two.values[i], 1e-5);
    EXPECT_ERROR(Usage, "at least 1", setModelThreads(0));
}

TEST_F(TraceTest, EmptyBatchAndEmptyLayerSet)
{
    const Trace none = all(ImageBatch(grey));
    EXPECT_EQ(none.count(), 0u);
    EXPECT_EQ(none.layers.size(), m_model->layers().size());
    EXPECT_EQ(m_model->predict(ImageBatch(grey)).count, 0u);
    const Trace noLayers = m_model->trace(noiseImages(grey, 2), {});
    EXPECT_EQ(noLayers.neurons, 0);
    EXPECT_EQ(noLayers.predictions.count, 2u);
}

} // namespace

} // namespace mutascope::modeltest
