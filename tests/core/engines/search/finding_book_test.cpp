// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/search/finding_book.h"
#include "tests/support/fake_judge.h"
#include <gtest/gtest.h>

namespace mutascope::engines {
namespace {

Candidate ofSize(int size)
{
    GraphConfig config;
    config.size = size;
    Candidate candidate;
    candidate.plan = planGraph(config, std::uint64_t(size));
    candidate.graph = realise(candidate.plan).graph;
    return candidate;
}

Verdict failing(const std::string &op, int times = 1)
{
    Verdict verdict;
    verdict.engines.push_back({"a", {}, 0, ""});
    for (int i = 0; i < times; ++i)
        verdict.engines[0].failures.push_back(
            failureOf("a", FailureStage::Conversion, Symptom::Refused, op, i));
    return verdict;
}

TEST(FindingBook, FailuresOfOneSignatureAreOneFindingWithTheSmallestExample)
{
    FindingBook book;
    EXPECT_EQ(book.note(1, ofSize(8), failing("Tile")), 1);
    EXPECT_EQ(book.note(2, ofSize(2), failing("Tile", 3)), 0); // nodes' numbers are not part of it
    EXPECT_EQ(book.note(3, ofSize(9), failing("Tile")), 0);
    EXPECT_EQ(book.note(4, ofSize(5), failing("Clip")), 1);
    ASSERT_EQ(book.findings().size(), 2U);
    const Finding &tile = book.findings()[0];
    EXPECT_EQ(tile.number, 1);
    EXPECT_EQ(tile.count, 3) << "once a model";
    EXPECT_EQ(tile.firstModel, 1);
    EXPECT_EQ(tile.exampleModel, 2);
    EXPECT_EQ(tile.plan, ofSize(2).plan);
    EXPECT_EQ(book.findings()[1].number, 2);
}

TEST(FindingBook, TellsWhatChangedOnce)
{
    FindingBook book;
    book.note(1, ofSize(4), failing("Tile"));
    EXPECT_EQ(book.takeChanged(), (std::vector<std::size_t>{0}));
    EXPECT_TRUE(book.takeChanged().empty());
    book.note(2, ofSize(4), failing("Clip"));
    book.note(3, ofSize(4), failing("Tile"));
    EXPECT_EQ(book.takeChanged(), (std::vector<std::size_t>{0, 1}));
}

TEST(FindingBook, GoesOnAfterRestoring)
{
    FindingBook whole, first, second;
    for (FindingBook *book : {&whole, &first})
        book->note(1, ofSize(6), failing("Tile"));
    second.restore(first.findings());
    for (FindingBook *book : {&whole, &second})
        book->note(2, ofSize(3), failing("Tile"));
    EXPECT_EQ(whole.sha256(), second.sha256());
    EXPECT_EQ(second.findings().size(), 1U);
}

} // namespace
} // namespace mutascope::engines
