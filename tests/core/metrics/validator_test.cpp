// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/array_dataset.h"
#include "core/metrics/validator.h"
#include "tests/core/data/temp_folder.h"
#include "tests/core/metrics/naturalness_fixture.h"
#include "tests/support/error_code.h"
#include <limits>

namespace mutascope {
namespace {

using namespace naturalnesstest;

const ImageShape shape{8, 8, 1};

// A bright bar in one of eight columns, of some brightness: little to learn.
ArrayDataset bars(std::uint64_t seed, std::size_t count)
{
    const std::vector<int> draws = numbers(seed, 2 * count);
    std::vector<std::uint8_t> pixels(count * shape.size());
    for (std::size_t i = 0; i < count; ++i)
        for (std::size_t row = 0; row < 8; ++row)
            pixels[i * 64 + row * 8 + std::size_t(draws[2 * i] % 8)]
                = std::uint8_t(180 + draws[2 * i + 1] % 64);
    return {{"fake", shape, 4, {}, "train", {}, "bars"}, std::move(pixels), std::vector<int>(count)};
}

ValidatorOptions small(const std::filesystem::path &folder = {})
{
    ValidatorOptions options;
    options.vae.latent = 8;
    options.vae.hidden = 32;
    options.epochs = 12;
    options.batch = 16;
    options.folder = folder;
    return options;
}

bool goOn(double)
{
    return true;
}

TEST(Validator, TellsItsDomainFromNoise)
{
    const auto validator = Validator::prepare(bars(1, 256), bars(2, 200), small(), goOn);
    ASSERT_TRUE(validator);
    ASSERT_EQ(validator->referenceScores().size(), 200u);
    const auto real = validator->judge(validator->referenceScores());
    EXPECT_EQ(std::ranges::count(real, Validity::Valid), 198); // 99 of 100
    const ImageBatch noise = imagesOf(shape, numbers(3, 20 * shape.size()));
    const auto judged = validator->judge(validator->scores(noise));
    EXPECT_EQ(std::ranges::count(judged, Validity::Invalid), 20);
    EXPECT_EQ(validator->judge(std::vector{std::numeric_limits<double>::quiet_NaN()}).front(),
              Validity::Unknown);
    EXPECT_TRUE(validator->scores(ImageBatch(shape)).empty());
}

TEST(Validator, IsTrainedOnce)
{
    const TempFolder folder;
    const auto first = Validator::prepare(bars(1, 64), bars(2, 30), small(folder.path()), goOn);
    const auto again = Validator::prepare(bars(1, 64), bars(2, 30), small(folder.path()), [](double) {
        ADD_FAILURE() << "trained again";
        return true;
    });
    EXPECT_EQ(first->referenceScores(), again->referenceScores());
}

TEST(Validator, AStoppedTrainingGoesOn)
{
    const TempFolder folder;
    int steps = 0;
    // Four batches an epoch: stopped in the third.
    EXPECT_FALSE(Validator::prepare(bars(1, 64), bars(2, 30), small(folder.path()),
                                    [&](double) { return ++steps <= 10; }));
    int after = 0;
    const auto resumed = Validator::prepare(bars(1, 64), bars(2, 30), small(folder.path()), [&](double) {
        ++after;
        return true;
    });
    EXPECT_EQ(after, 12 * 4 - 8);
    const auto whole = Validator::prepare(bars(1, 64), bars(2, 30), small(), goOn);
    EXPECT_EQ(resumed->referenceScores(), whole->referenceScores());
}

class NoImages : public Dataset {
public:
    const DatasetSpec &spec() const override { return m_spec; }
    std::size_t size() const override { return 0; }
    Sample sample(std::size_t) const override { throw Error(ErrorCode::BadData, "there is none"); }
    int label(std::size_t) const override { throw Error(ErrorCode::BadData, "there is none"); }

private:
    DatasetSpec m_spec{"fake", shape, 4, {}, "test", {}, "none"};
};

TEST(Validator, NeedsImagesOfOneShape)
{
    EXPECT_EQ(codeOf([&] { Validator::prepare(bars(1, 64), NoImages(), small(), goOn); }),
              ErrorCode::BadData);
    const ArrayDataset other({"fake", {4, 4, 1}, 4, {}, "test", {}, "other"}, std::vector<std::uint8_t>(16),
                             {0});
    EXPECT_EQ(codeOf([&] { Validator::prepare(bars(1, 64), other, small(), goOn); }), ErrorCode::BadData);
}

} // namespace
} // namespace mutascope
