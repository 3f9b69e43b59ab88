// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/generators/sinvad/latent_path.h"
#include <gtest/gtest.h>

namespace mutascope::sinvad {
namespace {

constexpr ImageShape shape{1, 2, 1};

Image imageOf(int generation)
{
    return {shape, {std::uint8_t(generation % 256), std::uint8_t(generation / 256)}};
}

LatentPath pathOf(int stations)
{
    LatentPath path;
    for (int i = 0; i < stations; ++i)
        path.add(imageOf(i), i, {i > 2, 100.0 - i});
    return path;
}

TEST(SinVadPath, ShortOnesAreShownWhole)
{
    const auto frames = pathOf(5).frames("margin", "distance");
    ASSERT_EQ(frames.size(), 5u);
    EXPECT_EQ(frames[0].caption, "reconstruction, margin 100");
    EXPECT_EQ(frames[2].caption, "generation 2, margin 98");
    EXPECT_EQ(frames[4].caption, "generation 4, distance 96");
    EXPECT_EQ(frames[4].value, 96);
    EXPECT_EQ(frames[4].image, imageOf(4));
}

TEST(SinVadPath, LongOnesAreThinnedEvenlyWithBothEnds)
{
    for (const int stations : {24, 25, 47, 96, 97, 500, 5000}) {
        const LatentPath path = pathOf(stations);
        EXPECT_LE(path.size(), 96u);
        const auto frames = path.frames("margin", "distance");
        ASSERT_EQ(frames.size(), 24u) << stations;
        EXPECT_EQ(frames.front().image, imageOf(0));
        EXPECT_EQ(frames.back().image, imageOf(stations - 1));
        EXPECT_EQ(path.last(), imageOf(stations - 1));
        for (std::size_t i = 1; i < frames.size(); ++i) {
            const double step = frames[i - 1].value - frames[i].value;
            EXPECT_GT(step, 0);
            EXPECT_LE(step, 2.1 * stations / 23.0) << stations;
        }
    }
}

TEST(SinVadPath, OneFrameIsEnough)
{
    EXPECT_EQ(pathOf(1).frames("margin", "distance").size(), 1u);
}

TEST(SinVadPath, ComesBackFromBytes)
{
    StateWriter writer;
    pathOf(30).save(writer);
    StateReader reader(writer.bytes());
    const LatentPath back = LatentPath::load(reader, shape);
    reader.expectEnd();
    const auto before = pathOf(30).frames("a", "b");
    const auto after = back.frames("a", "b");
    ASSERT_EQ(before.size(), after.size());
    for (std::size_t i = 0; i < before.size(); ++i) {
        EXPECT_EQ(before[i].image, after[i].image);
        EXPECT_EQ(before[i].caption, after[i].caption);
    }
    StateReader again(writer.bytes());
    EXPECT_THROW(LatentPath::load(again, {2, 2, 1}), Error);
    StateReader cut(std::string_view(writer.bytes()).substr(0, 60));
    EXPECT_THROW(LatentPath::load(cut, shape), Error);
}

} // namespace
} // namespace mutascope::sinvad
