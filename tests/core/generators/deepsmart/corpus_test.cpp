// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/generators/deepsmart/corpus.h"
#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <set>

namespace mutascope::deepsmart {
namespace {

Image noisy(int level, std::uint64_t seed, ImageShape shape = {8, 8, 1})
{
    Rng rng(seed);
    Image image{shape, {}};
    for (std::size_t i = 0; i < shape.size(); ++i)
        image.pixels.push_back(std::uint8_t(level + int(rng.below(11)) - 5));
    return image;
}

// Three groups far apart, in turn.
std::vector<Seed> groups(std::size_t count)
{
    std::vector<Seed> seeds;
    for (std::size_t i = 0; i < count; ++i)
        seeds.push_back({std::int64_t(i), 0, noisy(30 + 90 * int(i % 3), i)});
    return seeds;
}

TEST(Clusters, FindGroupsThatAreFarApart)
{
    std::vector<std::shared_ptr<const Image>> images;
    for (const Seed &seed : groups(60))
        images.push_back(std::make_shared<const Image>(seed.image));
    Clusters clusters;
    const std::vector<int> labels = clusters.fit(images, 3);
    EXPECT_EQ(clusters.count(), 3u);
    EXPECT_EQ(std::set<int>(labels.begin(), labels.begin() + 3).size(), 3u);
    for (std::size_t i = 3; i < 60; ++i)
        EXPECT_EQ(labels[i], labels[i % 3]);
    for (std::size_t i = 0; i < 3; ++i) // an image that was not there yet
        EXPECT_EQ(clusters.nearest(noisy(30 + 90 * int(i), 1000 + i)), labels[i]);
    Clusters again;
    EXPECT_EQ(again.fit(images, 3), labels);
}

TEST(Clusters, ShrinkLargeImagesAndNeverOutnumberThem)
{
    std::vector<std::shared_ptr<const Image>> images;
    for (std::uint64_t i = 0; i < 4; ++i)
        images.push_back(std::make_shared<const Image>(noisy(i < 2 ? 40 : 200, i, {50, 70, 3})));
    Clusters clusters;
    const std::vector<int> labels = clusters.fit(images, 2);
    EXPECT_EQ(labels[0], labels[1]);
    EXPECT_EQ(labels[2], labels[3]);
    EXPECT_NE(labels[0], labels[2]);
    Clusters many;
    many.fit(images, 20);
    EXPECT_EQ(many.count(), 4u);
}

TEST(DeepSmartCorpus, RandomBatchesTakeEveryMemberEquallyOften)
{
    Corpus corpus;
    corpus.start(groups(12), 0);
    Rng rng(2);
    std::map<std::size_t, double> counts;
    for (int i = 0; i < 6000; ++i) {
        const std::vector<std::size_t> drawn = corpus.draw(4, 0, rng);
        ASSERT_EQ(std::set<std::size_t>(drawn.begin(), drawn.end()).size(), 4u);
        for (const std::size_t member : drawn)
            ++counts[member];
    }
    for (std::size_t i = 0; i < 12; ++i)
        EXPECT_NEAR(counts[i], 2000, 4 * std::sqrt(2000.0 * 2 / 3)) << i;
    EXPECT_EQ(corpus.draw(100, 0, rng).size(), 12u);
}

TEST(DeepSmartCorpus, AShareOfABatchIsOfTheNewestKeptTests)
{
    Corpus corpus;
    corpus.start(groups(12), 0);
    Rng rng(2);
    EXPECT_EQ(corpus.draw(8, 1, rng).size(), 8u); // nothing is kept yet
    for (TestId test = 1; test <= 20; ++test)
        corpus.add({0, test, std::make_shared<const Image>(noisy(100, 5))});
    std::map<std::size_t, double> counts;
    for (int i = 0; i < 4000; ++i) {
        const std::vector<std::size_t> drawn = corpus.draw(8, 0.5, rng);
        ASSERT_EQ(std::set<std::size_t>(drawn.begin(), drawn.end()).size(), 8u);
        for (std::size_t n = 0; n < 4; ++n)
            ASSERT_GE(drawn[n], 24u); // of the newest eight
        for (const std::size_t member : drawn)
            ++counts[member];
    }
    // Four of eight newest, then four of the 28 others.
    EXPECT_NEAR(counts[31], 4000 * (0.5 + 0.5 / 7), 150);
    EXPECT_NEAR(counts[3], 4000 / 7.0, 100);
}

TEST(DeepSmartCorpus, UnmovedMembersAreDrawnAlone)
{
    for (const int clusters : {0, 3}) {
        Corpus corpus;
        corpus.start(groups(12), clusters);
        for (TestId test = 1; test <= 20; ++test)
            corpus.add({0, test, std::make_shared<const Image>(noisy(100, 5)), test % 2 == 0});
        Rng rng(4);
        std::set<std::size_t> seen;
        for (int i = 0; i < 400; ++i)
            for (const std::size_t member : corpus.draw(6, 0.5, rng, Draw::Unmoved)) {
                ASSERT_FALSE(corpus.member(member).moved);
                seen.insert(member);
            }
        EXPECT_EQ(seen.size(), 22u);
    }
}

TEST(DeepSmartCorpus, ClusteredBatchesAreOfOneClusterEachEquallyOften)
{
    Corpus corpus;
    corpus.start(groups(30), 3);
    corpus.add({1, 7, std::make_shared<const Image>(noisy(210, 99))}); // joins the third group
    Rng rng(3);
    std::map<std::size_t, double> counts;
    bool newOne = false;
    for (int i = 0; i < 3000; ++i) {
        const std::vector<std::size_t> drawn = corpus.draw(5, 0, rng);
        const auto groupOf = [](std::size_t member) { return member == 30 ? 2 : member % 3; };
        for (const std::size_t member : drawn) {
            ASSERT_EQ(groupOf(member), groupOf(drawn[0]));
            newOne = newOne || member == 30;
        }
        ++counts[groupOf(drawn[0])];
    }
    EXPECT_TRUE(newOne);
    for (const auto &[group, count] : counts)
        EXPECT_NEAR(count, 1000, 4 * std::sqrt(1000.0 * 2 / 3)) << group;
}

} // namespace
} // namespace mutascope::deepsmart
