// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/rng.h"
#include "tests/core/base/expect_error.h"
#include <array>
#include <cmath>
#include <set>
#include <vector>

namespace mutascope {
namespace {

using Words = std::array<std::uint32_t, 4>;

// Philox4x32-10 written from section 3.3 of the paper, apart from the product's.
Words referencePhilox(Words counter, std::uint32_t key0, std::uint32_t key1)
{
    for (int round = 0; round < 10; ++round) {
        const std::uint64_t a = 0xD2511F53ull * counter[0];
        const std::uint64_t b = 0xCD9E8D57ull * counter[2];
        counter = {std::uint32_t(b >> 32) ^ counter[1] ^ key0, std::uint32_t(b),
                   std::uint32_t(a >> 32) ^ counter[3] ^ key1, std::uint32_t(a)};
        key0 += 0x9E3779B9;
        key1 += 0xBB67AE85;
    }
    return counter;
}

Words draw4(Rng &rng)
{
    Words out;
    for (std::uint32_t &word : out)
        word = rng.next32();
    return out;
}

// kat_vectors of Random123.
TEST(RngTest, referenceGivesTheKnownAnswers)
{
    const std::uint32_t ones = 0xffffffff;
    EXPECT_EQ(referencePhilox({0, 0, 0, 0}, 0, 0), (Words{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
    EXPECT_EQ(referencePhilox({ones, ones, ones, ones}, ones, ones),
              (Words{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
    EXPECT_EQ(referencePhilox({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, 0xa4093822, 0x299f31d0),
              (Words{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

TEST(RngTest, drawsPhilox)
{
    Rng zero;
    EXPECT_EQ(draw4(zero), (Words{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
    for (const std::uint64_t seed : {1ull, 0x299f31d0a4093822ull})
        for (const std::uint64_t stream : {0ull, 5ull, 0x0370734413198a2eull})
            for (const std::uint64_t block : {0ull, 1ull, 0x25a308d3243f6a88ull}) {
                Rng rng(Rng::State{seed, stream, block * 4});
                const Words counter = {std::uint32_t(block), std::uint32_t(block >> 32),
                                       std::uint32_t(stream), std::uint32_t(stream >> 32)};
                EXPECT_EQ(draw4(rng),
                          referencePhilox(counter, std::uint32_t(seed), std::uint32_t(seed >> 32)));
            }
}

TEST(RngTest, resumesAtAnyPosition)
{
    Rng whole(7, 9);
    std::vector<std::uint32_t> words;
    for (int i = 0; i < 23; ++i)
        words.push_back(whole.next32());
    EXPECT_EQ(whole.state().position, 23u);
    for (std::uint64_t position = 0; position < words.size(); ++position) {
        Rng resumed(Rng::State{7, 9, position});
        EXPECT_EQ(resumed.next32(), words[position]) << position;
    }
}

TEST(RngTest, next64IsTwoWordsLowFirst)
{
    Rng rng;
    EXPECT_EQ(rng.next64(), 0xe169c58d6627e8d5u);
}

TEST(RngTest, subStreamsDiffer)
{
    const Rng root(1);
    std::set<std::uint64_t> firsts;
    for (std::uint64_t id = 0; id < 1000; ++id) {
        firsts.insert(root.sub(id).next64());
        firsts.insert(root.sub(id).sub(0).next64());
        firsts.insert(Rng(2).sub(id).next64());
    }
    EXPECT_EQ(firsts.size(), 3000u);
}

TEST(RngTest, subDoesNotDependOnThePosition)
{
    Rng a(3), b(3);
    b.next32();
    EXPECT_EQ(a.sub(4).next64(), b.sub(4).next64());
    EXPECT_EQ(b.state().position, 1u);
}

// Correlation of n uniform pairs has deviation 1/sqrt(n).
TEST(RngTest, neighbouringStreamsAreUncorrelated)
{
    const int n = 20000;
    Rng a = Rng(5).sub(0), b = Rng(5).sub(1);
    double sum = 0;
    for (int i = 0; i < n; ++i)
        sum += (a.uniform() - 0.5) * (b.uniform() - 0.5) * 12;
    EXPECT_LT(std::abs(sum / n), 4 / std::sqrt(n));
}

// Chi-square with 9 degrees of freedom exceeds 33.7 once in 10,000.
TEST(RngTest, belowIsUniform)
{
    Rng rng(11);
    std::array<int, 10> counts{};
    for (int i = 0; i < 100'000; ++i)
        ++counts[rng.below(10)];
    double chiSquare = 0;
    for (const int count : counts)
        chiSquare += (count - 10'000.0) * (count - 10'000.0) / 10'000;
    EXPECT_LT(chiSquare, 33.7);
    EXPECT_GT(chiSquare, 0.5);
}

// With a bound of 3 * 2^30, four words share three numbers: unless some words are drawn again, one of the
// three comes twice as often.
TEST(RngTest, belowHasNoBias)
{
    Rng rng(12);
    const int n = 30'000;
    std::array<int, 3> residues{};
    for (int i = 0; i < n; ++i)
        ++residues[rng.below(3u << 30) % 3];
    for (const int count : residues)
        EXPECT_NEAR(count / double(n), 1 / 3.0, 0.012);
}

TEST(RngTest, belowOneIsZeroAndBelowZeroAnError)
{
    Rng rng(1);
    for (int i = 0; i < 10; ++i)
        EXPECT_EQ(rng.below(1), 0u);
    expectError(ErrorCode::Internal, "random number", [&] { rng.below(0); });
}

TEST(RngTest, betweenHasBothEnds)
{
    Rng rng(13);
    std::set<int> seen;
    for (int i = 0; i < 500; ++i)
        seen.insert(rng.between(-3, 2));
    EXPECT_EQ(seen, (std::set<int>{-3, -2, -1, 0, 1, 2}));
    EXPECT_EQ(rng.between(7, 7), 7);
    rng.between(INT32_MIN, INT32_MAX);
    expectError(ErrorCode::Internal, "empty interval", [&] { rng.between(1, 0); });
}

TEST(RngTest, uniformHasTheRightMoments)
{
    Rng rng(14);
    const int n = 100'000;
    double sum = 0, squares = 0, smallest = 1, largest = 0;
    for (int i = 0; i < n; ++i) {
        const double u = rng.uniform();
        sum += u;
        squares += u * u;
        smallest = std::min(smallest, u);
        largest = std::max(largest, u);
    }
    EXPECT_NEAR(sum / n, 0.5, 0.004);
    EXPECT_NEAR(squares / n, 1 / 3.0, 0.004);
    EXPECT_GE(smallest, 0);
    EXPECT_LT(smallest, 0.001);
    EXPECT_LT(largest, 1);
    EXPECT_GT(largest, 0.999);
}

TEST(RngTest, normalHasTheRightMoments)
{
    Rng rng(15);
    const int n = 100'000;
    double sum = 0, squares = 0, fourths = 0;
    int within = 0;
    for (int i = 0; i < n; ++i) {
        const double x = rng.normal();
        ASSERT_TRUE(std::isfinite(x));
        sum += x;
        squares += x * x;
        fourths += x * x * x * x;
        within += std::abs(x) < 1;
    }
    EXPECT_NEAR(sum / n, 0, 0.013);
    EXPECT_NEAR(squares / n, 1, 0.02);
    EXPECT_NEAR(fourths / n, 3, 0.13);
    EXPECT_NEAR(within / double(n), 0.6827, 0.006);
}

} // namespace
} // namespace mutascope
