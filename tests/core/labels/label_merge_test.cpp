// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/labels/hand_out.h"
#include "core/labels/label_merge.h"
#include "tests/core/labels/label_fixture.h"
#include <SQLiteCpp/Database.h>
#include <set>

namespace mutascope {
namespace {

using namespace labeltest;
namespace fs = std::filesystem;

class LabelMerge : public LabelFixture {
protected:
    // A session with a protocol, and copies of it.
    void begin(std::int64_t tests = 10)
    {
        makeSession(tests);
        LabelStore store(file, Mode::ReadWrite);
        LabelProtocol asked = plainProtocol();
        asked.cleanChecks = 1;
        asked.repeats = 1;
        protocol = store.createProtocol(asked);
        store.labellerNamed("Ann");
    }

    fs::path copyAs(const std::string &name)
    {
        fs::copy_file(file, folder / name);
        return folder / name;
    }

    // Answers the next count items.
    void work(const fs::path &at, const std::string &name, int count, const LabelVerdict &verdict)
    {
        LabelStore store(at, Mode::ReadWrite);
        LabellingQueue queue(store, protocol.uuid, 0, store.labellerNamed(name).uuid);
        for (int i = 0; i < count; ++i)
            queue.answer(verdict, {500, 50});
    }

    std::set<std::string> eventsOf(const fs::path &at) const
    {
        std::set<std::string> all;
        for (const LabelEvent &event : LabelStore(at, Mode::ReadOnly).events(protocol.uuid, 0))
            all.insert(event.uuid);
        return all;
    }

    MergeResult merge(const fs::path &into, const fs::path &other)
    {
        LabelStore store(into, Mode::ReadWrite);
        return mergeLabels(store, other);
    }

    LabelProtocol protocol;
};

TEST_F(LabelMerge, ThreeCopiesGiveTheUnionInAnyOrder)
{
    begin();
    const fs::path a = copyAs("a2.mscope");
    const fs::path b = copyAs("b.mscope");
    const fs::path c = copyAs("c.mscope");
    work(a, "Ann", 4, seen(1));
    work(b, "Bo", 5, seen(2));
    work(c, "Cy", 6, plain(LabelAnswer::Invalid));
    std::set<std::string> all;
    for (const fs::path &one : {a, b, c})
        all.merge(eventsOf(one));
    EXPECT_EQ(all.size(), 15u);
    const fs::path other = copyAs("other.mscope");
    EXPECT_EQ(merge(file, a).events, 4);
    EXPECT_EQ(merge(file, b).events, 5);
    EXPECT_EQ(merge(file, c).labellers, 1);
    merge(other, c);
    merge(other, a);
    merge(other, b);
    EXPECT_EQ(eventsOf(file), all);
    EXPECT_EQ(eventsOf(other), all);
    const LabelStore first(file, Mode::ReadOnly);
    const LabelStore second(other, Mode::ReadOnly);
    EXPECT_EQ(first.testVerdicts(1), second.testVerdicts(1));
    EXPECT_EQ(first.events(protocol.uuid, 0), second.events(protocol.uuid, 0));
    EXPECT_EQ(first.labellers().size(), 3u);
}

TEST_F(LabelMerge, TwiceAddsNothing)
{
    begin();
    const fs::path a = copyAs("a2.mscope");
    work(a, "Ann", 4, seen(1));
    merge(file, a);
    const MergeResult again = merge(file, a);
    EXPECT_EQ(again.events, 0);
    EXPECT_EQ(again.known, 4);
    EXPECT_EQ(again.conflicts.count() + again.refused.count(), 0);
    LabelStore store(file, Mode::ReadWrite);
    EXPECT_EQ(errorOf([&] { mergeLabels(store, file); }).code(), ErrorCode::Usage);
}

TEST_F(LabelMerge, ContradictionsOfOneLabellerAreShownAndBothStay)
{
    begin();
    const fs::path a = copyAs("a2.mscope");
    work(file, "Ann", 3, seen(1));
    work(a, "Ann", 2, seen(2));
    const MergeResult result = merge(file, a);
    EXPECT_EQ(result.events, 2);
    ASSERT_EQ(result.conflicts.list().size(), 1u);
    EXPECT_EQ(result.conflicts.count(), 2);
    EXPECT_NE(result.conflicts.text().find("seen 1 here, seen 2 there"), std::string::npos);
    EXPECT_EQ(eventsOf(file).size(), 5u);
    // Which one holds is the same from the other side.
    merge(a, file);
    const auto held = [&](const fs::path &at) {
        return LabelStore(at, Mode::ReadOnly).rows().current({protocol.uuid, 1});
    };
    EXPECT_EQ(held(file), held(a));
    EXPECT_EQ(merge(file, a).conflicts.count(), 0); // said once
}

TEST_F(LabelMerge, ASecondThoughtIsNoContradiction)
{
    begin();
    work(file, "Ann", 2, seen(1));
    const fs::path a = copyAs("a2.mscope");
    {
        LabelStore store(a, Mode::ReadWrite);
        LabellingQueue queue(store, protocol.uuid, 0, store.labellerNamed("Ann").uuid);
        queue.back();
        queue.answer(seen(3), {});
    }
    const MergeResult result = merge(file, a);
    EXPECT_EQ(result.events, 1);
    EXPECT_EQ(result.conflicts.count(), 0);
    LabelStore store(file, Mode::ReadWrite);
    EXPECT_EQ(LabellingQueue(store, protocol.uuid, 0, store.labellerNamed("Ann").uuid).at(1).verdict,
              seen(3));
}

TEST_F(LabelMerge, ProtocolsThatAreNewComeWithTheirImages)
{
    begin();
    const fs::path a = copyAs("a2.mscope");
    std::string added;
    {
        LabelStore store(a, Mode::ReadWrite);
        LabelProtocol asked = plainProtocol(LabelQuestion::Verdict);
        asked.invalidChecks = 1;
        added = store.createProtocol(asked).uuid;
    }
    EXPECT_EQ(merge(file, a).protocols, 1);
    const LabelStore here(file, Mode::ReadOnly);
    const LabelStore there(a, Mode::ReadOnly);
    EXPECT_EQ(here.items(added, 0), there.items(added, 0));
    for (const LabelItem &item : here.items(added, 0))
        EXPECT_EQ(here.image(item.uuid), there.image(item.uuid));
}

TEST_F(LabelMerge, LabellersWithAnotherNameKeepTheirs)
{
    begin();
    const fs::path a = copyAs("a2.mscope");
    {
        SQLite::Database database(a.string(), SQLite::OPEN_READWRITE);
        database.exec("UPDATE labellers SET name = 'Anne'");
    }
    EXPECT_EQ(merge(file, a).conflicts.count(), 1);
    EXPECT_EQ(LabelStore(file, Mode::ReadOnly).labellers().at(0).name, "Ann");
}

TEST_F(LabelMerge, TwoPeopleOfOneNameAreToldApartAndSaid)
{
    begin();
    const fs::path a = copyAs("a2.mscope");
    work(file, "Bo", 1, seen(1));
    work(a, "Bo", 1, seen(1)); // made there, so somebody else as far as anybody knows
    const MergeResult result = merge(file, a);
    EXPECT_EQ(result.labellers, 1);
    EXPECT_EQ(result.conflicts.text(),
              "labellers of a name that somebody else has here, counted as two people: 1 ('Bo')");
    EXPECT_EQ(LabelStore(file, Mode::ReadOnly).labellers().size(), 3u);
    EXPECT_EQ(merge(file, a).conflicts.count(), 0); // said once
}

TEST_F(LabelMerge, NobodyTakesBackWhatSomebodyElseSaid)
{
    begin();
    work(file, "Ann", 2, seen(1));
    work(file, "Bo", 2, seen(2));
    const fs::path a = copyAs("a2.mscope");
    {
        LabelStore store(a, Mode::ReadWrite);
        LabellingQueue ann(store, protocol.uuid, 0, store.labellerNamed("Ann").uuid);
        ann.undo();
        LabellingQueue bo(store, protocol.uuid, 0, store.labellerNamed("Bo").uuid);
        bo.undo();
        bo.undo();
    }
    {
        SQLite::Database database(a.string(), SQLite::OPEN_READWRITE);
        database.exec("DROP TRIGGER label_events_hold");
        // Bo's last two take back what Ann said, and what is not there.
        database.exec("UPDATE label_events SET refers = (SELECT uuid FROM label_events WHERE id = 1) WHERE "
                      "id = 6");
        database.exec("UPDATE label_events SET refers = 'nothing' WHERE id = 7");
    }
    const MergeResult result = merge(file, a);
    EXPECT_EQ(result.events, 1); // Ann's own
    EXPECT_EQ(result.refused.count(), 2) << result.refused.text();
    EXPECT_NE(result.refused.text().find("its undo is of no answer of the labeller"), std::string::npos);
    EXPECT_EQ(LabelStore(file, Mode::ReadOnly).rows().current({protocol.uuid, 1}).size(), 3u);
}

// Two copies give the same number to what one labeller says; undo takes back one of them.
TEST_F(LabelMerge, UndoAfterAMergeLeavesTheOtherVerdict)
{
    begin();
    const fs::path a = copyAs("a2.mscope");
    work(file, "Ann", 1, seen(1));
    work(a, "Ann", 1, seen(2));
    merge(file, a);
    LabelStore store(file, Mode::ReadWrite);
    LabellingQueue queue(store, protocol.uuid, 0, store.labellerNamed("Ann").uuid);
    queue.undo();
    const auto held = store.rows().current({protocol.uuid, 1});
    ASSERT_EQ(held.size(), 1u);
    EXPECT_EQ(queue.current()->verdict, (LabelVerdict{held[0].answer, held[0].seenClass, {}}));
    EXPECT_EQ(queue.progress().done, 1u);
}

TEST_F(LabelMerge, UnsoundLabelsAreLeftOutAndTheRestIsKept)
{
    begin();
    const fs::path a = copyAs("a2.mscope");
    work(a, "Ann", 4, seen(1));
    {
        SQLite::Database database(a.string(), SQLite::OPEN_READWRITE);
        database.exec("DROP TRIGGER label_events_hold");
        database.exec("UPDATE label_events SET seen_class = 99 WHERE id = 1");
        database.exec("UPDATE label_events SET number = 9223372036854775807 WHERE id = 2");
        database.exec(
            "UPDATE label_items SET uuid = 'elsewhere' WHERE id = (SELECT item_id FROM label_events "
            "WHERE id = 3)");
    }
    const MergeResult result = merge(file, a);
    EXPECT_EQ(result.events, 1);
    EXPECT_EQ(result.refused.count(), 3);
    EXPECT_NE(result.refused.text().find("labels for items that do not exist"), std::string::npos);
    work(file, "Ann", 1, seen(1)); // and labelling goes on
}

TEST_F(LabelMerge, OtherProtocolOfTheSameNameIsNotMixedUp)
{
    begin();
    const fs::path a = copyAs("a2.mscope");
    work(a, "Ann", 4, seen(1));
    {
        SQLite::Database database(a.string(), SQLite::OPEN_READWRITE);
        database.exec("UPDATE label_protocols SET definition = replace(definition, 'plain', 'changed')");
    }
    const MergeResult result = merge(file, a);
    EXPECT_EQ(result.events, 0);
    EXPECT_EQ(result.refused.count(), 1);
}

TEST_F(LabelMerge, AProtocolThatCannotBeReadCostsOnlyItself)
{
    begin();
    const fs::path a = copyAs("a2.mscope");
    {
        SQLite::Database database(a.string(), SQLite::OPEN_READWRITE);
        database.exec("INSERT INTO label_protocols SELECT NULL, 'other', 1, '', 0, '{\"name\":7}' FROM "
                      "label_protocols");
    }
    work(a, "Ann", 2, seen(1));
    const MergeResult result = merge(file, a);
    EXPECT_EQ(result.events, 2);
    EXPECT_EQ(result.refused.count(), 1);
}

TEST_F(LabelMerge, HandOutHoldsOnlyWhatALabellerMaySee)
{
    begin(12);
    const fs::path out = folder / "for-ann.mscope";
    {
        LabelStore store(file, Mode::ReadWrite);
        EXPECT_EQ(handOut(store, protocol.uuid, 0, "Ann", out).items, 14);
        EXPECT_EQ(errorOf([&] { handOut(store, protocol.uuid, 0, "Ann", out); }).code(), ErrorCode::Usage);
    }
    SQLite::Database database(out.string(), SQLite::OPEN_READONLY);
    const auto count
        = [&](const std::string &sql) { return database.execAndGet("SELECT count(*) " + sql).getInt(); };
    for (const char *table : {"runs", "tests", "seeds", "label_verdicts", "label_events"})
        EXPECT_EQ(count(std::string("FROM ") + table), 0) << table;
    EXPECT_EQ(count("FROM labellers"), 1);
    EXPECT_EQ(
        count("FROM label_items WHERE kind <> 'test' OR run_uuid <> '' OR test <> 0 OR repeats <> '' OR "
              "slot <> -1 OR expected IS NOT NULL OR known <> '' OR known_class IS NOT NULL OR "
              "seed_image_id IS NOT NULL OR text <> ''"),
        0);
    EXPECT_EQ(count("FROM images"), 13); // 12 tests and a clean seed
    const std::string definition = database.execAndGet("SELECT definition FROM label_protocols").getString();
    EXPECT_NE(definition.find("\"clean_checks\":0"), std::string::npos);
}

TEST_F(LabelMerge, HandOutHasTheLabellersOrderAndItsLabelsComeBack)
{
    begin(12);
    const fs::path out = folder / "for-bo.mscope";
    std::vector<std::string> order;
    {
        LabelStore store(file, Mode::ReadWrite);
        handOut(store, protocol.uuid, 0, "Bo", out);
        order = orderOf(LabellingQueue(store, protocol.uuid, 0, store.labellerNamed("Bo").uuid));
    }
    {
        LabelStore store(out, Mode::ReadWrite);
        EXPECT_TRUE(store.isHandOut(protocol.uuid, 0));
        EXPECT_EQ(orderOf(LabellingQueue(store, protocol.uuid, 0, store.labellerNamed("Bo").uuid)), order);
    }
    work(out, "Bo", 14, seen(1));
    const MergeResult result = merge(file, out);
    EXPECT_EQ(result.events, 14);
    EXPECT_EQ(result.protocols + result.refused.count() + result.conflicts.count(), 0);
    LabelStore store(file, Mode::ReadWrite);
    EXPECT_EQ(store.testVerdicts(1).size(), 12u);
    EXPECT_TRUE(LabellingQueue(store, protocol.uuid, 0, store.labellerNamed("Bo").uuid).finished());
    EXPECT_EQ(LabelStore(file, Mode::ReadOnly).protocol(protocol.uuid), protocol);
}

TEST_F(LabelMerge, HandOutOfWhatItDoesNotHoldIsRefused)
{
    begin();
    LabelStore store(file, Mode::ReadWrite);
    LabelProtocol asked = plainProtocol(LabelQuestion::Verdict);
    asked.hidden.otherLabels = false;
    const LabelProtocol open = store.createProtocol(asked);
    EXPECT_EQ(errorOf([&] { handOut(store, open.uuid, 0, "Ann", folder / "x.mscope"); }).code(),
              ErrorCode::Usage);
    EXPECT_EQ(errorOf([&] { handOut(store, protocol.uuid, 0, "", folder / "x.mscope"); }).code(),
              ErrorCode::Usage);
    EXPECT_EQ(errorOf([&] { handOut(store, protocol.uuid, 0, "Ann", folder / "no/x.mscope"); }).code(),
              ErrorCode::NotFound);
    EXPECT_FALSE(fs::exists(folder / "x.mscope"));
}

} // namespace
} // namespace mutascope
