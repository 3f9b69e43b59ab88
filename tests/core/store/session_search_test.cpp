// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/store/search_fixture.h"
#include "tests/core/store/session_fixture.h"
#include <SQLiteCpp/Database.h>
#include <csignal>

namespace mutascope {
namespace {

using namespace sessiontest;
using Mode = SessionStore::Mode;

// The i-th checkpoint of a run that searches: ten tests and a chunk.
Checkpoint checkpointOf(const std::vector<SearchChunk> &chunks, std::size_t i)
{
    Checkpoint checkpoint = someCheckpoint(std::int64_t(i) * 10 + 1, std::int64_t(i) * 10 + 10);
    checkpoint.search = chunks[i];
    if (i == 0)
        checkpoint.searchDescription = someDescription();
    return checkpoint;
}

class SessionSearch : public SessionFixture {
protected:
    std::vector<SearchChunk> chunks = someChunks(7, 40);

    void makeSession()
    {
        SessionStore store(file, Mode::Create);
        store.createRun(someRun(), {someSeed(0)});
        for (std::size_t i = 0; i < chunks.size(); ++i)
            store.writeCheckpoint(1, checkpointOf(chunks, i));
    }

    void change(const std::string &sql) { SQLite::Database(file.string(), SQLite::OPEN_READWRITE).exec(sql); }

    void expectDamaged(const std::string &word)
    {
        const SessionStore store(file, Mode::ReadOnly);
        const Error error = errorOf([&] { store.search(1); });
        EXPECT_EQ(error.code(), ErrorCode::BadData) << error.what();
        EXPECT_NE(std::string(error.what()).find(word), std::string::npos) << error.what();
        EXPECT_EQ(store.testCount(1), 70); // the rest can still be read
    }
};

TEST_F(SessionSearch, GrowsWithEveryCheckpoint)
{
    SessionStore store(file, Mode::Create);
    store.createRun(someRun(), {someSeed(0)});
    EXPECT_TRUE(store.search(1).trees.empty());
    EXPECT_EQ(store.searchCounts(1), SearchCounts());
    for (std::size_t i = 0; i < chunks.size(); ++i) {
        store.writeCheckpoint(1, checkpointOf(chunks, i));
        expectSame(store.search(1), joined({chunks.begin(), chunks.begin() + std::ptrdiff_t(i) + 1}));
    }
    store.writeCheckpoint(1, someCheckpoint(71, 80)); // nothing was searched meanwhile
    const SessionStore reader(file, Mode::ReadOnly);
    expectSame(reader.search(1), joined(chunks));
    const SearchHistory all = joined(chunks);
    std::int64_t nodes = 0;
    for (const auto &tree : all.nodes)
        nodes += std::int64_t(tree.size());
    EXPECT_EQ(reader.searchCounts(1), (SearchCounts{3, nodes, 280, std::int64_t(all.moves.size())}));
}

TEST_F(SessionSearch, NewDescriptionReplacesTheOld)
{
    makeSession();
    Checkpoint checkpoint = someCheckpoint(71, 80);
    checkpoint.searchDescription = someDescription();
    checkpoint.searchDescription->policy = "uct";
    SessionStore store(file, Mode::ReadWrite);
    store.writeCheckpoint(1, checkpoint);
    EXPECT_EQ(store.search(1).description.policy, "uct");
    EXPECT_EQ(store.search(1).iterations.size(), 280U);
}

TEST_F(SessionSearch, RunsKeepTheirOwnTrees)
{
    makeSession();
    SessionStore store(file, Mode::ReadWrite);
    const std::int64_t second = store.createRun(someRun(2), {someSeed(0)});
    const auto others = someChunks(2, 10, 9);
    for (std::size_t i = 0; i < others.size(); ++i)
        store.writeCheckpoint(second, checkpointOf(others, i));
    expectSame(store.search(1), joined(chunks));
    expectSame(store.search(second), joined(others));
    store.deleteRun(1);
    expectSame(store.search(second), joined(others));
    EXPECT_EQ(errorOf([&] { store.search(1); }).code(), ErrorCode::NotFound);
    EXPECT_EQ(errorOf([&] { store.searchCounts(1); }).code(), ErrorCode::NotFound);
    store.deleteRun(second);
    SQLite::Database database(file.string(), SQLite::OPEN_READONLY);
    EXPECT_EQ(database.execAndGet("SELECT count(*) FROM search_parts").getInt(), 0);
    EXPECT_EQ(database.execAndGet("SELECT count(*) FROM searches").getInt(), 0);
}

TEST_F(SessionSearch, HundredThousandIterations)
{
    chunks = someChunks(50, 2000);
    SearchHistory all = joined(chunks);
    ASSERT_EQ(all.iterations.size(), 100'000U);
    makeSession();
    expectSame(SessionStore(file, Mode::ReadOnly).search(1), all);
    SQLite::Database database(file.string(), SQLite::OPEN_READONLY);
    const int bytes = database.execAndGet("SELECT sum(length(packed)) FROM search_parts").getInt();
    EXPECT_LT(bytes, 5'000'000); // some 50 bytes an iteration, its nodes included
}

TEST_F(SessionSearch, SessionOfFormat2IsConverted)
{
    makeSession();
    change("DROP TABLE engine_coverage; DROP TABLE engine_findings; DROP TABLE engine_models; "
           "DROP TABLE engine_campaigns; DROP TABLE searches; DROP TABLE search_parts; DROP TABLE "
           "run_artefacts; DROP TABLE artefacts; "
           "DROP TABLE losses; DROP TABLE trainings; DROP TABLE documents; DROP TABLE paths; DROP VIEW "
           "label_current; DROP VIEW label_active; DROP TABLE label_verdicts; DROP TABLE label_events; DROP "
           "TABLE "
           "label_items; DROP TABLE label_slots; DROP TABLE labellers; DROP TABLE label_protocols; PRAGMA "
           "user_version=2");
    const auto before = contentOf(file);
    {
        const SessionStore reader(file, Mode::ReadOnly); // in memory
        EXPECT_TRUE(reader.search(1).trees.empty());
        EXPECT_EQ(reader.testCount(1), 70);
    }
    EXPECT_EQ(contentOf(file), before);
    EXPECT_EQ(folder.names(), std::vector<std::string>{"a.mscope"});
    {
        SessionStore store(file, Mode::ReadWrite);
        Checkpoint checkpoint = checkpointOf(chunks, 0);
        checkpoint.tests.clear();
        checkpoint.pngs.clear();
        store.writeCheckpoint(1, checkpoint);
        expectSame(store.search(1), joined({chunks[0]}));
    }
    EXPECT_EQ(folder.names(), (std::vector<std::string>{"a.mscope", "a.mscope.v2.bak"}));
    SQLite::Database old((folder / "a.mscope.v2.bak").string(), SQLite::OPEN_READONLY);
    EXPECT_EQ(old.execAndGet("PRAGMA user_version").getInt(), 2);
    EXPECT_EQ(old.execAndGet("SELECT count(*) FROM tests").getInt(), 70);
    EXPECT_FALSE(old.tableExists("searches"));
}

TEST_F(SessionSearch, ChangedByteIsSeen)
{
    makeSession();
    change("UPDATE search_parts SET packed = CAST(substr(packed, 1, 99) || x'00' || substr(packed, 101) AS "
           "BLOB) WHERE part = 4 AND substr(packed, 100, 1) <> x'00'");
    change("UPDATE search_parts SET packed = CAST(substr(packed, 1, 100) || x'01' || substr(packed, 102) AS "
           "BLOB) WHERE part = 4");
    expectDamaged("check sum");
}

TEST_F(SessionSearch, PartsThatDoNotFitTogetherAreSeen)
{
    makeSession();
    change("DELETE FROM search_parts WHERE part = 3");
    expectDamaged("a part is missing");
    change("UPDATE search_parts SET part = part - 1 WHERE part > 3");
    expectDamaged("the search trees of run 1");
}

TEST_F(SessionSearch, WrongCountIsSeen)
{
    makeSession();
    change("UPDATE search_parts SET nodes = nodes + 1 WHERE part = 2");
    expectDamaged("more or less than it says");
}

TEST_F(SessionSearch, DescriptionThatIsNoneIsSeen)
{
    makeSession();
    change("UPDATE searches SET description = '{\"policy\":7}'");
    expectDamaged("JSON");
    change("DELETE FROM searches");
    expectDamaged("description is missing");
}

TEST_F(SessionSearch, EmptyOrForeignValueIsSeen)
{
    makeSession();
    change("UPDATE search_parts SET packed = x'' WHERE part = 1");
    expectDamaged("cut off");
    change("UPDATE search_parts SET packed = 'text' WHERE part = 1");
    expectDamaged("cut off");
}

// A killed writer leaves tests and trees of the same checkpoints.
TEST_F(SessionSearch, KilledWriterLeavesWholeCheckpoints)
{
    chunks = someChunks(300, 20);
    int ends[2];
    ASSERT_EQ(::pipe(ends), 0);
    const pid_t child = startChild([&] {
        SessionStore store(file, Mode::Create);
        store.createRun(someRun(), {someSeed(0)});
        for (std::size_t i = 0; i < chunks.size(); ++i) {
            store.writeCheckpoint(1, checkpointOf(chunks, i));
            if (::write(ends[1], "x", 1) != 1)
                return 1;
        }
        return 0;
    });
    char seen[5];
    for (char &byte : seen)
        ASSERT_EQ(::read(ends[0], &byte, 1), 1);
    ::kill(child, SIGKILL);
    exitCodeOf(child);
    ::close(ends[0]);
    ::close(ends[1]);
    SessionStore store(file, Mode::ReadWrite);
    const std::int64_t parts = store.testCount(1) / 10;
    ASSERT_GE(parts, 5);
    expectSame(store.search(1), joined({chunks.begin(), chunks.begin() + parts}));
    if (parts < 300) {
        store.writeCheckpoint(1, checkpointOf(chunks, std::size_t(parts))); // goes on where it was
        expectSame(store.search(1), joined({chunks.begin(), chunks.begin() + parts + 1}));
    }
}

} // namespace
} // namespace mutascope
