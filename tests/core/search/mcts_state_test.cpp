// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/mcts_state.h"
#include "tests/core/base/expect_error.h"
#include "tests/core/search/toy_problem.h"

namespace mutascope {
namespace {

ParamSet everything(const char *policy)
{
    return searchParams({{"policy", policy},
                         {"leaf-batch", "3"},
                         {"prior-weight", "0.4"},
                         {"rave", "8"},
                         {"widening", "1.5"},
                         {"iterations", "20"},
                         {"depth", "4"}});
}

std::string sealed(const std::string &body)
{
    StateWriter checksum;
    std::uint64_t hash = 0xcbf29ce484222325u; // FNV-1a
    for (const char byte : body)
        hash = (hash ^ static_cast<unsigned char>(byte)) * 0x100000001b3u;
    checksum.u64(hash);
    return body + checksum.bytes();
}

// A search of so many steps, each with a stream of its own as a run gives them.
void stepAlong(Mcts &search, SearchHistory &history, int begin, int end)
{
    for (int step = begin; step < end; ++step) {
        Rng rng = Rng(77).sub(std::uint64_t(step));
        search.step(rng);
        if (step % 3 == 0)
            history.append(search.takeChunk());
    }
}

TEST(MctsState, ContinuedEqualsUninterrupted)
{
    for (const char *policy : {"sampled", "uct"})
        for (const int pause : {0, 1, 5, 8, 14, 30}) {
            ToyProblem whole = hashedProblem(1);
            Mcts uninterrupted(everything(policy), whole);
            SearchHistory expected;
            stepAlong(uninterrupted, expected, 0, 40);
            expected.append(uninterrupted.takeChunk());

            ToyProblem first = hashedProblem(1);
            Mcts before(everything(policy), first);
            SearchHistory history;
            stepAlong(before, history, 0, pause);
            ToyProblem second = hashedProblem(1);
            const auto after = Mcts::load(everything(policy), second, before.save());
            EXPECT_TRUE(after->save() == before.save());
            stepAlong(*after, history, pause, 40);
            history.append(after->takeChunk());

            EXPECT_EQ(searchSha256(history), searchSha256(expected));
            EXPECT_EQ(history.priors.size(), expected.priors.size());
            EXPECT_TRUE(after->save() == uninterrupted.save());
            EXPECT_EQ(after->best().node, uninterrupted.best().node);
            EXPECT_EQ(after->endReason(), uninterrupted.endReason());
        }
}

class DamagedState : public ::testing::Test {
protected:
    DamagedState()
    {
        Rng rng(3);
        runSearch(search, rng, 6);
        bytes = search.save();
    }
    void refused(const std::string &damaged, const std::string &why = "saved state of the tree search")
    {
        expectError(ErrorCode::BadData, why, [&] { Mcts::load(everything("uct"), problem, damaged); });
    }

    ToyProblem problem = hashedProblem(2);
    Mcts search{everything("uct"), problem};
    std::string bytes;
};

TEST_F(DamagedState, EveryTruncationIsRefused)
{
    for (std::size_t size = 0; size < bytes.size(); size += 1 + size / 50)
        refused(bytes.substr(0, size));
    refused(bytes + "x");
}

TEST_F(DamagedState, EveryChangedByteIsRefused)
{
    for (std::size_t at = 0; at < bytes.size(); at += 7) {
        std::string damaged = bytes;
        damaged[at] = char(damaged[at] ^ 0x41);
        refused(damaged);
    }
}

// With a right checksum: whatever is read is refused or makes a search that goes on.
TEST_F(DamagedState, ForgedBytesDoNoHarm)
{
    const std::string body = bytes.substr(0, bytes.size() - 8);
    int refusals = 0;
    for (std::size_t at = 0; at < body.size(); ++at) {
        std::string forged = body;
        forged[at] = char(forged[at] ^ (at % 2 ? 0xff : 0x01));
        try {
            ToyProblem again = hashedProblem(2);
            const auto loaded = Mcts::load(everything("uct"), again, sealed(forged));
            Rng rng(1);
            runSearch(*loaded, rng, 20);
        } catch (const Error &error) {
            EXPECT_EQ(error.code(), ErrorCode::BadData) << error.what();
            ++refusals;
        }
    }
    EXPECT_GT(refusals, int(body.size() / 4));
}

TEST_F(DamagedState, VisitsMustAddUp)
{
    StateReader in(bytes);
    in.text();
    in.text();
    in.u64(); // nodes; then the root's four numbers and its visits
    const std::size_t visits = bytes.size() - in.remaining() + 16;
    ASSERT_EQ(bytes[visits], char(search.tree().stats(0).visits));
    std::string forged = bytes.substr(0, bytes.size() - 8);
    ++forged[visits];
    refused(sealed(forged), "visits of a node");
    forged[visits] = 1;
    refused(sealed(forged), "visits of a node");
}

TEST_F(DamagedState, OtherSettingsAndProblemsAreRefused)
{
    expectError(ErrorCode::BadData, "other settings",
                [&] { Mcts::load(everything("sampled"), problem, bytes); });
    problem.actionsOf = [](const SearchPath &path) { return path.size() < 6 ? 5 : 0; };
    refused(bytes, "another search problem");
}

} // namespace
} // namespace mutascope
