// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/image_cache.h"
#include <gtest/gtest.h>

namespace mutascope {
namespace {

Image ofSize(int width, std::uint8_t value)
{
    return {{1, width, 1}, std::vector<std::uint8_t>(std::size_t(width), value)};
}

TEST(ImageCacheTest, keepsTheLatestUpToItsSize)
{
    ImageCache cache(10);
    cache.add(1, ofSize(4, 1));
    cache.add(2, ofSize(4, 2));
    ASSERT_TRUE(cache.find(1)); // 1 is now the latest
    cache.add(3, ofSize(4, 3));
    EXPECT_EQ(cache.find(1), ofSize(4, 1));
    EXPECT_FALSE(cache.find(2));
    EXPECT_EQ(cache.find(3), ofSize(4, 3));
}

TEST(ImageCacheTest, whatIsTooLargeIsNotKept)
{
    ImageCache cache(10);
    cache.add(1, ofSize(11, 1));
    EXPECT_FALSE(cache.find(1));
    cache.add(2, ofSize(10, 2));
    cache.add(2, ofSize(10, 2)); // again
    EXPECT_TRUE(cache.find(2));
}

} // namespace
} // namespace mutascope
