// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/schema.h"
#include "tests/core/store/session_fixture.h"
#include <SQLiteCpp/Statement.h>

namespace mutascope {
namespace {

using namespace sessiontest;

// A format of its own, so that the machinery is tested whatever the real steps are.
const std::vector<Migration> threeSteps = {
    {1, "CREATE TABLE a (x INTEGER); INSERT INTO a VALUES (1);"},
    {2, "ALTER TABLE a ADD COLUMN y INTEGER NOT NULL DEFAULT 5;"},
    {3,
     "CREATE TABLE b (x INTEGER REFERENCES c(x)); UPDATE a SET y = y + x; CREATE TABLE c (x PRIMARY KEY);"}};

class SchemaMigration : public SessionFixture {
protected:
    SQLite::Database open() const
    {
        return SQLite::Database(file.string(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
    }
    // A file as an older program with only the first steps left it, with a row of its own.
    void makeOlder(int version)
    {
        SQLite::Database database = open();
        database.exec("PRAGMA application_id=" + std::to_string(sessionApplicationId));
        if (version == 0) // before there were numbers
            database.exec("CREATE TABLE old (z); INSERT INTO old VALUES (42)");
        for (int i = 0; i < version; ++i)
            database.exec(threeSteps[std::size_t(i)].sql);
        database.exec("PRAGMA user_version=" + std::to_string(version));
    }
};

TEST_F(SchemaMigration, AppliesOnlyTheMissingStepsAndKeepsACopy)
{
    makeOlder(1);
    const auto before = contentOf(file);
    std::filesystem::path copy;
    {
        SQLite::Database database = open();
        copy = migrateSchema(database, file, threeSteps, Backup::Copy);
        EXPECT_EQ(schemaVersionOf(database), 3);
        EXPECT_EQ(database.execAndGet("SELECT y FROM a").getInt(), 6);
        EXPECT_EQ(migrateSchema(database, file, threeSteps, Backup::Copy), ""); // nothing left to do
    }
    EXPECT_EQ(copy, file.string() + ".v1.bak");
    SQLite::Database old(copy.string(), SQLite::OPEN_READONLY);
    EXPECT_EQ(schemaVersionOf(old), 1);
    EXPECT_EQ(applicationIdOf(old), sessionApplicationId);
    EXPECT_EQ(old.execAndGet("SELECT count(*) FROM a").getInt(), 1);
    EXPECT_EQ(contentOf(copy).size(), before.size());
}

TEST_F(SchemaMigration, FailingStepChangesNothing)
{
    makeOlder(1);
    std::vector<Migration> broken = threeSteps;
    broken[2].sql = "UPDATE a SET y = 7; INSERT INTO nowhere VALUES (1);";
    {
        SQLite::Database database = open();
        EXPECT_THROW(migrateSchema(database, file, broken, Backup::Copy), SQLite::Exception);
        EXPECT_EQ(schemaVersionOf(database), 1);
        EXPECT_EQ(SQLite::Statement(database, "SELECT * FROM a").getColumnCount(), 1); // no y yet
    }
    SQLite::Database database = open();
    EXPECT_EQ(migrateSchema(database, file, threeSteps, Backup::Copy), file.string() + ".v1.1.bak");
    EXPECT_TRUE(std::filesystem::exists(file.string() + ".v1.bak")); // the older copy is kept
}

TEST_F(SchemaMigration, DanglingReferenceIsRefused)
{
    makeOlder(2);
    std::vector<Migration> broken = threeSteps;
    broken[2].sql = "CREATE TABLE c (x PRIMARY KEY); CREATE TABLE b (x REFERENCES c(x));"
                    "INSERT INTO b VALUES (9);";
    SQLite::Database database = open();
    EXPECT_EQ(errorOf([&] { migrateSchema(database, file, broken, Backup::Copy); }).code(),
              ErrorCode::BadData);
    EXPECT_EQ(schemaVersionOf(database), 2);
}

TEST_F(SchemaMigration, CopyThatCannotBeMadeStopsIt)
{
    makeOlder(1);
    SQLite::Database database = open();
    const Error error
        = errorOf([&] { migrateSchema(database, folder / "none/a.mscope", threeSteps, Backup::Copy); });
    EXPECT_EQ(error.code(), ErrorCode::Io);
    EXPECT_EQ(schemaVersionOf(database), 1);
}

TEST_F(SchemaMigration, SessionOfVersion0IsConvertedAtOpen)
{
    makeOlder(0);
    const auto before = contentOf(file);
    EXPECT_TRUE(SessionStore(file, SessionStore::Mode::ReadOnly).runs().empty()); // of a copy in memory
    EXPECT_EQ(contentOf(file), before);
    EXPECT_EQ(folder.names(), (std::vector<std::string>{"a.mscope"}));
    SessionStore(file, SessionStore::Mode::ReadWrite).createRun(someRun(), {});
    EXPECT_EQ(folder.names(), (std::vector<std::string>{"a.mscope", "a.mscope.v0.bak"}));
    EXPECT_EQ(SessionStore(file, SessionStore::Mode::ReadOnly).runs().size(), 1u);
    SQLite::Database old(file.string() + ".v0.bak", SQLite::OPEN_READONLY);
    EXPECT_EQ(old.execAndGet("SELECT z FROM old").getInt(), 42);
}

// Before format 5 a run's trainings had no names, and one overwrote the batches of the other.
TEST_F(SchemaMigration, LossesOfVersion4AreThoseOfANamelessTraining)
{
    {
        SQLite::Database database = open();
        database.exec("PRAGMA application_id=" + std::to_string(sessionApplicationId));
        for (std::size_t i = 0; i < 4; ++i)
            database.exec(migrations().at(i).sql);
        for (const char *run : {"1, 'a'", "2, 'b'", "3, 'c'"})
            database.exec(std::string("INSERT INTO runs VALUES (") + run
                          + ", 'advgan', '', 1, '', '', 'finished', '', '{}', 0, 0, '{}', '{}', '{}')");
        database.exec("INSERT INTO losses VALUES (1, 7, 1, 2, '[[\"gan\",0.5]]'), "
                      "(1, 8, 2, 2, '[[\"gan\",0.25]]'), (3, 7, 1, 9, '[]')");
        database.exec("PRAGMA user_version=4");
    }
    SessionStore store(file, SessionStore::Mode::ReadWrite);
    const std::vector<LossPoint> losses = store.losses(1);
    ASSERT_EQ(losses.size(), 2u);
    EXPECT_EQ(losses[1].batch, 8);
    EXPECT_EQ(losses[1].epoch, 2);
    EXPECT_EQ(losses[1].values, (std::vector<std::pair<std::string, double>>{{"gan", 0.25}}));
    EXPECT_EQ(losses[1].training, "");
    EXPECT_TRUE(store.losses(2).empty());
    ASSERT_EQ(store.losses(3).size(), 1u);
    EXPECT_EQ(store.losses(3)[0].epochs, 9);
    store.deleteRun(3);
    EXPECT_TRUE(std::filesystem::exists(file.string() + ".v4.bak"));
}

TEST_F(SchemaMigration, StepsAreNumberedFromOneWithoutGaps)
{
    int expected = 1;
    for (const Migration &step : migrations())
        EXPECT_EQ(step.version, expected++);
}

} // namespace
} // namespace mutascope
