// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/model/model_fixture.h"
#include <numeric>

namespace mutascope::modeltest {

namespace {

constexpr ImageShape grey{28, 28, 1};

std::vector<std::string> namesOf(const Model &model)
{
    std::vector<std::string> names;
    for (const LayerInfo &layer : model.layers())
        names.push_back(layer.name);
    return names;
}

int neuronsIn(const Model &model, const std::string &patterns)
{
    int sum = 0;
    for (const int layer : selectLayers(model.layers(), patterns))
        sum += model.layers()[std::size_t(layer)].neurons;
    return sum;
}

class LeNetTest : public ModelTest { };

TEST_F(LeNetTest, LayersHaveTheNamesOfThePaper)
{
    EXPECT_EQ(namesOf(*untrained("lenet5", specOf(grey))),
              (std::vector<std::string>{"conv1", "relu1", "pool1", "conv2", "relu2", "pool2", "fc1", "relu3",
                                        "fc2", "relu4", "logits", "softmax"}));
    EXPECT_EQ(namesOf(*untrained("lenet1", specOf(grey))),
              (std::vector<std::string>{"conv1", "relu1", "pool1", "conv2", "relu2", "pool2", "logits",
                                        "softmax"}));
}

TEST_F(LeNetTest, ShapesAndKinds)
{
    const auto model = untrained("lenet5", specOf(grey));
    const LayerInfo &pool = model->layers()[2];
    EXPECT_EQ(pool.kind, "pool");
    EXPECT_EQ(pool.shape, (std::vector<std::int64_t>{6, 14, 14}));
    EXPECT_EQ(pool.neurons, 6);
    const LayerInfo &dense = model->layers()[6];
    EXPECT_EQ(dense.kind, "linear");
    EXPECT_EQ(dense.shape, (std::vector<std::int64_t>{120}));
    EXPECT_EQ(dense.neurons, 120);
    EXPECT_EQ(model->spec().classes, 10);
    EXPECT_FALSE(model->spec().probabilities);
}

// 5 x 5 kernels: 6 (25 + 1), 16 (6 x 25 + 1); units: 120 (16 x 7 x 7 + 1), 84 x 121, 10 x 85.
TEST_F(LeNetTest, ParametersOfEachLayer)
{
    const auto model = untrained("lenet5", specOf(grey));
    std::vector<std::int64_t> parameters;
    for (const LayerInfo &layer : model->layers())
        parameters.push_back(layer.parameters);
    EXPECT_EQ(parameters, (std::vector<std::int64_t>{156, 0, 0, 2416, 0, 0, 94200, 0, 10164, 0, 850, 0}));
    EXPECT_EQ(model->spec().parameters, 156 + 2416 + 94200 + 10164 + 850);
}

// The totals of DeepSmartFuzzer's published experiments.
TEST_F(LeNetTest, NeuronTotalsOfThePublishedLayerSet)
{
    EXPECT_EQ(neuronsIn(*untrained("lenet1", specOf(grey)), "pool1,relu2,pool2,logits,softmax"), 48);
    EXPECT_EQ(neuronsIn(*untrained("lenet4", specOf(grey)), "pool1,relu2,pool2,relu3,logits,softmax"), 142);
    EXPECT_EQ(neuronsIn(*untrained("lenet5", specOf(grey)), "pool1,relu2,pool2,relu3,relu4,logits,softmax"),
              262);
}

TEST_F(LeNetTest, TakesOtherImagesAndClassCounts)
{
    const auto model = untrained("lenet4", specOf({33, 20, 3}), 4);
    EXPECT_EQ(model->predict(noiseImages({33, 20, 3}, 5)).outputs.size(), 20u);
    EXPECT_ERROR(Usage, "too small", saveUntrained("lenet5", {3, 28, 1}, 10, 1, path("x.pt")));
    EXPECT_ERROR(Usage, "at least 2 classes", saveUntrained("lenet5", grey, 1, 1, path("x.pt")));
    EXPECT_FALSE(std::filesystem::exists(path("x.pt")));
}

TEST_F(LeNetTest, TheSeedAloneFixesTheFile)
{
    saveUntrained("lenet5", grey, 10, 1, path("a.pt"));
    saveUntrained("lenet5", grey, 10, 1, path("another name.pt"));
    saveUntrained("lenet5", grey, 10, 2, path("c.pt"));
    EXPECT_EQ(bytesOf(path("a.pt")), bytesOf(path("another name.pt")));
    EXPECT_NE(bytesOf(path("a.pt")), bytesOf(path("c.pt")));
}

TEST_F(LeNetTest, UnknownArchitectureIsAnsweredWithTheNearest)
{
    EXPECT_ERROR(Usage, "mean 'lenet5'?", saveUntrained("lenet5x", grey, 10, 1, path("x.pt")));
}

TEST_F(LeNetTest, UnwritablePlaceIsAPlainError)
{
    EXPECT_ERROR(Io, "cannot write the model file",
                 saveUntrained("lenet1", grey, 10, 1, path("no/folder/x.pt")));
    std::filesystem::create_directory(path("taken.pt"));
    EXPECT_ERROR(Io, "cannot write the model file", saveUntrained("lenet1", grey, 10, 1, path("taken.pt")));
    EXPECT_FALSE(std::filesystem::exists(path("taken.pt.part")));
}

} // namespace

} // namespace mutascope::modeltest
