// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/philox.h"
#include "core/base/philox_blocks.h"
#include "core/base/ziggurat.h"
#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <vector>

namespace mutascope {
namespace {

constexpr std::size_t count = 1'000'000;

std::vector<double> drawn(std::uint64_t seed, std::size_t n = count)
{
    Rng rng(seed);
    std::vector<double> values(n);
    forEachNormal(rng, n, [&](std::size_t i, double normal) { values[i] = normal; });
    return values;
}

double distribution(double x)
{
    return 0.5 * std::erfc(-x / std::sqrt(2));
}

// The largest distance of a million values exceeds 1.95 / 1000 once in a thousand samples.
TEST(ZigguratTest, kolmogorovAndSmirnovFindNoDifference)
{
    std::vector<double> values = drawn(1);
    std::ranges::sort(values);
    double largest = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const double expected = distribution(values[i]);
        largest = std::max({largest, expected - double(i) / count, double(i + 1) / count - expected});
    }
    EXPECT_LT(largest, 1.95e-3);
}

// Of normal numbers the mean of the k-th powers is 0, 1, 0, 3; its deviation the root of 1, 2, 15, 96 over n.
TEST(ZigguratTest, momentsAreThoseOfNormalNumbers)
{
    double sums[4] = {};
    for (const double value : drawn(2))
        for (int k = 0; k < 4; ++k)
            sums[k] += std::pow(value, k + 1);
    const double expected[] = {0, 1, 0, 3}, variance[] = {1, 2, 15, 96};
    for (int k = 0; k < 4; ++k)
        EXPECT_NEAR(sums[k] / count, expected[k], 4 * std::sqrt(variance[k] / count)) << k + 1;
}

// Behind the last layer (3.4426) another method draws.
TEST(ZigguratTest, tailsAreAsHeavyAsTheyMustBe)
{
    std::vector<double> values = drawn(3);
    for (const double place : {2.5, 3.0, 3.4426, 3.6, 4.0}) {
        const double expected = count * distribution(-place);
        for (const int side : {-1, 1}) {
            const auto found = std::ranges::count_if(values, [&](double x) { return side * x > place; });
            EXPECT_NEAR(double(found), expected, 4 * std::sqrt(expected)) << side * place;
        }
    }
}

TEST(ZigguratTest, neighboursAreIndependent)
{
    const std::vector<double> values = drawn(4);
    for (const std::size_t lag : {1, 2, 4, 64}) {
        double sum = 0;
        for (std::size_t i = lag; i < count; ++i)
            sum += values[i] * values[i - lag];
        EXPECT_LT(std::abs(sum / count), 4e-3) << lag; // deviation 0.001
    }
}

TEST(ZigguratTest, blocksAreWhatOneWordAfterTheOtherGives)
{
    for (std::size_t before = 0; before < 5; ++before)
        for (const std::size_t n : {0, 1, 2, 3, 4, 5, 13, 31, 32, 33, 34, 35, 36, 64, 65, 99}) {
            Rng one(7, 9), other(7, 9);
            for (std::size_t i = 0; i < before; ++i)
                EXPECT_EQ(one.next32(), other.next32());
            std::vector<std::uint32_t> words(n);
            ziggurat::drawWords(one, words);
            for (const std::uint32_t word : words)
                EXPECT_EQ(word, other.next32());
            EXPECT_EQ(one.state().position, other.state().position);
            EXPECT_EQ(one.next32(), other.next32());
        }
}

// Blocks are counted in 64 bits, of which a carry reaches the upper half; and all words of key and stream
// matter.
TEST(PhiloxBlocks, AreWhatOneBlockAfterTheOtherGives)
{
    const std::uint64_t key = 0x123456789abcdef0, stream = 0xfedcba9876543210;
    for (const std::uint64_t first : {0ull, 0xfffffff9ull, 0x7fffffffffull})
        for (std::size_t blocks = 0; blocks < 27; ++blocks) {
            std::vector<std::uint32_t> words(4 * blocks + 1, 7);
            philoxBlocks(key, first, stream, blocks, words.data());
            for (std::size_t i = 0; i < blocks; ++i) {
                const auto expected = philox(key, first + i, stream);
                for (std::size_t k = 0; k < 4; ++k)
                    ASSERT_EQ(words[4 * i + k], expected[k]) << first << ' ' << blocks << ' ' << i;
            }
            EXPECT_EQ(words.back(), 7u); // nothing beyond
        }
}

// Recorded from the numbers of one word after the other: the noise of stored runs must stay what it was.
TEST(ZigguratTest, numbersStayThoseOfBefore)
{
    const std::vector<double> values = drawn(11, 100'000);
    std::uint64_t sum = 0;
    for (const double value : values)
        sum = (sum ^ std::uint64_t(std::llround(value * 1e6))) * 1099511628211u; // FNV-1a
    EXPECT_EQ(sum, 13597277449254540140u);
}

TEST(ZigguratTest, sameStreamSameNumbers)
{
    EXPECT_EQ(drawn(5, 1000), drawn(5, 1000));
    EXPECT_NE(drawn(5, 1000), drawn(6, 1000));
}

} // namespace
} // namespace mutascope
