// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/array_dataset.h"
#include "core/metrics/features.h"
#include "core/metrics/fitted_images.h"
#include "core/model/decorators.h"
#include "tests/core/data/temp_folder.h"
#include "tests/core/metrics/naturalness_fixture.h"
#include "tests/support/error_code.h"
#include "tests/support/fake_model.h"
#include <fstream>

namespace mutascope {
namespace {

using namespace naturalnesstest;

ArrayDataset someData(const ImageShape &shape, std::size_t count)
{
    const std::vector<int> values = numbers(8, count * shape.size());
    return {{"fake", shape, 4, {}, "test", {}, "numbers"},
            {values.begin(), values.end()},
            std::vector<int>(count)};
}

ImageBatch imagesOf(const Dataset &data, const std::vector<std::size_t> &indices)
{
    ImageBatch images(data.spec().shape);
    for (const std::size_t index : indices)
        images.append(data.sample(index).image);
    return images;
}

bool goOn(double)
{
    return true;
}

TEST(Features, AreTheLastLayerOfAnotherWidthThanTheOutputs)
{
    FakeModel model;
    const FeatureNetwork network(model);
    EXPECT_EQ(network.layer(), "means");
    EXPECT_EQ(network.width(), 16u);
    const ArrayDataset data = someData({8, 8, 1}, 600); // more than a portion
    std::vector<std::size_t> all(600);
    for (std::size_t i = 0; i < 600; ++i)
        all[i] = i;
    const ImageBatch images = imagesOf(data, all);
    const FeatureRows rows = network.features(images);
    EXPECT_EQ(rows.count, 600u);
    EXPECT_EQ(rows.values, model.trace(images, {0}).values);
}

TEST(Features, OutputsAndNamedLayers)
{
    FakeModel model;
    const ImageBatch images = imagesOf(someData({8, 8, 1}, 3), {0, 2});
    EXPECT_EQ(FeatureNetwork(model, "outputs").features(images).values, model.predict(images).outputs);
    EXPECT_EQ(FeatureNetwork(model, "means").features(images).width, 16u);
    EXPECT_EQ(codeOf([&] { FeatureNetwork(model, "mean"); }), ErrorCode::Usage);
    FakeModel sixteen({8, 8, 1}, 16); // nothing but what is as wide as the outputs
    EXPECT_EQ(codeOf([&] { FeatureNetwork(sixteen, "penultimate"); }), ErrorCode::Usage);
}

TEST(Features, FromAPassThatWasTracedAnyway)
{
    FakeModel model;
    const ImageBatch images = imagesOf(someData({8, 8, 1}, 3), {0, 2});
    const FeatureNetwork network(model);
    const FeatureRows expected = network.features(images);
    Trace trace{model.predict(images), {{"first", 0, 2}, {"means", 2, 16}}, 18, {}};
    for (std::size_t i = 0; i < images.count(); ++i) {
        trace.values.insert(trace.values.end(), 2, -1.0F);
        trace.values.insert(trace.values.end(), expected.row(i).begin(), expected.row(i).end());
    }
    const auto rows = network.featuresFrom(trace);
    ASSERT_TRUE(rows);
    EXPECT_EQ(rows->count, 2u);
    EXPECT_EQ(rows->width, 16u);
    EXPECT_EQ(rows->values, expected.values);
    EXPECT_FALSE(FeatureNetwork(model, "outputs").featuresFrom(trace));
    trace.layers.pop_back();
    EXPECT_FALSE(network.featuresFrom(trace));
}

TEST(Features, NoImagesHaveNone)
{
    FakeModel model;
    EXPECT_EQ(FeatureNetwork(model).features(ImageBatch()).count, 0u);
}

TEST(FittedImages, ByHand)
{
    ImageBatch grey(ImageShape{1, 2, 1});
    grey.append(grey.shape(), std::vector<std::uint8_t>{0, 200});
    const ImageBatch colour = fittedTo({1, 2, 3}, grey);
    EXPECT_EQ(colour.image(0).pixels, (std::vector<std::uint8_t>{0, 0, 0, 200, 200, 200}));
    EXPECT_EQ(fittedTo({1, 2, 1}, colour).image(0), grey.image(0));
    // Bilinear, pixels' centres at 1/4, 3/4, 5/4, 7/4 of the old ones.
    EXPECT_EQ(fittedTo({1, 4, 1}, grey).image(0).pixels, (std::vector<std::uint8_t>{0, 50, 150, 200}));
    EXPECT_EQ(fittedTo({1, 1, 1}, grey).image(0).pixels, (std::vector<std::uint8_t>{100}));
}

TEST(ReferenceFeatures, EvenlySpacedAndKept)
{
    const TempFolder folder;
    FakeModel fake;
    CountingModel model(fake);
    const FeatureNetwork network(model);
    const ArrayDataset data = someData({8, 8, 1}, 10);
    const auto first = referenceFeatures(network, data, 4, folder.path(), goOn);
    ASSERT_TRUE(first);
    EXPECT_EQ(first->values, network.features(imagesOf(data, {0, 2, 5, 7})).values);
    const std::int64_t calls = model.calls();
    EXPECT_EQ(referenceFeatures(network, data, 4, folder.path(), goOn)->values, first->values);
    EXPECT_EQ(model.calls(), calls);
    EXPECT_EQ(referenceFeatures(network, data, 5, folder.path(), goOn)->count, 5u); // not the same
    EXPECT_EQ(model.calls(), calls + 5);
}

TEST(ReferenceFeatures, DamagedOnesAreComputedAnew)
{
    const TempFolder folder;
    FakeModel model;
    const FeatureNetwork network(model);
    const ArrayDataset data = someData({8, 8, 1}, 6);
    const auto first = referenceFeatures(network, data, 6, folder.path(), goOn);
    for (const auto &entry : std::filesystem::directory_iterator(folder.path())) {
        std::fstream stream(entry.path(), std::ios::in | std::ios::out | std::ios::binary);
        stream.seekp(20);
        stream.put('x');
    }
    EXPECT_EQ(referenceFeatures(network, data, 6, folder.path(), goOn)->values, first->values);
}

TEST(ReferenceFeatures, CanBeStopped)
{
    FakeModel model;
    EXPECT_FALSE(referenceFeatures(FeatureNetwork(model), someData({8, 8, 1}, 6), 6, {},
                                   [](double) { return false; }));
}

} // namespace
} // namespace mutascope
