// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/packed_bytes.h"
#include "core/store/search_codec.h"
#include "tests/core/store/search_fixture.h"
#include "tests/core/store/session_fixture.h"
#include <cmath>
#include <limits>
#include <zlib.h>

namespace mutascope {
namespace {

using namespace sessiontest;
using Bytes = std::vector<std::uint8_t>;

// The check sum made right again, so that what it covers is looked at.
Bytes resealed(Bytes bytes)
{
    const auto sum = std::uint32_t(::crc32(0, bytes.data(), uInt(bytes.size() - 4)));
    for (std::size_t i = 0; i < 4; ++i)
        bytes[bytes.size() - 4 + i] = std::uint8_t(sum >> (8 * i));
    return bytes;
}

SearchHistory historyOf(const SearchChunk &chunk)
{
    SearchHistory history;
    history.append(chunk);
    return history;
}

TEST(SearchCodec, ComesBackToTheLastBit)
{
    for (const SearchChunk &chunk : someChunks(1, 200))
        expectSame(historyOf(unpackSearch(packSearch(chunk), 0)), historyOf(chunk));
    expectSame(historyOf(unpackSearch(packSearch({}), 0)), {});
}

TEST(SearchCodec, ExtremeNumbers)
{
    constexpr auto most = std::numeric_limits<std::int32_t>::max();
    constexpr auto least = std::numeric_limits<std::int32_t>::min();
    SearchChunk chunk;
    chunk.trees.push_back({{{most, std::numeric_limits<std::int64_t>::max()},
                            {least, std::numeric_limits<std::int64_t>::min()},
                            {most, 0}}});
    chunk.nodes = {{{least, most, least, Finish::Exhausted}, {most, least, most, Finish::Constraint}}};
    chunk.iterations.push_back({0, most, least, most, least, most, least, -0.0, true});
    chunk.iterations.push_back({most, 0, 0, 0, 0, 0, 0, std::numeric_limits<double>::denorm_min(), false});
    chunk.moves.push_back({SearchMove::Kind::End, most, std::numeric_limits<std::int64_t>::min(), least,
                           std::numeric_limits<double>::max(), std::string("a\0b", 3)});
    const SearchChunk back = unpackSearch(packSearch(chunk), 0);
    expectSame(historyOf(back), historyOf(chunk));
    EXPECT_TRUE(std::signbit(back.iterations[0].reward));
}

// By hand: version 1, no trees, no grown trees, one iteration whose columns follow one another, no moves, no
// priors. Zigzag doubles a number that is not negative.
TEST(SearchCodec, BytesAreThoseDescribed)
{
    SearchChunk chunk;
    chunk.iterations.push_back({3, 70, 0, 5, 6, 2, 7, 1.0, true});
    const Bytes expected
        = {1, 0, 0, 2, 6, 0x8c, 0x01, 0, 10, 12, 4, 14, 0, 0, 0, 0, 0, 0, 0xf0, 0x3f, 2, 0, 0, 0, 0, 0, 0};
    EXPECT_EQ(packSearch(chunk), resealed(expected));
}

TEST(SearchCodec, OnlyTreesThatGrewTakeRoom)
{
    SearchChunk chunk;
    chunk.nodes.resize(5000);
    chunk.nodes.back().push_back({0, 1, 2, Finish::Open});
    const Bytes bytes = packSearch(chunk);
    EXPECT_LT(bytes.size(), 30U);
    EXPECT_EQ(unpackSearch(bytes, 5000).nodes.size(), 5000U);
    EXPECT_EQ(errorOf([&] { unpackSearch(bytes, 4999); }).code(), ErrorCode::BadData);
}

TEST(SearchCodec, EveryChangedBitIsSeen)
{
    const Bytes bytes = packSearch(someChunks(1, 3)[0]);
    for (std::size_t bit = 0; bit < bytes.size() * 8; ++bit) {
        Bytes changed = bytes;
        changed[bit / 8] = std::uint8_t(changed[bit / 8] ^ (1 << bit % 8));
        EXPECT_EQ(errorOf([&] { unpackSearch(changed, 0); }).code(), ErrorCode::BadData) << bit;
    }
}

TEST(SearchCodec, EveryCutIsSeen)
{
    const Bytes bytes = packSearch(someChunks(1, 3)[0]);
    for (std::size_t size = 0; size < bytes.size(); ++size) {
        Bytes cut(bytes.begin(), bytes.begin() + std::ptrdiff_t(size));
        EXPECT_THROW(unpackSearch(cut, 0), Error) << size;
        if (size >= 5) {
            EXPECT_THROW(unpackSearch(resealed(cut), 0), Error) << size;
        }
    }
}

// Bytes that somebody changed on purpose: an Error or another chunk, never a crash or room for billions.
TEST(SearchCodec, ChangedBytesWithARightSumDoNoHarm)
{
    const Bytes bytes = packSearch(someChunks(1, 20)[0]);
    Rng rng(5);
    for (int round = 0; round < 3000; ++round) {
        Bytes changed = bytes;
        for (int i = 0; i < 3; ++i)
            changed[rng.below(std::uint32_t(bytes.size()))] = std::uint8_t(rng.below(256));
        try {
            unpackSearch(resealed(changed), 0);
        } catch (const Error &error) {
            EXPECT_EQ(error.code(), ErrorCode::BadData);
        }
    }
}

TEST(SearchCodec, RefusesWhatNoPackerMakes)
{
    const auto refused = [](Bytes bytes, const std::string &word) {
        bytes.insert(bytes.end(), 4, 0);
        const Error error = errorOf([&] { unpackSearch(resealed(bytes), 10); });
        EXPECT_EQ(error.code(), ErrorCode::BadData);
        EXPECT_NE(std::string(error.what()).find(word), std::string::npos) << error.what();
    };
    refused({2, 0, 0, 0, 0, 0}, "version 2");
    refused({1, 0, 0, 0, 0, 0, 0}, "follows its end");
    refused({1, 1}, "cut off"); // -1 trees
    refused({1, 0xfe, 0xff, 0xff, 0xff, 0x0f}, "cut off"); // two thousand million trees
    refused({1, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1}, "too many bytes");
    refused({1, 0, 2, 20, 0, 0, 0, 0}, "not there"); // nodes of tree 10
    refused({1, 0, 4, 2, 0, 2, 0, 0, 0, 0}, "not there"); // tree 1 twice
    refused({1, 0, 2, 0, 2, 0, 0, 0, 8, 0, 0, 0}, "out of range"); // finish 4
}

} // namespace
} // namespace mutascope
