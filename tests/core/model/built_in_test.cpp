// SPDX-License-Identifier: GPL-3.0-or-later
// The deep built-in networks. Weights and logits are compared with torchvision's by test_architectures.py.
#include "tests/core/model/model_fixture.h"
#include <algorithm>

namespace mutascope::modeltest {

namespace {

class BuiltInTest : public ModelTest {
protected:
    static const LayerInfo &layer(const Model &model, const std::string &name)
    {
        const auto found = std::ranges::find(model.layers(), name, &LayerInfo::name);
        if (found == model.layers().end())
            throw std::runtime_error("no layer " + name);
        return *found;
    }
    static std::ptrdiff_t layersEndingWith(const Model &model, const std::string &end)
    {
        return std::ranges::count_if(model.layers(),
                                     [&](const LayerInfo &info) { return info.name.ends_with(end); });
    }
    static std::ptrdiff_t layersOfKind(const Model &model, const std::string &kind)
    {
        return std::ranges::count(model.layers(), kind, &LayerInfo::kind);
    }
};

using Shape = std::vector<std::int64_t>;

TEST_F(BuiltInTest, Vgg16HasTheLayersOfConfigurationD)
{
    const auto model = untrained("vgg16", specOf({64, 64, 3}));
    EXPECT_EQ(layersOfKind(*model, "conv"), 13);
    EXPECT_EQ(layersOfKind(*model, "norm"), 13);
    EXPECT_EQ(layer(*model, "relu1_1").shape, (Shape{64, 64, 64}));
    EXPECT_EQ(layer(*model, "conv4_3").shape, (Shape{512, 8, 8}));
    EXPECT_EQ(layer(*model, "pool5").shape, (Shape{512, 2, 2}));
    EXPECT_EQ(layer(*model, "logits").shape, (Shape{10}));
}

TEST_F(BuiltInTest, ResNet20HasNineBlocksAndShortcutsWithoutWeights)
{
    const auto model = untrained("resnet20", specOf({32, 32, 3}));
    EXPECT_EQ(layersOfKind(*model, "conv"), 19);
    EXPECT_EQ(layersOfKind(*model, "linear"), 1);
    EXPECT_EQ(layer(*model, "layer1.0.conv1").shape, (Shape{16, 32, 32}));
    EXPECT_EQ(layer(*model, "layer2.0.relu2").shape, (Shape{32, 16, 16}));
    EXPECT_EQ(layer(*model, "layer3.2.bn2").shape, (Shape{64, 8, 8}));
}

TEST_F(BuiltInTest, EfficientNetB3IsB0WidenedAndDeepened)
{
    const auto model = untrained("efficientnet-b3", specOf({96, 96, 3}));
    EXPECT_EQ(layersEndingWith(*model, ".project_conv"), 26); // 2 + 3 + 3 + 5 + 5 + 6 + 2
    EXPECT_EQ(layersEndingWith(*model, ".expand_conv"), 24); // not in the first stage
    const std::vector<int> widths = {24, 32, 48, 96, 136, 232, 384};
    for (std::size_t i = 0; i < widths.size(); ++i)
        EXPECT_EQ(layer(*model, "stage" + std::to_string(i + 1) + ".1.project_conv").neurons, widths[i]);
    EXPECT_EQ(layer(*model, "stem_conv").shape, (Shape{40, 48, 48}));
    EXPECT_EQ(layer(*model, "head_silu").shape, (Shape{1536, 3, 3}));
}

TEST_F(BuiltInTest, TakesImagesOfOtherSizesAndColours)
{
    const auto outputs = [&](const std::string &id, const ImageShape &shape) {
        return untrained(id, specOf(shape), 7)->predict(noiseImages(shape, 3)).outputs.size();
    };
    EXPECT_EQ(outputs("vgg16", {28, 28, 1}), 21u);
    EXPECT_EQ(outputs("resnet20", {4, 9, 3}), 21u);
    EXPECT_EQ(outputs("efficientnet-b3", {4, 9, 1}), 21u);
}

TEST_F(BuiltInTest, RefusesTinyImagesAndOneClass)
{
    for (const ArchitectureInfo &info : architectures()) {
        EXPECT_ERROR(Usage, "too small", saveUntrained(info.id, {3, 28, 3}, 10, 1, path("x.pt")));
        EXPECT_ERROR(Usage, "at least 2 classes", saveUntrained(info.id, {32, 32, 3}, 1, 1, path("x.pt")));
    }
}

TEST_F(BuiltInTest, TheSeedAloneFixesTheFile)
{
    saveUntrained("resnet20", {32, 32, 3}, 10, 1, path("a.pt"));
    saveUntrained("resnet20", {32, 32, 3}, 10, 1, path("b.pt"));
    saveUntrained("resnet20", {32, 32, 3}, 10, 2, path("c.pt"));
    EXPECT_TRUE(bytesOf(path("a.pt")) == bytesOf(path("b.pt")));
    EXPECT_FALSE(bytesOf(path("a.pt")) == bytesOf(path("c.pt")));
}

TEST_F(BuiltInTest, ClassifiesEachImageByItself)
{
    const auto model = untrained("efficientnet-b3", specOf({16, 16, 3})); // no dropout, no batch statistics
    const ImageBatch images = noiseImages({16, 16, 3}, 4);
    const Predictions together = model->predict(images);
    const Predictions alone = model->predict(images.slice(2, 3));
    for (std::size_t i = 0; i < 10; ++i)
        EXPECT_NEAR(alone.row(0)[i], together.row(2)[i], 1e-5);
}

} // namespace

} // namespace mutascope::modeltest
