// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/array_dataset.h"
#include "core/generators/cagfuzz/groups.h"
#include "tests/core/base/expect_error.h"

namespace mutascope::cagfuzz {
namespace {

// One pixel an image, which is its number.
ArrayDataset numbered(const std::vector<int> &labels, int classes)
{
    DatasetSpec spec{"fake", {1, 1, 1}, classes, {}, "train", {}, "sha"};
    for (int i = 0; i < classes; ++i)
        spec.classNames.push_back(std::string(1, char('a' + i)));
    std::vector<std::uint8_t> pixels;
    for (std::size_t i = 0; i < labels.size(); ++i)
        pixels.push_back(std::uint8_t(i));
    return {spec, pixels, labels};
}

using Images = std::vector<std::uint32_t>;
using Groups = std::vector<std::uint8_t>;

TEST(CagFuzzGroups, NeighbouringClasses)
{
    const ArrayDataset data = numbered({0, 1, 2, 3, 0, 1, 2, 3, 0}, 4);
    const auto pairs = makePairs(data, Pairing::Classes, {0, 3});
    ASSERT_EQ(pairs.size(), 2U);
    EXPECT_EQ(pairs[0].name, "a and b");
    EXPECT_EQ(pairs[0].classes, (std::vector<int>{0, 1}));
    EXPECT_EQ(pairs[0].images, (Images{0, 4, 8, 1, 5}));
    EXPECT_EQ(pairs[0].groups, (Groups{0, 0, 0, 1, 1}));
    EXPECT_EQ(pairs[1].images, (Images{2, 6, 3, 7}));
}

TEST(CagFuzzGroups, PairsWithoutSeedsAreLeftOut)
{
    const ArrayDataset data = numbered({0, 1, 2, 3, 0, 1, 2, 3}, 4);
    const auto pairs = makePairs(data, Pairing::Classes, {2});
    ASSERT_EQ(pairs.size(), 1U);
    EXPECT_EQ(pairs[0].classes, (std::vector<int>{2, 3}));
}

TEST(CagFuzzGroups, TheLastOfAnOddNumberIsPairedWithTheFirst)
{
    const ArrayDataset data = numbered({0, 1, 2, 0, 1, 2}, 3);
    const auto pairs = makePairs(data, Pairing::Classes, {0, 1, 2});
    ASSERT_EQ(pairs.size(), 2U);
    EXPECT_EQ(pairs[1].name, "c and a");
    EXPECT_EQ(pairs[1].images, (Images{2, 5, 0, 3}));
}

TEST(CagFuzzGroups, HalvesAreOfEvenAndOddPlaces)
{
    const ArrayDataset data = numbered({0, 1, 0, 1, 0, 1, 0, 1}, 2);
    const auto classes = makePairs(data, Pairing::ClassHalves, {1});
    ASSERT_EQ(classes.size(), 1U);
    EXPECT_EQ(classes[0].images, (Images{1, 3, 5, 7}));
    EXPECT_EQ(classes[0].groups, (Groups{0, 1, 0, 1}));
    const auto all = makePairs(data, Pairing::Halves, {1});
    ASSERT_EQ(all.size(), 1U);
    EXPECT_EQ(all[0].classes, (std::vector<int>{0, 1}));
    EXPECT_EQ(all[0].images, (Images{0, 2, 4, 6, 1, 3, 5, 7}));
    EXPECT_EQ(all[0].groups, (Groups{0, 1, 0, 1, 0, 1, 0, 1}));
}

TEST(CagFuzzGroups, ThePairAsData)
{
    const ArrayDataset data = numbered({0, 1, 1, 0}, 2);
    const auto pairs = makePairs(data, Pairing::Classes, {0});
    const PairView view(data, pairs[0]);
    ASSERT_EQ(view.size(), 4U);
    EXPECT_EQ(view.spec().classes, 2);
    for (std::size_t i = 0; i < 4; ++i) {
        const Sample sample = view.sample(i);
        EXPECT_EQ(sample.label, view.label(i));
        EXPECT_EQ(sample.label, data.label(sample.image.pixels[0])); // of two classes they are the groups
    }
}

TEST(CagFuzzGroups, TooLittleDataIsRefused)
{
    expectError(ErrorCode::Usage, "single class", [] {
        makePairs(numbered({0, 0, 0, 0}, 1), Pairing::Classes, {0});
    });
    expectError(ErrorCode::Usage, "the groups of 'a and b' need 2 training images each, one has 1", [] {
        makePairs(numbered({0, 0, 1}, 2), Pairing::Classes, {0});
    });
    expectError(ErrorCode::Usage, "one has 0", [] {
        makePairs(numbered({0, 0, 0}, 2), Pairing::Classes, {0});
    });
    expectError(ErrorCode::Usage, "halves of b", [] {
        makePairs(numbered({0, 0, 1, 1, 1}, 2), Pairing::ClassHalves, {1});
    });
    EXPECT_EQ(makePairs(numbered({0, 0, 0, 0}, 1), Pairing::Halves, {0}).size(), 1U);
}

} // namespace
} // namespace mutascope::cagfuzz
