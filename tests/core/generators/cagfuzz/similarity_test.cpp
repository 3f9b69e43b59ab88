// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/generators/cagfuzz/similarity.h"
#include "tests/core/base/expect_error.h"
#include "tests/support/fake_model.h"
#include <limits>

namespace mutascope::cagfuzz {
namespace {

double cosineOf(std::vector<float> a, std::vector<float> b)
{
    return cosine(a, b);
}

TEST(CagFuzzSimilarity, CosinesByHand)
{
    EXPECT_DOUBLE_EQ(cosineOf({3, 4}, {4, 3}), 24.0 / 25);
    EXPECT_DOUBLE_EQ(cosineOf({1, 2}, {10, 20}), 1);
    EXPECT_DOUBLE_EQ(cosineOf({1, 0}, {0, 5}), 0);
    EXPECT_DOUBLE_EQ(cosineOf({1, 1}, {-2, -2}), -1);
    EXPECT_EQ(cosineOf({0, 0}, {1, 2}), 0);
    EXPECT_EQ(cosineOf({0, 0}, {0, 0}), 0);
}

TEST(CagFuzzSimilarity, ThePenultimateLayer)
{
    const auto layer = [](const char *name, const char *kind) { return LayerInfo{name, kind, {2}, 2}; };
    const std::vector<LayerInfo> usual
        = {layer("conv", "conv"), layer("fc1", "linear"), layer("fc1.relu", "activation"),
           layer("fc2", "linear"), layer("softmax", "softmax")};
    EXPECT_EQ(featureLayers(usual, "penultimate"), (LayerSet{2}));
    EXPECT_EQ(featureLayers(usual, "fc1"), (LayerSet{1}));
    EXPECT_EQ(featureLayers(usual, "linear"), (LayerSet{1, 3}));
    EXPECT_EQ(featureLayers({layer("fc", "linear"), layer("softmax", "softmax")}, "penultimate"),
              (LayerSet{0}));
    EXPECT_EQ(featureLayers({layer("conv", "conv"), layer("softmax", "softmax")}, "penultimate"),
              (LayerSet{0}));
    expectError(ErrorCode::Usage, "fc3", [&] { featureLayers(usual, "fc3"); });
    expectError(ErrorCode::BadModel, "no layer", [&] { featureLayers({}, "penultimate"); });
}

// The fake model's neurons are the means of sixteenths of the image: 4 pixels of an 8x8 one.
TEST(CagFuzzSimilarity, EachImageIsComparedWithItsReference)
{
    FakeModel model;
    const auto striped = [](int a, int b) { // the first sixteenth, the second one, nothing
        Image image{{8, 8, 1}, std::vector<std::uint8_t>(64)};
        for (std::size_t i = 0; i < 4; ++i) {
            image.pixels[i] = std::uint8_t(a);
            image.pixels[4 + i] = std::uint8_t(b);
        }
        return image;
    };
    ImageBatch references({8, 8, 1}), images({8, 8, 1});
    references.append(striped(30, 40));
    references.append(striped(0, 10));
    images.append(striped(40, 30));
    images.append(striped(0, 200));
    images.append(striped(7, 0));
    const std::vector<double> found = similarities(model, {0}, images, references, {0, 1, 1});
    ASSERT_EQ(found.size(), 3U);
    EXPECT_NEAR(found[0], 24.0 / 25, 1e-6);
    EXPECT_NEAR(found[1], 1, 1e-6);
    EXPECT_NEAR(found[2], 0, 1e-6);
}

TEST(CagFuzzSimilarity, TheHistogram)
{
    SimilarityHistogram histogram;
    histogram.add(1, true);
    histogram.add(0.99, true);
    histogram.add(0.51, false);
    histogram.add(-0.3, false);
    histogram.add(std::numeric_limits<double>::quiet_NaN(), false);
    const nlohmann::json content = histogram.toJson();
    const auto counts = content.at("counts").get<std::vector<int>>();
    ASSERT_EQ(counts.size(), 50U);
    EXPECT_EQ(counts[49], 2);
    EXPECT_EQ(counts[25], 1);
    EXPECT_EQ(counts[0], 2);
    EXPECT_EQ(content.at("accepted"), 2);
    EXPECT_EQ(content.at("rejected"), 3);
    EXPECT_EQ(SimilarityHistogram::fromJson(content).toJson(), content);
    nlohmann::json damaged = content;
    damaged["counts"] = {1, 2};
    expectError(ErrorCode::BadData, "sections", [&] { SimilarityHistogram::fromJson(damaged); });
    expectError(ErrorCode::BadData, "counts", [&] { SimilarityHistogram::fromJson(nlohmann::json()); });
}

} // namespace
} // namespace mutascope::cagfuzz
