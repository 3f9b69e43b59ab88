// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/metrics/naturalness_fixture.h"
#include <cmath>

namespace mutascope {
namespace {

using namespace naturalnesstest;

// Two colour pixels an image. Test 1 differs in two values of one pixel by 51 and 102 (0.2 and 0.4), test 2
// in one value of each pixel by 255.
MetricBatch twoTests()
{
    const ImageShape shape{1, 2, 3};
    MetricBatch batch = failingBatch(2);
    batch.seeds = imagesOf(shape, {0, 0, 0, 9, 9, 9, 0, 0, 0, 0, 0, 0});
    batch.tests = imagesOf(shape, {51, 102, 0, 9, 9, 9, 255, 0, 0, 0, 0, 255});
    return batch;
}

void expectMean(const std::string &id, const MetricBatch &batch, double first, double second)
{
    const MetricValue value = valueOf(id, batch);
    ASSERT_TRUE(value.value) << id << value.missing;
    EXPECT_NEAR(*value.value, (first + second) / 2, 1e-12) << id;
    EXPECT_NEAR(value.deviation.value(), std::abs(first - second) / std::sqrt(2), 1e-12) << id;
    EXPECT_NEAR(value.quartiles.at(2), (first + second) / 2, 1e-12) << id;
}

TEST(PixelMetrics, ValuesByHand)
{
    expectMean("l0", twoTests(), 0.5, 1);
    expectMean("l1", twoTests(), 0.1, 2.0 / 6);
    expectMean("l2", twoTests(), std::sqrt(0.2), std::sqrt(2));
    expectMean("linf", twoTests(), 0.4, 1);
    expectMean("psnr", twoTests(), 10 * std::log10(30), 10 * std::log10(3));
}

TEST(PixelMetrics, TestsAreChosenByTheParameter)
{
    MetricBatch batch = twoTests();
    batch.failing = {1, 0};
    EXPECT_NEAR(valueOf("linf", batch).value.value(), 0.4, 1e-12);
    EXPECT_NEAR(valueOf("linf", batch, {}, {{"tests", "all"}}).value.value(), 0.7, 1e-12);
    batch.failing = {1, 1};
    batch.validity = {Validity::Unknown, Validity::Valid};
    EXPECT_NEAR(valueOf("linf", batch, {}, {{"tests", "valid-failing"}}).value.value(), 1, 1e-12);
}

TEST(PixelMetrics, OneTestHasNoDeviation)
{
    const MetricValue value = valueOf("l1", slice(twoTests(), 0, 1));
    EXPECT_TRUE(value.value);
    EXPECT_FALSE(value.deviation);
}

TEST(PixelMetrics, EqualImagesHaveNoSignalToNoiseRatio)
{
    MetricBatch batch = twoTests();
    const ImageShape shape = batch.seeds.shape();
    batch.tests = imagesOf(shape, {51, 102, 0, 9, 9, 9, 0, 0, 0, 0, 0, 0});
    const MetricValue one = valueOf("psnr", batch);
    EXPECT_NEAR(one.value.value(), 10 * std::log10(30), 1e-12);
    EXPECT_EQ(one.tests, 1u);
    EXPECT_EQ(one.note, "1 failing tests left out: they equal their seeds");
    batch.tests = batch.seeds;
    const MetricValue none = valueOf("psnr", batch);
    EXPECT_FALSE(none.value);
    EXPECT_EQ(none.missing, "2 failing tests left out: they equal their seeds");
}

TEST(PixelMetrics, EqualImagesAreWhollySimilar)
{
    for (const char *id : {"ssim", "ms-ssim"})
        for (const ImageShape shape : {ImageShape{28, 28, 1}, ImageShape{32, 32, 3}, ImageShape{1, 5, 1}}) {
            MetricBatch batch = pairs(shape, 2, false);
            batch.tests = batch.seeds;
            EXPECT_NEAR(valueOf(id, batch).value.value(), 1, 1e-9) << id << shape.text();
        }
}

TEST(PixelMetrics, SmallImagesAreSaidSo)
{
    const auto noteOf = [](const char *id, const ImageShape &shape) {
        MetricContext context;
        context.shape = shape;
        return valueOf(id, pairs(shape, 1, false), context).note;
    };
    EXPECT_EQ(noteOf("ssim", {10, 20, 1}), "window of 9x9 instead of 11x11 pixels");
    EXPECT_EQ(noteOf("ssim", {11, 11, 1}), "");
    EXPECT_EQ(noteOf("ms-ssim", {28, 28, 1}),
              "2 of 5 scales: at the next one the images of 28x28x1 would be below 11 pixels");
    EXPECT_EQ(noteOf("ms-ssim", {176, 176, 1}), "");
}

} // namespace
} // namespace mutascope
