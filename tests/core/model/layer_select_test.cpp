// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/model/model_fixture.h"

namespace mutascope::modeltest {

namespace {

const std::vector<LayerInfo> residual = {
    {"conv1", "conv", {16, 32, 32}, 16},
    {"bn1", "norm", {16, 32, 32}, 16},
    {"relu1", "activation", {16, 32, 32}, 16},
    {"layer1.conv1", "conv", {16, 32, 32}, 16},
    {"layer1.relu1", "activation", {16, 32, 32}, 16},
    {"pool", "pool", {16, 1, 1}, 16},
    {"fc1", "linear", {20}, 20},
    {"fc2", "linear", {10}, 10},
    {"softmax", "softmax", {10}, 10},
};

TEST(LayerSelect, DefaultIsActivationsAndTheLastLinearLayer)
{
    EXPECT_EQ(selectLayers(residual, "default"), (LayerSet{2, 4, 7}));
}

TEST(LayerSelect, WithoutActivationsDefaultIsConvolutionsAndLinears)
{
    const std::vector<LayerInfo> plain = {residual[0], residual[5], residual[6], residual[7]};
    EXPECT_EQ(selectLayers(plain, "default"), (LayerSet{0, 2, 3}));
}

TEST(LayerSelect, NamesKindsAndPatternsAreJoinedInLayerOrder)
{
    EXPECT_EQ(selectLayers(residual, "fc2, conv"), (LayerSet{0, 3, 7}));
    EXPECT_EQ(selectLayers(residual, "layer1.*"), (LayerSet{3, 4}));
    EXPECT_EQ(selectLayers(residual, "*1,conv1"), (LayerSet{0, 1, 2, 3, 4, 6}));
    EXPECT_EQ(selectLayers(residual, "all").size(), residual.size());
    EXPECT_EQ(selectLayers(residual, "default,relu1"), (LayerSet{2, 4, 7}));
}

TEST(LayerSelect, UnknownNameIsAnsweredWithTheNearest)
{
    EXPECT_ERROR(Usage, "layer1.conv1", selectLayers(residual, "layer1.conv2"));
    EXPECT_ERROR(Usage, "pool", selectLayers(residual, "pol"));
    EXPECT_ERROR(Usage, "nothing*", selectLayers(residual, "fc1,nothing*"));
}

TEST(LayerSelect, AnEmptyChoiceIsRefused)
{
    EXPECT_EQ(selectLayers({{"pool", "pool", {4}, 4}, {"softmax", "softmax", {4}, 4}}, "default"),
              (LayerSet{0, 1})); // nothing of the usual kinds: all
    EXPECT_ERROR(Usage, "picks no layer", selectLayers(residual, ""));
    EXPECT_ERROR(Usage, "picks no layer", selectLayers({residual[0]}, "pool"));
}

} // namespace

} // namespace mutascope::modeltest
