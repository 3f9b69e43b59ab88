// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/generators/deepfault/hidden_layers.h"
#include "tests/support/fake_model.h"
#include <gtest/gtest.h>

namespace mutascope::deepfault {
namespace {

// Ten classes, and the layers a test gives.
class LayeredModel : public FakeModel {
public:
    explicit LayeredModel(std::vector<LayerInfo> layers)
        : FakeModel({8, 8, 1}, 10), m_layers(std::move(layers))
    {
    }
    const std::vector<LayerInfo> &layers() const override { return m_layers; }

private:
    std::vector<LayerInfo> m_layers;
};

LayerInfo layer(const std::string &name, const std::string &kind, int neurons, std::int64_t parameters = 0)
{
    return {name, kind, {neurons}, neurons, parameters};
}

LayeredModel leNet()
{
    return LayeredModel({layer("conv1", "conv", 6, 156), layer("relu1", "activation", 6),
                         layer("pool1", "pool", 6), layer("fc1", "linear", 84, 9000),
                         layer("relu2", "activation", 84), layer("logits", "linear", 10, 850),
                         layer("softmax", "softmax", 10)});
}

TEST(HiddenLayers, AutoIsWhatGoesIntoTheActivations)
{
    EXPECT_EQ(hiddenLayers(leNet(), "auto"), (LayerSet{0, 3}));
    const LayeredModel normalised({layer("conv1", "conv", 16, 432), layer("bn1", "norm", 16, 32),
                                   layer("relu", "activation", 16), layer("fc", "linear", 20, 340),
                                   layer("logits", "linear", 10, 210), layer("softmax", "softmax", 10)});
    EXPECT_EQ(hiddenLayers(normalised, "auto"), (LayerSet{1, 3}));
    const LayeredModel plain({layer("a", "activation", 5), layer("b", "softmax", 10)});
    EXPECT_EQ(hiddenLayers(plain, "auto"), (LayerSet{0}));
}

TEST(HiddenLayers, OutputsAreNeverAmongThem)
{
    EXPECT_EQ(hiddenLayers(leNet(), "all"), (LayerSet{0, 1, 2, 3, 4}));
    EXPECT_EQ(hiddenLayers(leNet(), "default"), (LayerSet{1, 4}));
    // A classifier of convolutions: logits are the means of ten channels.
    const LayeredModel convolutional({layer("conv1", "conv", 10, 90), layer("relu1", "activation", 10),
                                      layer("conv2", "conv", 10, 910), layer("relu2", "activation", 10),
                                      layer("pool", "pool", 10), layer("softmax", "softmax", 10)});
    EXPECT_EQ(hiddenLayers(convolutional, "all"), (LayerSet{0, 1}));
    // A model that ends at its probabilities.
    const LayeredModel ends(
        {layer("fc", "linear", 12, 99), layer("out", "linear", 10, 130), layer("softmax", "softmax", 10)});
    EXPECT_EQ(hiddenLayers(ends, "all"), (LayerSet{0}));
}

TEST(HiddenLayers, NothingLeftIsWrongUsage)
{
    for (const char *patterns : {"logits", "softmax", "logits,softmax"}) {
        try {
            hiddenLayers(leNet(), patterns);
            ADD_FAILURE() << patterns;
        } catch (const Error &error) {
            EXPECT_EQ(error.code(), ErrorCode::Usage);
            EXPECT_FALSE(error.hint().empty());
        }
    }
    EXPECT_THROW(hiddenLayers(leNet(), "fc7"), Error);
}

} // namespace
} // namespace mutascope::deepfault
