// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/after/minimize.h"
#include "tests/core/base/expect_error.h"
#include "tests/support/fake_model.h"
#include <functional>

namespace mutascope {
namespace {

constexpr ImageShape shape{4, 4, 1};

// Three classes by a rule of the pixels, so that the smallest change is known.
class RuleModel : public FakeModel {
public:
    using Rule = std::function<int(std::span<const std::uint8_t>)>;
    explicit RuleModel(Rule rule) : FakeModel(shape, 3), m_rule(std::move(rule)) { }

    Predictions predict(const ImageBatch &batch) override
    {
        ++forwards;
        Predictions result{batch.count(), 3, false, std::vector<float>(batch.count() * 3)};
        for (std::size_t i = 0; i < batch.count(); ++i)
            result.outputs[i * 3 + std::size_t(forwards == liesAt ? 0 : m_rule(batch.pixels(i)))] = 1;
        return result;
    }

    int forwards = 0;
    int liesAt = -1; // the forward that says class 0 of everything

private:
    Rule m_rule;
};

Image filled(int value)
{
    return {shape, std::vector<std::uint8_t>(shape.size(), std::uint8_t(value))};
}

MinimizedImage minimised(Model &model, const Image &seed, const Image &test, int predicted,
                         MinimizeNorm norm = MinimizeNorm::L2)
{
    return minimizeImages(model, {{seed, test, predicted}}, {norm, 0}).images.front();
}

class EveryNorm : public testing::TestWithParam<MinimizeNorm> { };

TEST_P(EveryNorm, OnePixelIsLeft)
{
    RuleModel model([](auto pixels) { return pixels[5] > 100 ? 1 : 0; });
    const MinimizedImage found = minimised(model, filled(0), filled(200), 1, GetParam());
    Image expected = filled(0);
    expected.pixels[5] = 101;
    EXPECT_EQ(found.image, expected);
    EXPECT_EQ(found.outcome, MinimizeOutcome::Minimal);
    EXPECT_EQ(found.before.l0, 16);
    EXPECT_DOUBLE_EQ(found.before.l2, 800);
    EXPECT_EQ(found.after.l0, 1);
    EXPECT_DOUBLE_EQ(found.after.l2, 101);
    EXPECT_EQ(found.after.linf, 101);
}

TEST_P(EveryNorm, DownwardsAsWell)
{
    RuleModel model([](auto pixels) { return pixels[5] < 100 ? 1 : 0; });
    const MinimizedImage found = minimised(model, filled(255), filled(3), 1, GetParam());
    Image expected = filled(255);
    expected.pixels[5] = 99;
    EXPECT_EQ(found.image, expected);
}

TEST_P(EveryNorm, TwoPixelsThatOnlyWorkTogether)
{
    RuleModel model([](auto pixels) { return pixels[0] + pixels[15] >= 300 ? 1 : 0; });
    const MinimizedImage found = minimised(model, filled(0), filled(200), 1, GetParam());
    Image expected = filled(0);
    expected.pixels[0] = expected.pixels[15] = 150;
    EXPECT_EQ(found.image, expected);
}

// On the way to the seed lies another wrong class, which would be nearer.
TEST_P(EveryNorm, TheSameWrongClassIsKept)
{
    RuleModel model([](auto pixels) { return pixels[3] > 60 ? 2 : pixels[3] > 20 ? 1 : 0; });
    const MinimizedImage found = minimised(model, filled(0), filled(90), 2, GetParam());
    EXPECT_EQ(found.image.pixels[3], 61);
    EXPECT_EQ(found.after.l0, 1);
}

INSTANTIATE_TEST_SUITE_P(Minimize, EveryNorm,
                         testing::Values(MinimizeNorm::L2, MinimizeNorm::Linf, MinimizeNorm::L0),
                         [](const auto &norm) { return std::string(normName(norm.param)); });

TEST(Minimize, EitherOfTwoPixelsIsEnough)
{
    RuleModel model([](auto pixels) { return pixels[0] > 10 || pixels[1] > 10 ? 1 : 0; });
    const MinimizedImage found = minimised(model, filled(0), filled(50), 1);
    EXPECT_EQ(found.after.l0, 1); // either of the two will do
    EXPECT_EQ(found.after.linf, 11);
}

TEST(Minimize, LargeBlocksAreTakenBackWhole)
{
    RuleModel model([](auto pixels) { return pixels[5] > 100 ? 1 : 0; });
    const MinimizeResult found = minimizeImages(model, {{filled(0), filled(200), 1}}, {MinimizeNorm::L2, 2});
    EXPECT_EQ(found.images[0].after.l0, 4); // the block of pixel 5: 0, 1, 4, 5
    EXPECT_EQ(found.images[0].image.pixels[0], 101);
    EXPECT_EQ(found.images[0].image.pixels[2], 0);
}

// Linear in all pixels with weights of both signs: what is left must be needed, and nothing may have grown.
TEST(Minimize, NothingMoreCanBeTakenBackAlone)
{
    FakeModel model;
    std::vector<ChangedImage> tests;
    for (const Seed &seed : fakeSeeds(model, 12)) {
        Image test = seed.image;
        for (std::uint8_t &value : test.pixels)
            value = std::uint8_t(255 - value);
        if (const int predicted = model.label(test); predicted != seed.label)
            tests.push_back({seed.image, test, predicted});
    }
    ASSERT_GE(tests.size(), 4U);
    for (const MinimizeNorm norm : {MinimizeNorm::L2, MinimizeNorm::Linf, MinimizeNorm::L0}) {
        const MinimizeResult result = minimizeImages(model, tests, {norm, 0});
        for (std::size_t i = 0; i < tests.size(); ++i) {
            const Image &found = result.images[i].image;
            EXPECT_EQ(model.label(found), tests[i].predicted);
            EXPECT_LT(normOf(result.images[i].after, norm), normOf(result.images[i].before, norm));
            for (std::size_t pixel = 0; pixel < found.pixels.size(); ++pixel) {
                const int seed = tests[i].seed.pixels[pixel], was = tests[i].test.pixels[pixel];
                ASSERT_LE(std::abs(found.pixels[pixel] - seed), std::abs(was - seed));
                if (found.pixels[pixel] == seed)
                    continue;
                Image without = found;
                without.pixels[pixel] = std::uint8_t(seed);
                EXPECT_NE(model.label(without), tests[i].predicted) << "pixel " << pixel;
            }
        }
    }
}

TEST(Minimize, TestsDoNotChangeEachOther)
{
    FakeModel model;
    RuleModel rule([](auto pixels) { return pixels[5] > 100 ? 1 : pixels[9] > 40 ? 2 : 0; });
    Image second = filled(0);
    second.pixels[9] = 200;
    const std::vector<ChangedImage> tests{{filled(0), filled(200), 1}, {filled(0), second, 2}};
    const MinimizeResult both = minimizeImages(rule, tests, {});
    for (std::size_t i = 0; i < tests.size(); ++i)
        EXPECT_EQ(both.images[i].image, minimizeImages(rule, {tests[i]}, {}).images[0].image);
    EXPECT_EQ(both.images[1].image.pixels[9], 41);
}

TEST(Minimize, CallsAreCounted)
{
    RuleModel model([](auto pixels) { return pixels[5] > 100 ? 1 : 0; });
    std::int64_t last = 0;
    const MinimizeResult result
        = minimizeImages(model, {{filled(0), filled(200), 1}}, {}, [&](const MinimizeProgress &progress) {
              EXPECT_GE(progress.calls, last);
              last = progress.calls;
              return true;
          });
    EXPECT_GT(result.calls, last);
}

TEST(Minimize, AnotherClassThanGivenIsNotReproduced)
{
    RuleModel model([](auto pixels) { return pixels[5] > 100 ? 1 : 0; });
    const MinimizedImage found = minimised(model, filled(0), filled(200), 2);
    EXPECT_EQ(found.outcome, MinimizeOutcome::NotReproduced);
    EXPECT_EQ(found.image, filled(200));
    EXPECT_EQ(found.after.l0, 16);
}

TEST(Minimize, WhatDoesNotHoldInTheEndIsGivenBackAsItCame)
{
    const auto rule = [](auto pixels) { return pixels[5] > 100 ? 1 : 0; };
    RuleModel honest(rule), lying(rule);
    minimised(honest, filled(0), filled(200), 1);
    lying.liesAt = honest.forwards; // the last one
    const MinimizedImage found = minimised(lying, filled(0), filled(200), 1);
    EXPECT_EQ(found.outcome, MinimizeOutcome::NotVerified);
    EXPECT_EQ(found.image, filled(200));
}

TEST(Minimize, StoppedItGivesWhatHoldsSoFar)
{
    const auto rule = [](auto pixels) { return pixels[5] > 100 ? 1 : 0; };
    for (int allowed = 0; allowed < 12; ++allowed) {
        RuleModel model(rule);
        int asked = 0;
        const MinimizeResult result
            = minimizeImages(model, {{filled(0), filled(200), 1}}, {},
                             [&](const MinimizeProgress &) { return asked++ < allowed; });
        const MinimizedImage &found = result.images[0];
        EXPECT_GT(found.image.pixels[5], 100);
        EXPECT_LE(found.after.l2, 800);
        if (allowed == 0) {
            EXPECT_EQ(found.outcome, MinimizeOutcome::Unfinished);
            EXPECT_EQ(found.image, filled(200));
        }
    }
}

TEST(Minimize, WithoutTestsThereIsNothingToDo)
{
    RuleModel model([](auto) { return 0; });
    const MinimizeResult result = minimizeImages(model, {}, {});
    EXPECT_TRUE(result.images.empty());
    EXPECT_EQ(result.calls, 0);
}

TEST(Minimize, ImagesOfAnotherShapeAreRefused)
{
    RuleModel model([](auto) { return 0; });
    Image large{{5, 4, 1}, std::vector<std::uint8_t>(20)};
    expectError(ErrorCode::BadData, "the model takes 4x4x1", [&] {
        minimizeImages(model, {{large, large, 1}}, {});
    });
}

TEST(Minimize, NormsByName)
{
    EXPECT_EQ(normFromName("linf"), MinimizeNorm::Linf);
    expectError(ErrorCode::Usage, "unknown norm 'l3'", [] { normFromName("l3"); });
}

} // namespace
} // namespace mutascope
