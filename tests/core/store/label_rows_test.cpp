// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/label_rows.h"
#include "core/store/schema.h"
#include "core/store/uuid.h"
#include "tests/core/store/session_fixture.h"
#include <SQLiteCpp/Statement.h>
#include <set>

namespace mutascope {
namespace {

using namespace sessiontest;
using Mode = SessionStore::Mode;

const ProtocolKey key{"11111111-2222-4333-8444-555555555555", 1};

LabelItem someItem(const std::string &uuid)
{
    LabelItem item;
    item.uuid = uuid;
    return item;
}

LabelEvent someEvent(const std::string &uuid, const std::string &item, std::int64_t number)
{
    LabelEvent event;
    event.uuid = uuid;
    event.protocolUuid = key.uuid;
    event.item = item;
    event.labeller = "ann";
    event.number = number;
    event.answer = LabelAnswer::Seen;
    event.seenClass = 3;
    event.note = "a note";
    event.milliseconds = 1200;
    event.millimetres = 50;
    event.at = "2026-01-01T00:00:00.000Z";
    event.program = "0.1.0";
    return event;
}

class LabelRowsTest : public SessionFixture {
protected:
    // A protocol with a test of a run and an image of its own, and a labeller.
    void makeRows()
    {
        std::string run;
        {
            SessionStore store(file, Mode::Create);
            store.createRun(someRun(), {someSeed(0)});
            store.writeCheckpoint(1, someCheckpoint(1, 9));
            run = store.run(1).uuid;
        }
        LabelRows rows(file, Mode::ReadWrite);
        rows.inTransaction([&] {
            rows.insertProtocol({key.uuid, 1, "2026", false, "{}"});
            LabelItem test = someItem("of-test");
            test.runUuid = run;
            test.test = 3;
            test.expected = 3;
            test.hasSeed = true;
            rows.insertItem(key, test, nullptr, nullptr);
            const Image image = smallImage(77);
            rows.insertItem(key, someItem("own"), &image, nullptr);
            rows.insertLabeller({"ann", "Ann"});
        });
    }
};

TEST_F(LabelRowsTest, SessionOfVersion5GetsTheTablesAndKeepsACopy)
{
    {
        SQLite::Database database(file.string(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
        database.exec("PRAGMA application_id=" + std::to_string(sessionApplicationId));
        for (std::size_t i = 0; i < 5; ++i)
            database.exec(migrations().at(i).sql);
        database.exec("PRAGMA user_version=5");
    }
    EXPECT_TRUE(LabelRows(file, Mode::ReadOnly).protocols().empty());
    EXPECT_FALSE(std::filesystem::exists(file.string() + ".v5.bak")); // reading changes nothing
    EXPECT_TRUE(LabelRows(file, Mode::ReadWrite).protocols().empty());
    EXPECT_TRUE(std::filesystem::exists(file.string() + ".v5.bak"));
}

TEST_F(LabelRowsTest, RowsComeBackAsTheyWere)
{
    makeRows();
    const LabelEvent event = someEvent("e1", "own", 1);
    LabelRows(file, Mode::ReadWrite).insertEvent(event);
    const LabelRows rows(file, Mode::ReadOnly);
    EXPECT_EQ(rows.event("e1"), event);
    const auto items = rows.items(key);
    ASSERT_EQ(items.size(), 2u);
    EXPECT_EQ(items[0].expected, 3);
    EXPECT_TRUE(items[0].hasSeed);
    EXPECT_EQ(rows.item("of-test")->item, items[0]);
    EXPECT_EQ(rows.image("of-test"), smallImage(3));
    EXPECT_EQ(rows.seedImage("of-test"), smallImage(0));
    EXPECT_EQ(rows.image("own"), smallImage(77));
    EXPECT_FALSE(rows.seedImage("own"));
    EXPECT_EQ(rows.origins(key).at("of-test").generator, "deephunter");
    EXPECT_EQ(rows.lastNumber(key, "ann"), 1);
    EXPECT_EQ(errorOf([&] { (void)rows.image("none"); }).code(), ErrorCode::NotFound);
    EXPECT_EQ(errorOf([&] { (void)rows.items({key.uuid, 2}); }).code(), ErrorCode::NotFound);
}

TEST_F(LabelRowsTest, NoEventIsEverChangedOrDeleted)
{
    makeRows();
    LabelRows(file, Mode::ReadWrite).insertEvent(someEvent("e1", "own", 1));
    SQLite::Database database(file.string(), SQLite::OPEN_READWRITE);
    EXPECT_THROW(database.exec("UPDATE label_events SET answer = 'invalid'"), SQLite::Exception);
    EXPECT_THROW(database.exec("DELETE FROM label_events"), SQLite::Exception);
    EXPECT_EQ(database.execAndGet("SELECT count(*) FROM label_events WHERE answer = 'seen'").getInt(), 1);
}

TEST_F(LabelRowsTest, WhatHoldsIsTheLastThatWasNotTakenBack)
{
    makeRows();
    LabelRows rows(file, Mode::ReadWrite);
    rows.insertEvent(someEvent("e1", "own", 1));
    LabelEvent second = someEvent("e2", "own", 2);
    second.answer = LabelAnswer::Invalid;
    second.seenClass.reset();
    rows.insertEvent(second);
    EXPECT_EQ(rows.currentOf("own").at(0).uuid, "e2");
    LabelEvent undo = someEvent("e3", "own", 3);
    undo.kind = LabelEventKind::Undo;
    undo.refers = "e2";
    rows.insertEvent(undo);
    EXPECT_EQ(rows.currentOf("own").at(0).uuid, "e1");
    undo.uuid = "e4";
    undo.number = 4;
    undo.refers = "e1";
    rows.insertEvent(undo);
    EXPECT_TRUE(rows.currentOf("own").empty());
    LabelEvent redo = undo;
    redo.uuid = "e5";
    redo.number = 5;
    redo.kind = LabelEventKind::Redo;
    rows.insertEvent(redo);
    ASSERT_EQ(rows.current(key).size(), 1u);
    EXPECT_EQ(rows.current(key)[0].uuid, "e1");
}

TEST_F(LabelRowsTest, TransactionIsAllOrNothing)
{
    makeRows();
    LabelRows rows(file, Mode::ReadWrite);
    const auto half = [&] {
        rows.inTransaction([&] {
            rows.insertEvent(someEvent("e1", "own", 1));
            throw Error(ErrorCode::Internal, "stop");
        });
    };
    EXPECT_EQ(errorOf(half).code(), ErrorCode::Internal);
    EXPECT_TRUE(rows.events(key).empty());
}

TEST_F(LabelRowsTest, LabelsOutliveTheirRun)
{
    makeRows();
    {
        LabelRows rows(file, Mode::ReadWrite);
        rows.insertEvent(someEvent("e1", "of-test", 1));
        rows.setTestVerdict(rows.items(key)[0].runUuid, {3, HumanVerdict::ValidSame, 1});
    }
    SessionStore(file, Mode::ReadWrite).deleteRun(1);
    const LabelRows rows(file, Mode::ReadOnly);
    EXPECT_EQ(rows.image("of-test"), smallImage(3));
    EXPECT_EQ(rows.seedImage("of-test"), smallImage(0));
    EXPECT_EQ(rows.events(key).size(), 1u);
    EXPECT_TRUE(rows.origins(key).empty());
}

TEST_F(LabelRowsTest, FilterByWhatPeopleSay)
{
    makeRows();
    {
        LabelRows rows(file, Mode::ReadWrite);
        const std::string run = rows.items(key)[0].runUuid;
        rows.setTestVerdict(run, {1, HumanVerdict::ValidSame, 1});
        rows.setTestVerdict(run, {2, HumanVerdict::ValidOther, 2});
        rows.setTestVerdict(run, {3, HumanVerdict::ValidUnclear, 2});
        rows.setTestVerdict(run, {4, HumanVerdict::Invalid, 2});
        rows.setTestVerdict(run, {5, HumanVerdict::Undecided, 2});
        rows.setTestVerdict(run, {6, HumanVerdict::Invalid, 2});
        rows.setTestVerdict(run, {6, HumanVerdict::Unlabelled, 0}); // taken back
    }
    const SessionStore store(file, Mode::ReadOnly);
    const auto ids = [&](HumanVerdict verdict) {
        TestFilter filter;
        filter.human = verdict;
        std::set<std::int64_t> found;
        for (const TestRecord &test : store.tests(1, filter))
            found.insert(test.id);
        EXPECT_EQ(store.testCount(1, filter), std::int64_t(found.size()));
        return found;
    };
    using Ids = std::set<std::int64_t>;
    EXPECT_EQ(ids(HumanVerdict::ValidSame), (Ids{1}));
    EXPECT_EQ(ids(HumanVerdict::ValidOther), (Ids{2}));
    EXPECT_EQ(ids(HumanVerdict::ValidUnclear), (Ids{1, 2, 3}));
    EXPECT_EQ(ids(HumanVerdict::Invalid), (Ids{4}));
    EXPECT_EQ(ids(HumanVerdict::Undecided), (Ids{5}));
    EXPECT_EQ(ids(HumanVerdict::Unlabelled), (Ids{6, 7, 8, 9}));
    TestFilter both;
    both.failing = true;
    both.human = HumanVerdict::ValidUnclear;
    EXPECT_EQ(store.testCount(1, both), 1); // test 3
    EXPECT_EQ(store.humanVerdicts(1).size(), 5u);
    EXPECT_EQ(errorOf([&] { (void)store.humanVerdicts(2); }).code(), ErrorCode::NotFound);
}

TEST(Uuid, IsRandomOrMadeOfAText)
{
    EXPECT_TRUE(isUuid(randomUuid()));
    EXPECT_NE(randomUuid(), randomUuid());
    EXPECT_EQ(randomUuid()[14], '4');
    EXPECT_EQ(uuidOf("a"), uuidOf("a"));
    EXPECT_NE(uuidOf("a"), uuidOf("b"));
    EXPECT_TRUE(isUuid(uuidOf("a")));
    for (const char *wrong :
         {"", "11111111-2222-4333-8444-55555555555", "11111111-2222-4333-8444-55555555555G",
          "11111111-2222-4333-8444_555555555555", "11111111-2222-4333-8444-5555555555555"})
        EXPECT_FALSE(isUuid(wrong)) << wrong;
}

} // namespace
} // namespace mutascope
